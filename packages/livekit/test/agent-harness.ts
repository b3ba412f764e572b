import { ReadableStream, type ReadableStreamDefaultController } from 'node:stream/web';
import { AudioInput, AudioOutput } from '@livekit/agents';
import type { AudioFrame } from '@livekit/rtc-node';
import { secondsOf } from './support.ts';

/** Audio from a test, in place of a room's. */
export class Microphone extends AudioInput {
  readonly #frames = Promise.withResolvers<ReadableStreamDefaultController<AudioFrame>>();

  constructor() {
    super();
    const start = this.#frames.resolve;
    this.multiStream.addInputStream(new ReadableStream<AudioFrame>({ start }));
  }

  async say(frames: readonly AudioFrame[]): Promise<void> {
    const controller = await this.#frames.promise;
    for (const frame of frames) controller.enqueue(frame);
  }
}

/** Stores all audio instead of playing it. */
export class Loudspeaker extends AudioOutput {
  readonly frames: AudioFrame[] = [];
  interruptions = 0;
  /** Whether audio plays until it is interrupted. */
  readonly isEndless: boolean;
  #isPlaying = false;

  constructor({ isEndless = false } = {}) {
    super(undefined, undefined, { pause: false });
    this.isEndless = isEndless;
  }

  override async captureFrame(frame: AudioFrame): Promise<void> {
    await super.captureFrame(frame);
    this.frames.push(frame);
    if (this.#isPlaying) return;
    this.#isPlaying = true;
    this.onPlaybackStarted(Date.now());
  }

  override flush(): void {
    super.flush();
    if (!this.isEndless) setImmediate(() => this.#finish(false));
  }

  override clearBuffer(): void {
    this.interruptions += 1;
    this.#finish(true);
  }

  #finish(interrupted: boolean): void {
    if (!this.#isPlaying) return;
    this.#isPlaying = false;
    this.onPlaybackFinished({ playbackPosition: secondsOf(this.frames), interrupted });
  }
}
