import type { Voice } from '@parlance/core/engine';
import type { LanguageCode } from '@parlance/core/text';

export const ENGINE_ID = 'flite';

/**
 * The npm package's manifest names BSD-4-Clause, but the COPYING file next to the WASM grants CMU's permissive licence, whose
 * SPDX identifier is this (use, copy, modify, sell; keep the notice, mark changes, keep the authors' names, don't
 * use them to promote). It has no advertising clause.
 */
const LICENCE = 'MIT-Festival';

export const FLITE_VOICE_CODES = ['kal', 'kal16', 'awb', 'rms', 'slt'] as const;
export type FliteVoiceCode = (typeof FLITE_VOICE_CODES)[number];

/** A voice's own prosody: Flite's values without parameters. */
export interface OwnProsody {
  /** Factor on the durations of the model. */
  readonly durationStretch: number;
  /**
   * Standard deviation of the fundamental frequency that the intonation model aims at. Absent: no parameter of Flite changes the
   * voice's melody, so it has no emphasis.
   */
  readonly f0SpreadHz?: number;
}

interface FliteVoice extends OwnProsody {
  /** Whether a statistical model makes it, which returns noise for a pause; the others are cut from recordings. */
  readonly isStatistical: boolean;
  readonly name: string;
  readonly gender: Voice['gender'];
  readonly languageCode: LanguageCode;
  readonly nativeRateHz: number;
}

/** Stretch and spread are those of Flite's own voice definitions; a test synthesizes with and without them and compares. */
const VOICES = {
  kal: {
    name: 'Kal (8 kHz)',
    gender: 'male',
    languageCode: 'en-US',
    nativeRateHz: 8000,
    durationStretch: 1.1,
    f0SpreadHz: 11,
    isStatistical: false,
  },
  kal16: {
    name: 'Kal',
    gender: 'male',
    languageCode: 'en-US',
    nativeRateHz: 16_000,
    durationStretch: 1.1,
    f0SpreadHz: 11,
    isStatistical: false,
  },
  awb: {
    name: 'Alan',
    gender: 'male',
    languageCode: 'en-GB',
    nativeRateHz: 16_000,
    durationStretch: 1,
    f0SpreadHz: 25,
    isStatistical: true,
  },
  rms: {
    name: 'Rms',
    gender: 'male',
    languageCode: 'en-US',
    nativeRateHz: 16_000,
    durationStretch: 1,
    isStatistical: true,
  },
  slt: {
    name: 'Slt',
    gender: 'female',
    languageCode: 'en-US',
    nativeRateHz: 16_000,
    durationStretch: 1,
    f0SpreadHz: 27,
    isStatistical: true,
  },
} as const satisfies Record<FliteVoiceCode, FliteVoice>;

/** The catalogue entries of the five voices. */
export const FLITE_VOICES: readonly Voice[] = FLITE_VOICE_CODES.map((code) => {
  const { name, gender, languageCode, nativeRateHz, f0SpreadHz }: FliteVoice = VOICES[code];
  return Object.freeze({
    code,
    name,
    gender,
    languageCode,
    nativeRateHz,
    creditFactor: '1',
    ownership: 'SERVICE',
    supportsEmphasis: f0SpreadHz !== undefined,
    engine: ENGINE_ID,
    quality: 'fair',
    licence: LICENCE,
  });
});

export function isFliteVoiceCode(code: string): code is FliteVoiceCode {
  return (FLITE_VOICE_CODES as readonly string[]).includes(code);
}

export function isStatistical(code: FliteVoiceCode): boolean {
  return VOICES[code].isStatistical;
}

export function ownProsody(code: FliteVoiceCode): OwnProsody {
  return VOICES[code];
}
