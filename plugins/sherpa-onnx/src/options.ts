import { type Gender, parseOptions, VOICE_OWNERSHIPS, type VoiceOwnership } from '@parlance/core/engine';
import { isLanguageCode, type LanguageCode } from '@parlance/core/text';
import { z } from 'zod';
import { ONLINE_FAMILIES, type OnlineFamilyName } from './families/online-families.ts';
import { RECOGNITION_FAMILIES, type RecognitionFamilyName } from './families/recognition-families.ts';
import { SYNTHESIS_FAMILIES, type SynthesisFamilyName } from './families/synthesis-families.ts';
import { knownModel, licenceOf } from './host/known-models.ts';
import { KNOWN_VOICES } from './host/known-voices.ts';

/** A voice of an installed model. */
export interface VoiceOptions {
  /** Shown to callers as `voiceCode`; unique in one service. */
  readonly code: string;
  readonly name: string;
  readonly gender: Gender;
  readonly languageCode: LanguageCode;
  /** Id of the model in the catalogue. Voices of one model share its workers. */
  readonly model: string;
  /** Default: from the catalogue. Required for a model that is not in it. */
  readonly family?: SynthesisFamilyName;
  /** The rate of the model's audio, in Hz; compared with the model when it loads. */
  readonly nativeRateHz: number;
  /** Index of the speaker, in a model with several. Default 0. */
  readonly speakerId?: number;
  readonly extraRatesHz?: readonly number[];
  /** Default `'1'`. */
  readonly creditFactor?: string;
  /** Default `SERVICE`. */
  readonly ownership?: VoiceOwnership;
  readonly ownerAppId?: string;
  /** SPDX identifier. Default: from the catalogue, otherwise `LicenseRef-unknown`. */
  readonly licence?: string;
}

/** A model that recognizes speech. */
export interface RecognizerOptions {
  /** Id of the model in the catalogue. */
  readonly model: string;
  /** Default: from the catalogue. Required for a model that is not in it. */
  readonly family?: RecognitionFamilyName | OnlineFamilyName;
  /** BCP 47 primary languages, or `['*']`. Default: from the catalogue. */
  readonly languages?: readonly string[];
  /** The language for Whisper and SenseVoice. Default: they detect it. */
  readonly language?: string;
}

/** Options of {@link sherpaOnnx}. Every member has a default. */
export interface SherpaOnnxOptions {
  /** Voices, or codes of voices in the catalogue: `joe`, `thorsten`. Default `['joe']`. */
  readonly voices?: readonly (string | VoiceOptions)[];
  /** Recognizers, or their ids in the catalogue; the first that supports a language is used. Default `['moonshine-tiny-en']`. */
  readonly recognizers?: readonly (string | RecognizerOptions)[];
  /** `false` for no detector. */
  readonly voiceActivity?:
    | false
    | {
        /** Id of a Silero model in the catalogue. Default `silero-vad`. */
        readonly model?: string;
        /** Probability at which a window is speech, above 0 and below 1. Default 0.5. */
        readonly threshold?: number;
      };
  /**
   * Worker threads of each model, 1 to 64. Each processes one unit at a time; in a child process they share one copy of the model, and live requests
   * have another. Default: one for each core; in a service that saves memory a single one, with one copy.
   */
  readonly threads?: { readonly synthesis?: number; readonly recognition?: number };
  /** How many live streams one thread of a streaming recognizer has, 1 to 1000. Default 64. */
  readonly streamsPerThread?: number;
}

const names = <Name extends string>(families: Readonly<Record<Name, unknown>>) =>
  z.enum(Object.keys(families) as [Name, ...Name[]]);
const synthesisFamily = names<SynthesisFamilyName>(SYNTHESIS_FAMILIES);
const recognitionFamily = names<RecognitionFamilyName | OnlineFamilyName>({
  ...RECOGNITION_FAMILIES,
  ...ONLINE_FAMILIES,
});
/** Absent: depends on whether the service saves memory. */
const threads = z.int().min(1).max(64).optional();
const modelId = z.string().min(1);

