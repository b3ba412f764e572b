import { z } from 'zod';
import { OUTPUT_FORMATS } from '../../audio/output-format.ts';
import { callerUrl } from '../../input/caller-url.ts';
import { numberBetween, oneOf } from '../../input/number-input.ts';
import { parseInput } from '../../input/parse-input.ts';
import { LIMITS } from '../../limits/limits.ts';
import { DEFAULT_PAUSES, type PausePlan } from '../../text/pause-plan.ts';
import { countChars } from '../../text/speakable.ts';
import { callVocabulary } from '../../vocabulary/vocabulary-input.ts';

const { synthesis, pauses } = LIMITS;

const numberFrom = (values: readonly number[]) =>
  z
    .number(oneOf(values))
    .refine((value) => values.includes(value), oneOf(values))
    .meta({ enum: [...values] });

const pause = (member: keyof PausePlan, minSeconds: number = pauses.minSeconds) =>
  numberBetween(minSeconds, pauses.maxSeconds, ' seconds')
    .default(DEFAULT_PAUSES[member])
    .meta({ description: 'Seconds.' });

export const trimmedText = (maxChars: number) =>
  z
    .string('must be a string')
    .transform((text) => text.trim())
    .superRefine((text, context) => {
      const chars = countChars(text);
      if (chars === 0) context.addIssue({ code: 'custom', message: 'must not be empty' });
      else if (chars > maxChars) {
        context.addIssue({ code: 'custom', message: `has ${chars} characters; the limit is ${maxChars}` });
      }
    })
    .meta({ minLength: 1, maxLength: maxChars, description: 'Code points after trimming are counted.' });

export const TEXT_TYPES = ['text', 'ssml'] as const;
/** Whether a text is plain, or a document that describes how it is spoken. */
export type TextType = (typeof TEXT_TYPES)[number];

export const textType = z
  .enum(TEXT_TYPES, oneOf(TEXT_TYPES))
  .meta({
    description:
      '`ssml`: the text is a `<speak>` document, of which the characters that are spoken count. Absent: `text`.',
  })
  .optional();

/** The schema of a request for each type of text. */
export type ByTextType<Schema> = Readonly<Record<TextType, Schema>>;

export const byTextType = <Schema>(schemaOf: (type: TextType) => Schema): ByTextType<Schema> => ({
  text: schemaOf('text'),
  ssml: schemaOf('ssml'),
});

const textTypeInput = z.object({ textType });

/**
 * The schema of a request, by its `textType`.
 *
 * @throws SpeechError `INVALID_INPUT` for a type that does not exist
 */
export function schemaFor<Schema>(schemas: ByTextType<Schema>, request: unknown): Schema {
  // If it is not an object, the schema reports it.
  const isObject = typeof request === 'object' && request !== null;
  return schemas[(isObject && parseInput(textTypeInput, request).textType) || 'text'];
}

/** A document may be longer than its spoken text, which is counted when the document is read. */
const textOf = (type: TextType, maxChars: number) =>
  trimmedText(type === 'ssml' ? maxChars * LIMITS.ssml.maxMarkupFactor : maxChars);

export const voiceCode = z.string('must be a string').trim().min(1, 'must not be empty');
export const bitrate = numberFrom(synthesis.bitratesKbps)
  .meta({
    description: `kbps of an MP3. Absent: ${synthesis.defaultBitrateKbps}, or the highest that fits the rate.`,
  })
  .optional();
export const speed = numberBetween(synthesis.minSpeed, synthesis.maxSpeed)
  .default(synthesis.defaultSpeed)
  .meta({ description: 'Reading speed.' });
/** Whether the times of words are requested. */
export const timings = z
  .enum(['word'], 'must be "word"')
  .meta({ description: '`word`: when each word of the text is said. Absent: nothing.' })
  .optional();
/** The first unit of a live answer: one short clause, or a whole sentence. */
export const latency = z.enum(['lowest', 'natural'], 'must be "lowest" or "natural"');
export const sampleRate = numberFrom(synthesis.sampleRatesHz)
  .meta({ description: 'Hz, up to what the voice has. Absent: the highest of these.' })
  .optional();

/** Terms of this call, in addition to its app's. */
export const vocabulary = callVocabulary.optional();

/** `mode` of every create request. */
export const modeInput = z.object({
  mode: z.enum(['async', 'sync'], 'must be "async" or "sync"'),
});

/** Body of Create speech, realtime, with the operator's limit of text. Unknown members are dropped. */
export const liveSynthesisInputOf = (maxTextChars: number, type: TextType = 'text') =>
  z.object({
    text: textOf(type, maxTextChars),
    textType,
    voiceCode,
    outputFormat: z.enum(OUTPUT_FORMATS, oneOf(OUTPUT_FORMATS)).default('mp3'),
    bitrate,
    speed,
    sampleRate,
    vocabulary,
  });
export const liveSynthesisInput = liveSynthesisInputOf(synthesis.maxLiveTextChars);
export type LiveSynthesisInput = z.output<typeof liveSynthesisInput>;

const clientPause = z.object(
  {
    majorBreak: pause('majorBreak'),
    mediumBreak: pause('mediumBreak'),
    paragraphBreak: pause('paragraphBreak', pauses.minParagraphSeconds),
    sentenceBreak: pause('sentenceBreak'),
  },
  'must be an object',
);

const emphasisMessage = `must be an integer from ${synthesis.minEmphasis} to ${synthesis.maxEmphasis}, a multiple of ${synthesis.emphasisStep}`;

const emphasisIntensity = z
  .number(emphasisMessage)
  .refine(
    (value) =>
      Number.isInteger(value / synthesis.emphasisStep) &&
      value >= synthesis.minEmphasis &&
      value <= synthesis.maxEmphasis,
    emphasisMessage,
  )
  .meta({
    minimum: synthesis.minEmphasis,
    maximum: synthesis.maxEmphasis,
    multipleOf: synthesis.emphasisStep,
    description: 'For voices that support emphasis; others ignore it.',
  })
  .optional();

const batchMembers = {
  textType,
  vocabulary,
  timings,
  bitrate,
  speed,
  sampleRate,
  emphasisIntensity,
  clientPause: clientPause.optional(),
};

/** Body of Create speech, batch. Unknown members are dropped. `pcm` is accepted and fails later, as the interface requires. */
export const batchSynthesisInputOf = (type: TextType) =>
  z.object({
    text: textOf(type, synthesis.maxBatchTextChars),
    ...batchMembers,
    voiceCode,
    outputFormat: z.enum(OUTPUT_FORMATS, oneOf(OUTPUT_FORMATS)).default('mp3'),
    webhookUrl: callerUrl,
  });
export const batchSynthesisInput = batchSynthesisInputOf('text');
/** For callers of the legacy endpoint a webhook is optional. */
export type BatchSynthesisInput = Omit<z.output<typeof batchSynthesisInput>, 'webhookUrl'> & {
  readonly webhookUrl?: string | undefined;
};

/**
 * Input of in-process callers: the batch body without its address. Unknown members are refused: since no
 * other version of the interface sends them, they must be misspelt.
 */
export const speakInputOf = (type: TextType) =>
  z.strictObject({
    text: textOf(type, synthesis.maxBatchTextChars),
    ...batchMembers,
    clientPause: clientPause.strict().optional(),
    voiceCode: voiceCode.optional(),
    outputFormat: z.enum(OUTPUT_FORMATS, oneOf(OUTPUT_FORMATS)).default('wav'),
  });
export const speakInput = speakInputOf('text');
/** The input before parsing, in which members with a default are optional. */
export type SpeakInput = z.input<typeof speakInput>;
