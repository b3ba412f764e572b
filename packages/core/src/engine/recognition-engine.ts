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
  /** BCP 47 primary languages, such as `en`; `['*']` for a model that detects the language. */
  readonly languages: readonly string[];
  /** The only rate it accepts, in Hz. */
  readonly sampleRateHz: number;
  /** The longest segment it decodes without loss, in samples at `sampleRateHz`. */
  readonly maxSegmentSamples: number;
  /**
   * Whether it recognizes words better in context, so that neighbouring utterances of a recording are decoded in one call and the text is
   * divided among them. Has no effect if tokens have times or probabilities, or the model streams. Absent: no.
   */
  readonly prefersContext?: boolean;
  /** How many segments it works on at once; more wait in its queue. */
  readonly concurrency: number;
}

export interface RecognizedToken {
  readonly text: string;
  /** From the first sample of the segment, in seconds. */
  readonly startSeconds?: number;
  /** Counted like `startSeconds`, if the engine reports it; not before it. */
  readonly endSeconds?: number;
  /** Natural logarithm, at most 0. */
  readonly logProbability?: number;
}

export interface Recognition {
  /** As the model returned it, with only outer white space trimmed. May be empty. */
  readonly text: string;
  /** BCP 47 primary language, such as `en`, if the model reports which one it detected. */
  readonly language?: string;
  /** Empty if the model has none. */
  readonly tokens: readonly RecognizedToken[];
  /** What the model returned, if terms of a vocabulary have replaced parts of it in `text`. Engines leave it out. */
  readonly heard?: HeardText;
}

/** Recognized text, and which parts of it were replaced. */
export interface HeardText {
  readonly text: string;
  /** In order, without overlap: `text.slice(start, end)` became `term`. */
  readonly replaced: readonly { readonly start: number; readonly end: number; readonly term: string }[];
}

/**
 * One live stream of a true streaming model. Audio goes in, hypotheses come out. Its calls are made one after another, apart from `close`. An open
 * stream counts as work: warming, unloading, segments and other streams do not change what it hears.
 */
export interface RecognitionStream {
  /**
   * @param samples mono in [-1, 1] at the engine's rate; ownership passes to the stream. An utterance has at most `maxSegmentSamples`
   * @throws SpeechError `ENGINE_CRASHED` if its worker died, since what the stream had heard is lost, `ABORTED`, `ENGINE_FAILED`,
   * `ENGINE_TIMEOUT`, `SHUTTING_DOWN` after the engine's `close`
   */
  accept(samples: Float32Array): Promise<Recognition>;
  /**
   * Ends the current utterance: flushes the model, returns its last text, and starts a new one.
   *
   * @throws as `accept`
   */
  endUtterance(): Promise<Recognition>;
  close(): Promise<void>;
}

/**
 * Turns speech into text. Implemented by plugins.
 */
export interface RecognitionEngine {
  readonly id: string;
  /** Id of the model that it runs, in the store's catalogue. Absent: it needs no model of the store. */
  readonly model?: string | undefined;
  readonly capabilities: RecognitionCapabilities;
  /** Loads in advance what the first segment needs. Safe to call twice. */
  warm(): Promise<void>;
  /**
   * Decodes one speech segment.
   *
   * @param samples mono in [-1, 1] at `capabilities.sampleRateHz`, at most `maxSegmentSamples`; copied or
   * transferred, so the caller must not use it afterwards
   * @throws SpeechError `INVALID_INPUT` or `ENGINE_FAILED` for more than `maxSegmentSamples`, `ABORTED`, `ENGINE_FAILED`, `ENGINE_CRASHED`,
   * `ENGINE_TIMEOUT`, `ENGINE_UNAVAILABLE`, `SHUTTING_DOWN` after `close`
   */
  recognize(samples: Float32Array, options?: EngineCallOptions): Promise<Recognition>;
  /** Present if `capabilities.streaming` is true. */
  openStream?(options?: EngineCallOptions): Promise<RecognitionStream>;
  /** As {@link SynthesisEngine.hold}. */
  hold?(): () => void;
  /** As {@link SynthesisEngine.loadState}. */
  readonly loadState?: LoadState;
  /** As {@link SynthesisEngine.keepLoaded}. */
  keepLoaded?(): () => void;
  /** As {@link SynthesisEngine.unload}. */
  unload?(): Promise<void>;
  /** As {@link SynthesisEngine.residentBytes}. */
  residentBytes?(): number | undefined;
  /** As {@link SynthesisEngine.problem}. */
  problem?(): string | undefined;
  close(): Promise<void>;
}
