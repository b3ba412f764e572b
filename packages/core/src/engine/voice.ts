import { LIMITS } from '../limits/limits.ts';
import type { LanguageCode } from '../text/language-codes.ts';

export const GENDERS = ['male', 'female'] as const;
export type Gender = (typeof GENDERS)[number];

/** `SERVICE`: of this service; `COMMUNITY`: from a voice pack; `PERSONAL`: seen and used by its owner app only. */
export const VOICE_OWNERSHIPS = ['SERVICE', 'COMMUNITY', 'PERSONAL'] as const;
export type VoiceOwnership = (typeof VOICE_OWNERSHIPS)[number];

/**
 * How natural a voice sounds, best first. `natural`: a neural model; `fair`: assembled from recordings or made by a statistical model, audibly a
 * machine; `basic`: made by rules, clear and robotic.
 */
export const VOICE_QUALITIES = ['natural', 'fair', 'basic'] as const;
export type VoiceQuality = (typeof VOICE_QUALITIES)[number];
const DEFAULT_QUALITY: VoiceQuality = 'fair';

/** A voice of the catalogue, as its engine declares it. */
export interface Voice {
  /** Unique in one service, shown to callers as `voiceCode`. */
  readonly code: string;
  readonly name: string;
  readonly gender: Gender;
  readonly languageCode: LanguageCode;
  /** The rate of the engine's audio, in Hz. */
  readonly nativeRateHz: number;
  /** Output rates above the native one that the voice also offers, in Hz. */
  readonly extraRatesHz?: readonly number[];
  /** Credits per code point of text: a decimal string, so that no product is rounded. */
  readonly creditFactor: string;
  readonly ownership: VoiceOwnership;
  /** The app that owns a `PERSONAL` voice. */
  readonly ownerAppId?: string;
  /** Whether `emphasisIntensity` changes how it speaks. */
  readonly supportsEmphasis: boolean;
  /**
   * The sounds that pronunciations may consist of, in IPA as `plainIpa` writes it: `t`, `tʃ`, `ɑː`. Absent: it accepts no pronunciations.
   */
  readonly sounds?: readonly string[];
  /** The id of the engine that speaks it. */
  readonly engine: string;
  /** Default `fair`. Lists of voices begin with the best. */
  readonly quality?: VoiceQuality;
  /** SPDX identifier, or the licence's name. */
  readonly licence: string;
}

/**
 * The output rates of a voice: the interface's rates up to its native one, and those that it declares in addition.
 *
 * @returns rates in Hz, ascending
 */
export function voiceRatesHz(voice: Voice): readonly number[] {
  return LIMITS.synthesis.sampleRatesHz.filter(
    (rateHz) => rateHz <= voice.nativeRateHz || voice.extraRatesHz?.includes(rateHz) === true,
  );
}

/** The rate for a request that names none: the highest that the voice supports, in Hz. */
export function defaultRateHz(voice: Voice): number {
  return voiceRatesHz(voice).at(-1) ?? voice.nativeRateHz;
}

/** The members that a voice's place in a list depends on; cursors contain them. */
export type VoicePosition = Pick<Voice, 'code' | 'engine' | 'languageCode' | 'quality'>;

/** The order of every list of voices: best first, then by engine, language and code. */
export function compareVoices(a: VoicePosition, b: VoicePosition): number {
  return (
    VOICE_QUALITIES.indexOf(a.quality ?? DEFAULT_QUALITY) -
      VOICE_QUALITIES.indexOf(b.quality ?? DEFAULT_QUALITY) ||
    compareText(a.engine, b.engine) ||
    compareText(a.languageCode, b.languageCode) ||
    compareText(a.code, b.code)
  );
}

/** By code unit, the same in every locale, so that a cursor means the same on every server. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Whether `appId` may see and use `voice`; `undefined` is a caller with no app (in-process). */
export function isVisibleTo(voice: Voice, appId: string | undefined): boolean {
  return voice.ownership !== 'PERSONAL' || voice.ownerAppId === appId;
}
