import type { Gender } from '@parlance/core/engine';
import type { LanguageCode } from '@parlance/core/text';

/** A voice of a synthesis model: all that is needed to offer it once the model is installed. */
export interface ModelVoice {
  /** Shown to callers as `voiceCode`; unique in the catalogue. */
  readonly code: string;
  readonly name: string;
  readonly gender: Gender;
  readonly languageCode: LanguageCode;
  /** The rate of the model's audio, in Hz; the same for all voices of a model. */
  readonly nativeRateHz: number;
  /** Which speaker of a model with several. Default 0. */
  readonly speakerId?: number;
}
