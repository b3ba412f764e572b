import type { AudioFrame } from '@livekit/rtc-node';

interface APIErrorOptions {
  body?: object | null;
  retryable?: boolean;
}

export class APIError extends Error {
  readonly body: object | null;
  readonly retryable: boolean;
  constructor(message: string, options?: APIErrorOptions);
}

export class APIStatusError extends APIError {
  constructor(error: {
    message?: string;
    options?: APIErrorOptions & { statusCode?: number; requestId?: string | null };
  });
}

export class APIConnectionError extends APIError {
  constructor(error: { message?: string; options?: APIErrorOptions });
}

export interface APIConnectOptions {
  maxRetry: number;
  retryIntervalMs: number;
  timeoutMs: number;
}

export const DEFAULT_API_CONNECT_OPTIONS: APIConnectOptions;

export class AudioByteStream {
  constructor(sampleRate: number, numChannels: number, samplesPerChannel: number);
  write(data: ArrayBufferView): AudioFrame[];
  flush(): AudioFrame[];
}

export type AudioBuffer = AudioFrame[] | AudioFrame;

export class AsyncIterableQueue<T> implements AsyncIterableIterator<T> {
  get closed(): boolean;
  put(item: T): void;
  close(): void;
  next(): Promise<IteratorResult<T>>;
  [Symbol.asyncIterator](): AsyncIterableQueue<T>;
}

declare const languageCode: unique symbol;
export type LanguageCode = string & { readonly [languageCode]: true };
export function normalizeLanguage(language: string): LanguageCode;

export interface TimedString {
  text: string;
  startTime?: number;
  endTime?: number;
}
export function createTimedString(options: TimedString): TimedString;

export enum VADEventType {
  START_OF_SPEECH = 0,
  INFERENCE_DONE = 1,
  END_OF_SPEECH = 2,
}

export interface VADEvent {
  type: VADEventType;
  /** In ms. */
  speechDuration: number;
  frames: AudioFrame[];
}

export abstract class VADStream implements AsyncIterableIterator<VADEvent> {
  pushFrame(frame: AudioFrame): void;
  next(): Promise<IteratorResult<VADEvent>>;
  close(): void;
  [Symbol.asyncIterator](): VADStream;
}

export abstract class VAD {
  abstract stream(): VADStream;
}
