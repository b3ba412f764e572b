import type { Gender } from '@parlance/core/engine';
import type { LanguageCode } from '@parlance/core/text';

/** A voice of a synthesis model, with all data that is needed to offer it once the model is installed. */
export interface ModelVoice {
  /** The `voiceCode` for callers; unique in the catalogue. */
  readonly code: string;
  readonly name: string;
  readonly gender: Gender;
  readonly languageCode: LanguageCode;
  /** Sample rate of the model's audio, in Hz; the same for all voices of a model. */
  readonly nativeRateHz: number;
  /** The speaker, if the model has several. Default 0. */
  readonly speakerId?: number;
}
