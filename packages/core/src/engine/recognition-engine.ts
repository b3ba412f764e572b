import type { EngineCallOptions, LoadState } from './synthesis-engine.ts';

export interface RecognitionCapabilities {
  /** Whether {@link RecognitionEngine.openStream} exists: a true streaming model. */
  readonly streaming: boolean;
  /** Whether {@link Recognition.tokens} carry log-probabilities. */
  readonly logProbabilities: boolean;
  /** Whether {@link Recognition.tokens} carry times. */
  readonly tokenTimes: boolean;
  /** Whether the text comes with capitals and punctuation. */
  readonly punctuated: boolean;
  /** BCP 47 primary languages, `en`; `['*']` for a model that detects. */
  readonly languages: readonly string[];
  /** The only rate it takes, in Hz. */
  readonly sampleRateHz: number;
  /** The longest segment it decodes without loss, in samples at `sampleRateHz`. */
  readonly maxSegmentSamples: number;
  /**
   * Whether it hears words better among others, so that neighbouring utterances of a recording are decoded in one call and their text is
   * divided among them. Of no effect where tokens have times or probabilities, or the model streams. Absent: no.
   */
  readonly prefersContext?: boolean;
  /** How many segments it works on at once; more wait in its queue. */
  readonly concurrency: number;
}

export interface RecognizedToken {
  readonly text: string;
  /** From the first sample of the segment, in seconds. */
  readonly startSeconds?: number;
  /** As `startSeconds`, where the engine tells it; not before it. */
  readonly endSeconds?: number;
  /** Natural logarithm, at most 0. */
  readonly logProbability?: number;
}

export interface Recognition {
  /** As the model gave it, not trimmed of anything but outer white space. May be empty. */
  readonly text: string;
  /** BCP 47 primary language, `en`, where the model says which one it heard. */
  readonly language?: string;
  /** Empty when the model gives none. */
  readonly tokens: readonly RecognizedToken[];
  /** What the model gave, where `text` has terms of a vocabulary in its place. Engines leave it out. */
  readonly heard?: HeardText;
}

/** Recognized text, and what of it was replaced. */
export interface HeardText {
  readonly text: string;
  /** In order, apart from each other: `text.slice(start, end)` became `term`. */
  readonly replaced: readonly { readonly start: number; readonly end: number; readonly term: string }[];
}

/** One live stream of a true streaming model. Audio goes in, hypotheses come out. */
export interface RecognitionStream {
  /** @param samples mono in [-1, 1] at the engine's rate; ownership passes to the stream */
  accept(samples: Float32Array): Promise<Recognition>;
  /** Ends the present utterance: flushes the model, answers its last text, and starts again. */
  endUtterance(): Promise<Recognition>;
  close(): Promise<void>;
}

/**
 * Turns speech into text. Implemented by plugins.
 */
export interface RecognitionEngine {
  readonly id: string;
  /** Id of the model that it runs, as the store knows it. Absent: it asks the store for none. */
  readonly model?: string | undefined;
  readonly capabilities: RecognitionCapabilities;
  /** Loads what the first segment would otherwise wait for. Safe to call twice. */
  warm(): Promise<void>;
  /**
   * Decodes one speech segment.
   *
   * @param samples mono in [-1, 1] at `capabilities.sampleRateHz`, at most `maxSegmentSamples`; copied or
   * transferred, so the caller must not use it afterwards
   * @throws SpeechError `INVALID_INPUT` or `ENGINE_FAILED` beyond `maxSegmentSamples`, `ABORTED`, `ENGINE_FAILED`, `ENGINE_CRASHED`,
   * `ENGINE_TIMEOUT`, `ENGINE_UNAVAILABLE`, `SHUTTING_DOWN` after `close`
   */
  recognize(samples: Float32Array, options?: EngineCallOptions): Promise<Recognition>;
  /** Present when `capabilities.streaming`. */
  openStream?(options?: EngineCallOptions): Promise<RecognitionStream>;
  /** As {@link SynthesisEngine.hold}. */
  hold?(): () => void;
  /** As {@link SynthesisEngine.loadState}. */
  readonly loadState?: LoadState;
  /** As {@link SynthesisEngine.keepLoaded}. */
  keepLoaded?(): () => void;
  /** As {@link SynthesisEngine.residentBytes}. */
  residentBytes?(): number | undefined;
  /** As {@link SynthesisEngine.problem}. */
  problem?(): string | undefined;
  close(): Promise<void>;
}