const voice = z
  .strictObject({
    code: z.string().min(1),
    name: z.string().min(1),
    gender: z.enum(['male', 'female']),
    languageCode: z.custom<LanguageCode>(
      (value) => typeof value === 'string' && isLanguageCode(value),
      'is no language code of the specification, such as en-US',
    ),
    model: modelId,
    family: synthesisFamily.optional(),
    nativeRateHz: z.int().min(8000).max(48_000),
    speakerId: z.int().min(0).default(0),
    extraRatesHz: z.array(z.int()).optional(),
    creditFactor: z
      .string()
      .regex(/^\d+(\.\d+)?$/, 'must be a decimal number in a string, such as "1.5"')
      .default('1'),
    ownership: z.enum(VOICE_OWNERSHIPS).default('SERVICE'),
    ownerAppId: z.string().min(1).optional(),
    licence: z.string().min(1).optional(),
  })
  .transform((given, context) => {
    const family = given.family ?? synthesisFamily.safeParse(knownModel(given.model)?.family).data;
    if (family !== undefined) return { ...given, family, licence: given.licence ?? licenceOf(given.model) };
    context.addIssue({ code: 'custom', path: ['family'], message: unknownFamily(given.model) });
    return z.NEVER;
  });

/** The code of a known voice is short for its options. */
const voiceOrCode = z.preprocess((given, context) => {
  if (typeof given !== 'string') return given;
  const known = Object.hasOwn(KNOWN_VOICES, given) ? KNOWN_VOICES[given] : undefined;
  if (known !== undefined) return known;
  const message = `no voice of the catalogue has the code "${given}"; docs/voices.md lists them`;
  context.issues.push({ code: 'custom', message, input: given });
  return z.NEVER;
}, voice);

const recognizer = z
  .strictObject({
    model: modelId,
    family: recognitionFamily.optional(),
    languages: z.array(z.string().min(1)).min(1).optional(),
    language: z.string().min(1).optional(),
  })
  .transform((given, context) => {
    const known = knownModel(given.model);
    const family = given.family ?? recognitionFamily.safeParse(known?.family).data;
    const languages = given.languages ?? known?.languages;
    if (family !== undefined && languages !== undefined) return { ...given, family, languages };
    const [path, message] =
      family === undefined
        ? ['family', unknownFamily(given.model)]
        : ['languages', `is needed: model "${given.model}" is not in the catalogue`];
    context.addIssue({ code: 'custom', path: [path], message });
    return z.NEVER;
  });

/** A catalogue id is short for the model without further options. */
const recognizerOrModel = z.preprocess(
  (given) => (typeof given === 'string' ? { model: given } : given),
  recognizer,
);

function unknownFamily(model: string): string {
  const known = knownModel(model);
  if (known === undefined) return `is needed: model "${model}" is not in the catalogue`;
  return `model "${model}" is a ${known.kind} model (${known.family})`;
}

const schema = z.strictObject({
  voices: z
    .array(voiceOrCode)
    .default(() => [voice.parse(KNOWN_VOICES.joe)])
    .superRefine((voices, context) => {
      for (const [index, { code, model, family, nativeRateHz }] of voices.entries()) {
        const before = voices.slice(0, index);
        const issue = (member: string, message: string) =>
          context.addIssue({ code: 'custom', path: [index, member], message });
        if (before.some((other) => other.code === code)) issue('code', `"${code}" is there twice`);
        const sibling = before.find((other) => other.model === model);
        if (sibling && sibling.family !== family)
          issue('family', `is ${sibling.family} in another voice of ${model}`);
        if (sibling && sibling.nativeRateHz !== nativeRateHz)
          issue('nativeRateHz', `is ${sibling.nativeRateHz} in another voice of ${model}`);
      }
    }),
  recognizers: z.array(recognizerOrModel).default(() => [recognizer.parse({ model: 'moonshine-tiny-en' })]),
  voiceActivity: z
    .union([
      z.literal(false),
      z.strictObject({
        model: modelId.default('silero-vad'),
        threshold: z.number().gt(0).lt(1).default(0.5),
      }),
    ])
    .default({ model: 'silero-vad', threshold: 0.5 }),
  threads: z.strictObject({ synthesis: threads, recognition: threads }).prefault({}),
  streamsPerThread: z.int().min(1).max(1000).default(64),
});

/** Options with all defaults filled in. */
export type SherpaOnnxSettings = Readonly<z.infer<typeof schema>>;
export type VoiceSettings = SherpaOnnxSettings['voices'][number];
export type RecognizerSettings = SherpaOnnxSettings['recognizers'][number];

/** @throws SpeechError `INVALID_CONFIG` that names every invalid option by its path */
export function readOptions(options: SherpaOnnxOptions, base = 'sherpaOnnx'): SherpaOnnxSettings {
  return Object.freeze(parseOptions(schema, options, base));
}
