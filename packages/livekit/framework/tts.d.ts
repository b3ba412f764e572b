import type { AudioFrame } from '@livekit/rtc-node';
import type { APIConnectOptions, AsyncIterableQueue } from './base.d.ts';

export interface SynthesizedAudio {
  requestId: string;
  segmentId: string;
  frame: AudioFrame;
  final: boolean;
}

export abstract class TTS {
  abstract label: string;
  constructor(sampleRate: number, numChannels: number, capabilities: { streaming: boolean });
  get sampleRate(): number;
  get model(): string;
  get provider(): string;
  abstract synthesize(
    text: string,
    connOptions?: APIConnectOptions,
    abortSignal?: AbortSignal,
  ): ChunkedStream;
  abstract stream(options?: { connOptions?: APIConnectOptions }): SynthesizeStream;
}

export abstract class ChunkedStream implements AsyncIterableIterator<SynthesizedAudio> {
  protected queue: AsyncIterableQueue<SynthesizedAudio>;
  abstract label: string;
  constructor(text: string, parent: TTS, connOptions?: APIConnectOptions, abortSignal?: AbortSignal);
  protected abstract run(): Promise<void>;
  get inputText(): string;
  get abortSignal(): AbortSignal;
  next(): Promise<IteratorResult<SynthesizedAudio>>;
  [Symbol.asyncIterator](): ChunkedStream;
}

export abstract class SynthesizeStream
  implements AsyncIterableIterator<SynthesizedAudio | typeof SynthesizeStream.END_OF_STREAM>
{
  static readonly END_OF_STREAM: unique symbol;
  protected input: AsyncIterableQueue<string | symbol>;
  protected queue: AsyncIterableQueue<SynthesizedAudio | typeof SynthesizeStream.END_OF_STREAM>;
  abstract label: string;
  constructor(parent: TTS, connOptions?: APIConnectOptions);
  protected noteProviderRequestId(contextId: string): void;
  protected markStarted(startedTime?: { time: number; hrTime: bigint }): void;
  protected abstract run(): Promise<void>;
  get abortSignal(): AbortSignal;
  next(): Promise<IteratorResult<SynthesizedAudio | typeof SynthesizeStream.END_OF_STREAM>>;
  [Symbol.asyncIterator](): SynthesizeStream;
}
