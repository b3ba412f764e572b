import { type Connection, callJson, type RequestOptions } from './call.ts';
import type { SpeakOptions } from './speak.ts';
import { type WaitOptions, waitFor } from './wait-for.ts';

/** A batch synthesis of up to 100 000 characters. */
export interface SpeechRequest extends Omit<SpeakOptions, 'signal'> {
  readonly text: string;
  /** Where the result is sent when it is ready. */
  readonly webhookUrl: string;
  /** 0 to 100, multiples of 10; for voices that support it. */
  readonly emphasisIntensity?: number;
  /** Whether the times of words are computed too. */
  readonly timings?: 'word';
  /** Pauses at punctuation marks, in seconds. */
  readonly clientPause?: {
    readonly majorBreak?: number;
    readonly mediumBreak?: number;
    readonly paragraphBreak?: number;
    readonly sentenceBreak?: number;
  };
}

export interface SpeechRequestRecord {
  readonly requestId: string;
  readonly status: 'PROCESSING' | 'COMPLETED' | 'FAILED';
  /** Only in the answer to `submitSpeech`: what will be read differently from the SSML. Absent: nothing. */
  readonly warnings?: readonly string[];
  /** Present if `COMPLETED`; valid for three minutes. */
  readonly audioLink?: string;
  /** With `timings`, present if `COMPLETED`: the times of words as JSON, `{ words: TimedWord[] }`. */
  readonly wordsLink?: string;
  /** The same as WebVTT. */
  readonly subtitlesLink?: string;
  /** Present if `FAILED`. */
  readonly error?: { readonly code: string; readonly message: string };
}

export async function submitSpeech(
  connection: Connection,
  request: SpeechRequest,
  options: RequestOptions,
): Promise<SpeechRequestRecord> {
  return callJson(connection, '/v1/tts', {
    ...options,
    method: 'POST',
    json: { ...request, mode: 'async' },
  });
}

export async function getSpeech(
  connection: Connection,
  requestId: string,
  options: Pick<RequestOptions, 'signal'>,
): Promise<SpeechRequestRecord> {
  return callJson(connection, `/v1/tts/requests/${encodeURIComponent(requestId)}`, options);
}

export function waitForSpeech(
  connection: Connection,
  requestId: string,
  options: WaitOptions,
): Promise<SpeechRequestRecord> {
  return waitFor(
    () => getSpeech(connection, requestId, options),
    ({ status }) => status !== 'PROCESSING',
    options,
  );
}
