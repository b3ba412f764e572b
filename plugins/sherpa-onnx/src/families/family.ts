import type { LanguageCode } from '@parlance/core/text';

/** Absolute paths of a model's files by their role in the catalogue. */
export type ModelFiles = Readonly<Record<string, string>>;

/** A part of the addon's configuration, structured-clonable. */
export type AddonConfig = Readonly<Record<string, unknown>>;

/** The configuration and properties of one kind of voice model. */
export interface SynthesisFamily {
  /** Roles that it needs. */
  readonly roles: readonly string[];
  /** @returns the addon's `model` member for these files */
  readonly model: (files: ModelFiles) => AddonConfig;
  /** Members in addition to `model`, such as rule files. */
  readonly rules?: (files: ModelFiles) => AddonConfig;
  readonly pace: PaceTraits;
  /** For models of several languages: the addon's name of a voice's language. */
  readonly languageOf?: (languageCode: LanguageCode) => string;
  /** Whether it takes as long as the speech itself, or longer: then it has longer deadlines, and a shorter warm-up. */
  readonly isSlow?: true;
}

/**
 * How inaccurate a model's `speed` is. Durations are rounded up to whole frames for each sound, so part
 * of the audio does not get shorter with speed.
 */
export interface PaceTraits {
  /** Samples of one frame of the model's duration predictor. */
  readonly frameSamples: number;
  /** Frames added by rounding for each spoken letter; 0 if durations are rounded to the nearest frame. */
  readonly fixedFramesPerLetter: number;
}

/** Settings of a recognition model in addition to its files. */
export interface RecognitionSettings {
  /** BCP 47 primary language, for models that accept one. Absent: the model detects it. */
  readonly language?: string | undefined;
}

/** The configuration and capabilities of one kind of whole-segment recognizer. */
export interface RecognitionFamily {
  readonly roles: readonly string[];
  /** @returns members of the addon's `modelConfig`, except `tokens` */
  readonly model: (files: ModelFiles, settings: RecognitionSettings) => AddonConfig;
  readonly limits: SegmentLimits;
  readonly logProbabilities: boolean;
  readonly tokenTimes: boolean;
  readonly punctuated: boolean;
  /** Whether words are recognized better if neighbouring utterances are decoded together; measured. Absent: no. */
  readonly prefersContext?: boolean;
  /** The ending of a token that the next one continues, in vocabularies that mark this instead of the beginning of words. */
  readonly continuationMark?: string;
}

/** The padding that a model needs around a segment, and the longest segment; in samples at 16 kHz. */
export interface SegmentLimits {
  /** The longest input, including padding. */
  readonly maxSamples: number;
  /** Silence that is added before and after, as far as `maxSamples` allows. */
  readonly leadSamples: number;
  readonly tailSamples: number;
}

/** The configuration of one kind of streaming recognizer. */
export interface OnlineFamily {
  readonly roles: readonly string[];
  readonly model: (files: ModelFiles) => AddonConfig;
  /** Silence that is added after an utterance, so that the model's last chunk is full and its last word is returned. */
  readonly tailSamples: number;
  readonly logProbabilities: boolean;
  readonly tokenTimes: boolean;
}

/** The rate of every recognizer and detector here, in Hz. */
export const RECOGNITION_RATE_HZ = 16_000;
