import { randomUUID } from 'node:crypto';
import { AudioByteStream, type tts } from '@livekit/agents';
import type { AudioFrame } from '@livekit/rtc-node';

const FRAMES_PER_SECOND = 20;

/**
 * Cuts the audio of consecutive segments into frames of 50 ms. Each frame is held until the next one, since the last of a segment is marked.
 */
export class SegmentWriter {
  readonly #put: (audio: tts.SynthesizedAudio) => void;
  readonly #requestId: string;
  readonly #bytes: AudioByteStream;
  #segmentId = randomUUID();
  #held: AudioFrame | undefined;
  #hasAudio = false;

  constructor(
    put: (audio: tts.SynthesizedAudio) => void,
    { sampleRateHz, requestId }: { readonly sampleRateHz: number; readonly requestId: string },
  ) {
    this.#put = put;
    this.#requestId = requestId;
    this.#bytes = new AudioByteStream(sampleRateHz, 1, Math.round(sampleRateHz / FRAMES_PER_SECOND));
  }

  /** Whether the open segment has audio. */
  get hasAudio(): boolean {
    return this.#hasAudio;
  }

  /** @param audio 16-bit little-endian PCM, cut anywhere */
  write(audio: Uint8Array): void {
    this.#hasAudio = true;
    for (const frame of this.#bytes.write(audio)) this.#hold(frame);
  }

  /** Ends the segment; the next one gets a new id. */
  finish(): void {
    for (const frame of this.#bytes.flush()) this.#hold(frame);
    this.#release(true);
    this.#segmentId = randomUUID();
    this.#hasAudio = false;
  }

  #hold(frame: AudioFrame): void {
    this.#release(false);
    this.#held = frame;
  }

  #release(final: boolean): void {
    if (this.#held === undefined) return;
    const [requestId, segmentId] = [this.#requestId, this.#segmentId];
    this.#put({ requestId, segmentId, frame: this.#held, final });
    this.#held = undefined;
  }
}
