import { z } from 'zod';
import { LIMITS } from '../limits/limits.ts';
import { isLanguageCode, type LanguageCode } from '../text/language-codes.ts';
import { GENDERS } from './voice.ts';

/** A pack cannot have the ownership `SERVICE`. */
const PACK_OWNERSHIPS = ['COMMUNITY', 'PERSONAL'] as const;

const filled = z.string('must be a string').min(1, 'must not be empty');
const rateMessage = 'must be a whole number of Hz from 8000 to 48000';
const decimalMessage = 'must be a decimal number in a string, such as "1.5"';
const codeMessage = 'must be 1 to 64 small letters, digits and hyphens';
const ownershipMessage = `must be ${PACK_OWNERSHIPS.join(' or ')}`;

const packVoice = z.strictObject({
  /** Shown to callers as `voiceCode`; unique in one service. */
  code: z.string(codeMessage).regex(/^[a-z0-9][a-z0-9-]{0,63}$/, codeMessage),
  name: filled,
  gender: z.enum(GENDERS, 'must be male or female'),
  languageCode: z.custom<LanguageCode>(
    (value) => typeof value === 'string' && isLanguageCode(value),
    'must be a language code of the catalogue, such as en-US',
  ),
  /** Index of the speaker, in a model with several. */
  speakerId: z.int('must be a whole number from 0').min(0, 'must be a whole number from 0').default(0),
  /** Credits per code point. */
  creditFactor: z
    .string(decimalMessage)
    .regex(/^\d+(\.\d+)?$/, decimalMessage)
    .default('1'),
});

/**
 * A file or folder of the pack, as a path inside it. A path that leads outside is refused: a pack is what its folder contains, and
 * nothing else on the machine is read for it.
 */
const packPath = filled.refine(isPackPath, 'must be a path inside the pack, with "/"');

/** @returns whether a path with "/" stays inside the folder in which it starts */
export function isPackPath(path: string): boolean {
  return !/^([/\\]|[a-z]:)|\\/i.test(path) && !path.split('/').includes('..');
}

/** The file `voice-pack.json` of a voice pack: a folder with a model and its voices. */
export const voicePackManifest = z
  .strictObject({
    version: z.literal(1, 'must be 1'),
    /** SPDX identifier, or the licence's name. */
    licence: filled,
    /** Default `COMMUNITY`; `PERSONAL` requires `ownerAppId`. */
    ownership: z.enum(PACK_OWNERSHIPS, ownershipMessage).default('COMMUNITY'),
    /** The only app that sees and uses the voices. */
    ownerAppId: filled.optional(),
    /** The kind of model, as the plugin that runs it names it: `vits-piper`. */
    family: filled,
    /** The model's files by role, such as `{ "model": "model.onnx", "tokens": "tokens.txt" }`. */
    files: z.record(filled, packPath),
    /** The rate of the model's audio, in Hz. */
    nativeRateHz: z
      .int(rateMessage)
      .min(LIMITS.voicePack.minRateHz, rateMessage)
      .max(LIMITS.voicePack.maxRateHz, rateMessage),
    voices: z.array(packVoice, 'must be a list of voices').min(1, 'must have at least one voice'),
  })
  .superRefine(({ ownership, ownerAppId, voices }, context) => {
    const issue = (path: (string | number)[], message: string): void =>
      context.addIssue({ code: 'custom', path, message });
    if (ownership === 'PERSONAL' && ownerAppId === undefined)
      issue(['ownerAppId'], 'must name the app that a PERSONAL voice belongs to');
    if (ownership === 'COMMUNITY' && ownerAppId !== undefined)
      issue(['ownerAppId'], 'must be left out where ownership is COMMUNITY');
    for (const [index, { code }] of voices.entries()) {
      if (voices.slice(0, index).some((other) => other.code === code))
        issue(['voices', index, 'code'], 'must be there once');
    }
  });
export type VoicePackManifest = z.output<typeof voicePackManifest>;
