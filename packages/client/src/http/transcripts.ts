import type { VocabularyTerm } from '@parlance/core/vocabulary';
import { type Connection, callJson, type RequestOptions } from './call.ts';
import { type WaitOptions, waitFor } from './wait-for.ts';

/** A WAV file: its bytes, or the address from which the server fetches it. */
export type WavSource = Blob | Uint8Array<ArrayBuffer> | ArrayBuffer | { readonly url: string };

export interface TranscribeOptions extends RequestOptions {
  /** Where the result is also sent. */
  readonly webhookUrl?: string | undefined;
  /** BCP 47 language, such as `en`, which selects one of the installed recognizers. Absent: the first one. */
  readonly language?: string | undefined;
  /** Whether each utterance has `words`. */
  readonly words?: boolean | undefined;
  /** Your own names and words, in addition to those of the app: how they are written, spoken and recognized. */
  readonly vocabulary?: readonly VocabularyTerm[] | undefined;
  /** `separate`: each channel is recognized separately, and utterances have `channel`. Absent: `mixed`, the mean of all. */
  readonly channels?: 'mixed' | 'separate' | undefined;
}

export interface Transcript {
  readonly transcriptId: string;
  readonly status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED';
  readonly transcript: string;
  readonly utterances: readonly {
    readonly text: string;
    /** In seconds. */
    readonly startTime: number;
    readonly endTime: number;
    /** With `channels: 'separate'`: counted from 0. */
    readonly channel?: number;
    /** If they were requested, with their own times. */
    readonly words?: readonly {
      readonly text: string;
      readonly startTime: number;
      readonly endTime: number;
    }[];
  }[];
  /** BCP 47, such as `en`; present if the recognizer reports which language it detected in most of the speech. */
  readonly language?: string;
  /** Rounded up. */
  readonly audioDurationSeconds: number;
  /** Present if `FAILED`. */
  readonly errorMessage?: string;
}

/** @param mode `sync`: less than ten seconds, recognized at once; `async`: by a job */
export async function submitRecording(
  connection: Connection,
  source: WavSource,
  mode: 'sync' | 'async',
  { webhookUrl, language, words, channels, vocabulary, ...options }: TranscribeOptions,
): Promise<Transcript> {
  const form = new FormData();
  form.set('mode', mode);
  for (const [name, value] of Object.entries({ webhookUrl, language, words, channels })) {
    if (value !== undefined) form.set(name, String(value));
  }
  if (vocabulary !== undefined) form.set('vocabulary', JSON.stringify(vocabulary));
  if ('url' in source) form.set('audioUrl', source.url);
  else form.set('audioContent', source instanceof Blob ? source : new Blob([source]), 'recording.wav');
  return callJson(connection, '/v1/stt', { ...options, method: 'POST', form });
}

export async function getTranscript(
  connection: Connection,
  transcriptId: string,
  options: Pick<RequestOptions, 'signal'>,
): Promise<Transcript> {
  return callJson(connection, `/v1/stt/transcripts/${encodeURIComponent(transcriptId)}`, options);
}

export function waitForTranscript(
  connection: Connection,
  transcriptId: string,
  options: WaitOptions,
): Promise<Transcript> {
  return waitFor(
    () => getTranscript(connection, transcriptId, options),
    ({ status }) => status === 'COMPLETED' || status === 'FAILED',
    options,
  );
}
