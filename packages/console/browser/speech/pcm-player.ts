import { createResampler, type Resampler } from '@parlance/client/resampler';

/** Delay before playback, so that the first piece is scheduled before its start. */
const LEAD_SECONDS = 0.03;

interface Piece {
  readonly buffer: AudioBuffer;
  readonly startSeconds: number;
}

/**
 * Plays speech while it arrives, without gaps between pieces, and can play it again. It has the members of a media element that a waveform and
 * its buttons use: position, `play`, `pause`, and their events.
 */
export class PcmPlayer extends EventTarget {
  /** An address as of a media element, so that the waveform loads nothing. */
  readonly src = 'pcm:';
  readonly currentSrc = this.src;
  readonly readyState = 4;
  readonly seeking = false;
  volume = 1;
  muted = false;
  playbackRate = 1;
  paused = true;
  ended = false;
  /** Seconds of audio that have arrived. */
  duration = 0;
  readonly #context: AudioContext;
  /** Absent: the speech has the rate of the context. One for all pieces, since pieces that are resampled separately would click at the joins. */
  readonly #resampler: Resampler | undefined;
  readonly #pieces: Piece[] = [];
  readonly #sounding = new Set<AudioBufferSourceNode>();
  #sampleCount = 0;
  #isWhole = false;
  /** A position, and the context's time at which it is played. */
  #anchor = { positionSeconds: 0, contextSeconds: 0 };

  /** @param rateHz rate of the speech */
  constructor(context: AudioContext, rateHz: number) {
    super();
    this.#context = context;
    this.#resampler = rateHz === context.sampleRate ? undefined : createResampler(rateHz, context.sampleRate);
  }

  get currentTime(): number {
    const { positionSeconds, contextSeconds } = this.#anchor;
    if (this.paused) return positionSeconds;
    const passed = Math.max(0, this.#context.currentTime - contextSeconds);
    return Math.min(this.duration, positionSeconds + passed);
  }

  set currentTime(seconds: number) {
    const isPlaying = !this.paused;
    this.#silence();
    this.#anchor = { ...this.#anchor, positionSeconds: Math.min(Math.max(0, seconds), this.duration) };
    this.ended = false;
    if (isPlaying) this.#sound();
    for (const name of ['seeking', 'seeked', 'timeupdate']) this.dispatchEvent(new Event(name));
  }

  /** @returns milliseconds until it is played, if it is played at once */
  append(samples: Float32Array<ArrayBuffer>): number {
    return this.#add(this.#resampler?.push(samples) ?? samples);
  }

  /** Marks the audio as complete. To be called once. */
  finish(): void {
    if (this.#resampler !== undefined) this.#add(this.#resampler.finish());
    this.#isWhole = true;
    if (!this.paused && this.#sounding.size === 0) this.#end();
  }

  async play(): Promise<void> {
    if (!this.paused) return;
    if (this.ended) this.#anchor = { positionSeconds: 0, contextSeconds: 0 };
    this.ended = false;
    this.paused = false;
    this.#sound();
    this.dispatchEvent(new Event('play'));
    await this.#context.resume();
  }

  pause(): void {
    if (this.paused) return;
    this.#anchor = { positionSeconds: this.currentTime, contextSeconds: 0 };
    this.paused = true;
    this.#silence();
    this.dispatchEvent(new Event('pause'));
  }

  /** @param samples at the context's rate */
  #add(samples: Float32Array<ArrayBuffer>): number {
    // A resampler holds back the first samples until it knows enough of what follows.
    if (samples.length === 0) return 0;
    const { sampleRate } = this.#context;
    const buffer = this.#context.createBuffer(1, samples.length, sampleRate);
    buffer.copyToChannel(samples, 0);
    const piece = { buffer, startSeconds: this.duration };
    this.#pieces.push(piece);
    this.#sampleCount += samples.length;
    this.duration = this.#sampleCount / sampleRate;
    this.dispatchEvent(new Event('durationchange'));
    if (this.paused) return 0;
    const now = this.#context.currentTime;
    const { positionSeconds, contextSeconds } = this.#anchor;
    // The piece came too late, so playback continues from here.
    if (contextSeconds + piece.startSeconds - positionSeconds < now)
      this.#anchor = { positionSeconds: piece.startSeconds, contextSeconds: now + LEAD_SECONDS };
    this.#start(piece);
    return LEAD_SECONDS * 1000;
  }

  #sound(): void {
    const { positionSeconds } = this.#anchor;
    this.#anchor = { positionSeconds, contextSeconds: this.#context.currentTime + LEAD_SECONDS };
    for (const piece of this.#pieces) {
      if (piece.startSeconds + piece.buffer.duration > positionSeconds) this.#start(piece);
    }
    if (this.#isWhole && this.#sounding.size === 0) this.#end();
  }

  #start({ buffer, startSeconds }: Piece): void {
    const { positionSeconds, contextSeconds } = this.#anchor;
    const source = new AudioBufferSourceNode(this.#context, { buffer });
    source.connect(this.#context.destination);
    const offsetSeconds = Math.max(0, positionSeconds - startSeconds);
    source.start(contextSeconds + Math.max(0, startSeconds - positionSeconds), offsetSeconds);
    source.onended = () => {
      this.#sounding.delete(source);
      if (this.#isWhole && this.#sounding.size === 0) this.#end();
    };
    this.#sounding.add(source);
  }

  #silence(): void {
    for (const source of this.#sounding) {
      source.onended = null;
      source.stop();
    }
    this.#sounding.clear();
  }

  #end(): void {
    this.#anchor = { positionSeconds: this.duration, contextSeconds: 0 };
    this.paused = true;
    this.ended = true;
    for (const name of ['timeupdate', 'pause', 'ended']) this.dispatchEvent(new Event(name));
  }
}
