import type { EngineCallOptions, LoadState } from './synthesis-engine.ts';
import type { Gender } from './voice.ts';

export interface AlignmentCapabilities {
  /** BCP 47 primary languages, such as `en`. */
  readonly languages: readonly string[];
  /** The longest speech that one call accepts, in seconds. */
  readonly maxSeconds: number;
  /** How many calls it works on at once; more wait in its queue. */
  readonly concurrency: number;
}

/** A word of a text, by offsets into it in UTF-16 code units: `text.slice(start, end)`. */
export interface WordRange {
  readonly start: number;
  readonly end: number;
}

/** Speech, and what is said in it. */
export interface AlignmentTask {
  /** Mono in [-1, 1]; copied or transferred, so the caller must not use it afterwards. */
  readonly samples: Float32Array;
  /** At least 8 000 Hz. */
  readonly sampleRateHz: number;
  /** What is said, and nothing else. */
  readonly text: string;
  /** Every word of the text: in order, not empty, without overlap. What lies between them is not spoken. */
  readonly words: readonly WordRange[];
  /** BCP 47, such as `en` or `en-GB`. */
  readonly languageCode: string;
  /** Gender of the speaker, if it is known. */
  readonly gender?: Gender | undefined;
}

/** When a word is said, in seconds from the first sample. */
export interface AlignedWord {
  readonly startSeconds: number;
  /** Not before `startSeconds`, and not after the beginning of the next word. */
  readonly endSeconds: number;
}

/** Finds the words of a known text in speech. Implemented by plugins. */
export interface TextAligner {
  readonly id: string;
  readonly capabilities: AlignmentCapabilities;
  /** Loads in advance what the first call needs. Safe to call twice. */
  warm(): Promise<void>;
  /**
   * @returns a span for each word, in order, inside the samples. A word without sound, such as a punctuation mark that stands alone, has an
   * empty one
   * @throws SpeechError `INVALID_INPUT` for speech longer than `maxSeconds` or below 8 000 Hz and for ranges that are not as described,
   * `LANGUAGE_NOT_SUPPORTED`, `ABORTED`, `ENGINE_FAILED`, `ENGINE_CRASHED`, `ENGINE_TIMEOUT`, `ENGINE_UNAVAILABLE`, `SHUTTING_DOWN`
   * after `close`
   */
  align(task: AlignmentTask, options?: EngineCallOptions): Promise<readonly AlignedWord[]>;
  /** As {@link SynthesisEngine.loadState}. */
  readonly loadState?: LoadState;
  /** As {@link SynthesisEngine.keepLoaded}. */
  keepLoaded?(): () => void;
  /** As {@link SynthesisEngine.residentBytes}. */
  residentBytes?(): number | undefined;
  /** As {@link SynthesisEngine.problem}. */
  problem?(): string | undefined;
  /** Ends workers and frees models. Calls in progress reject with `SHUTTING_DOWN`. Safe to call twice. */
  close(): Promise<void>;
}
