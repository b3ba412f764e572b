import type { VocabularyTerm } from '@parlance/core/vocabulary';
import { ParlanceError } from '../parlance-error.ts';
import { type Connection, call, type RequestOptions } from './call.ts';

export interface SpeakOptions extends Pick<RequestOptions, 'signal'> {
  /** Your own names and words, in addition to those of the app: how they are written, spoken and recognized. */
  readonly vocabulary?: readonly VocabularyTerm[];
  /** One of the server's realtime voices: `joe`, `slt`, `rms`, `awb` or `kal16`, unless its operator chose others. */
  readonly voiceCode: string;
  /** Default `mp3`. PCM is 16-bit little-endian mono. */
  readonly outputFormat?: 'mp3' | 'wav' | 'pcm';
  /** In kbit/s: 8, 16, 32, 64 or 128. */
  readonly bitrate?: number;
  /** 0.25 to 1.9. */
  readonly speed?: number;
  /** In Hz. */
  readonly sampleRate?: number;
  /** `ssml`: the text is a `<speak>` document. Default `text`. */
  readonly textType?: 'text' | 'ssml';
}

/** The answer with the speech. Its body can be read once, by one of the members. */
export interface SpokenAnswer {
  /** `audio/mpeg`, `audio/wav` or `audio/pcm;rate=…`. */
  readonly contentType: string;
  /** Code points of the trimmed text; for SSML, those that are spoken. */
  readonly characters: number;
  /** What is read differently from the SSML, each with its line and column. */
  readonly warnings: readonly string[];
  /** The cost: an exact decimal string. */
  readonly credits: string;
  /** The bytes as they are synthesized: the first arrive before the last words are ready. */
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** All bytes. Rejects if the server broke off in the middle. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  blob(): Promise<Blob>;
}

/** Synthesizes up to 300 characters at once. */
export async function speak(
  connection: Connection,
  text: string,
  { signal, ...options }: SpeakOptions,
): Promise<SpokenAnswer> {
  const answer = await call(connection, '/v1/tts', {
    method: 'POST',
    json: { ...options, text, mode: 'sync' },
    signal,
  });
  if (answer.body === null) {
    throw new ParlanceError('The answer has no audio.', {
      code: 'PROTOCOL',
      status: answer.status,
      retryable: false,
    });
  }
  return {
    contentType: answer.headers.get('content-type') ?? '',
    characters: Number(answer.headers.get('x-characters')),
    credits: answer.headers.get('x-credits') ?? '0',
    warnings: answer.headers.get('x-warnings')?.split(' | ') ?? [],
    stream: answer.body,
    bytes: async () => new Uint8Array(await answer.arrayBuffer()),
    blob: () => answer.blob(),
  };
}
