import { GENDERS, type Voice } from '@parlance/core/engine';
import { LANGUAGE_CODES } from '@parlance/core/text';
import { z } from 'zod';
import { named } from '../kit/named-schema.ts';
import { demoAddress } from './voice-list.ts';

export const operatorVoice = named(
  'OperatorVoice',
  z.strictObject({
    code: z.string(),
    name: z.string(),
    gender: z.enum(GENDERS),
    languageCode: z.enum(LANGUAGE_CODES),
    engine: z.string(),
    ownership: z.enum(['SERVICE', 'COMMUNITY', 'PERSONAL']),
    ownerAppId: z.string().nullable(),
    licence: z.string(),
    nativeRateHz: z.int(),
    creditFactor: z.number(),
    demo: z.string().nullable(),
  }),
);

/** A voice as the console shows it. */
export function operatorVoiceView(voice: Voice, demoBase: string | undefined): object {
  const { code, name, gender, languageCode, engine, ownership, ownerAppId, licence, nativeRateHz } = voice;
  const demo = demoAddress(voice, demoBase);
  return {
    code,
    name,
    gender,
    languageCode,
    engine,
    ownership,
    ownerAppId: ownerAppId ?? null,
    licence,
    nativeRateHz,
    creditFactor: Number(voice.creditFactor),
    demo: demo === '' ? null : demo,
  };
}
