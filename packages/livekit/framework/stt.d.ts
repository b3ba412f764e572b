import type { AudioFrame } from '@livekit/rtc-node';
import type {
  APIConnectOptions,
  AsyncIterableQueue,
  AudioBuffer,
  LanguageCode,
  TimedString,
} from './base.d.ts';

export enum SpeechEventType {
  START_OF_SPEECH = 0,
  INTERIM_TRANSCRIPT = 1,
  FINAL_TRANSCRIPT = 2,
  END_OF_SPEECH = 3,
  RECOGNITION_USAGE = 4,
}

export interface SpeechData {
  language: LanguageCode;
  text: string;
  startTime: number;
  endTime: number;
  confidence: number;
  words?: TimedString[];
}

export interface SpeechEvent {
  type: SpeechEventType;
  alternatives?: [SpeechData, ...SpeechData[]];
  requestId?: string;
  recognitionUsage?: { audioDuration: number };
}

export interface STTCapabilities {
  streaming: boolean;
  interimResults: boolean;
  alignedTranscript?: 'word' | 'chunk' | false;
}

export abstract class STT {
  abstract label: string;
  constructor(capabilities: STTCapabilities);
  get capabilities(): STTCapabilities;
  get provider(): string;
  protected abstract _recognize(frame: AudioBuffer, abortSignal?: AbortSignal): Promise<SpeechEvent>;
  abstract stream(options?: { connOptions?: APIConnectOptions }): SpeechStream;
}

export abstract class SpeechStream implements AsyncIterableIterator<SpeechEvent> {
  protected input: AsyncIterableQueue<AudioFrame | symbol>;
  protected queue: AsyncIterableQueue<SpeechEvent>;
  abstract label: string;
  constructor(parent: STT, sampleRate?: number, connectionOptions?: APIConnectOptions);
  protected abstract run(): Promise<void>;
  protected get abortSignal(): AbortSignal;
  get startTimeOffset(): number;
  next(): Promise<IteratorResult<SpeechEvent>>;
  close(): void;
  [Symbol.asyncIterator](): SpeechStream;
}
