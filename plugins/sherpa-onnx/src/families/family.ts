import type { LanguageCode } from '@parlance/core/text';

/** Absolute paths of a model's files by their role in the catalogue. */
export type ModelFiles = Readonly<Record<string, string>>;

/** A part of the addon's configuration: plain, structured-clonable. */
export type AddonConfig = Readonly<Record<string, unknown>>;

/** How one kind of voice model is configured and what is to be known of it. */
export interface SynthesisFamily {
  /** Roles without which it can't be loaded. */
  readonly roles: readonly string[];
  /** @returns the addon's `model` member for these files */
  readonly model: (files: ModelFiles) => AddonConfig;
  /** Members beside `model`, such as rule files. */
  readonly rules?: (files: ModelFiles) => AddonConfig;
  readonly pace: PaceTraits;
  /** For models of several languages: what the addon calls the language of a voice. */
  readonly languageOf?: (languageCode: LanguageCode) => string;
  /** Takes as long as the speech itself, or longer: it is waited for longer, and warmed up with less. */
  readonly isSlow?: true;
}

/**
 * How far a model's `speed` falls short of its word. Durations are rounded up to whole frames for each sound, so a part
 * of the audio does not shrink with speed.
 */
export interface PaceTraits {
  /** Samples of one frame of the model's duration predictor. */
  readonly frameSamples: number;
  /** Frames added by rounding for each letter that is spoken; 0 where durations are rounded to the nearest frame. */
  readonly fixedFramesPerLetter: number;
}

/** Settings that a recognition model may be given beside its files. */
export interface RecognitionSettings {
  /** BCP 47 primary language for models that are told one. Absent: the model detects. */
  readonly language?: string | undefined;
}

/** How one kind of whole-segment recognizer is configured and what it can do. */
export interface RecognitionFamily {
  readonly roles: readonly string[];
  /** @returns members of the addon's `modelConfig`, `tokens` aside */
  readonly model: (files: ModelFiles, settings: RecognitionSettings) => AddonConfig;
  readonly limits: SegmentLimits;
  readonly logProbabilities: boolean;
  readonly tokenTimes: boolean;
  readonly punctuated: boolean;
  /** Whether words are heard better when neighbouring utterances are decoded together; measured. Absent: no. */
  readonly prefersContext?: boolean;
  /** End of a token that the next one continues, in vocabularies that mark this and not where a word begins. */
  readonly continuationMark?: string;
}

/** What a model needs around a segment, and how long one may be; in samples at 16 kHz. */
export interface SegmentLimits {
  /** Longest input, padding included. */
  readonly maxSamples: number;
  /** Silence put before and after, as far as `maxSamples` leaves room. */
  readonly leadSamples: number;
  readonly tailSamples: number;
}

/** How one kind of streaming recognizer is configured. */
export interface OnlineFamily {
  readonly roles: readonly string[];
  readonly model: (files: ModelFiles) => AddonConfig;
  /** Silence after an utterance, so that the model's last chunk is full and its last word comes out. */
  readonly tailSamples: number;
  readonly logProbabilities: boolean;
  readonly tokenTimes: boolean;
}

/** The rate of every recognizer and detector here, in Hz. */
export const RECOGNITION_RATE_HZ = 16_000;
