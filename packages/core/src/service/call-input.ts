import { z } from 'zod';
import { GENDERS, VOICE_OWNERSHIPS } from '../engine/voice.ts';
import { numberBetween, oneOf } from '../input/number-input.ts';
import { LIMITS } from '../limits/limits.ts';
import { byTextType, latency, speakInputOf } from '../synthesis/request/synthesis-input.ts';
import { CHANNEL_CHOICES } from '../transcription/speech/recognize-recording.ts';
import { callVocabulary } from '../vocabulary/vocabulary-input.ts';

const { session } = LIMITS;

const yesOrNo = z.boolean('must be true or false');
const language = z.string('must be a language, such as "en-US"').optional();
const signal = z.instanceof(AbortSignal, { error: 'must be an AbortSignal' }).optional();

/** Options of the in-process calls. Unknown members are refused, as in `speakInput`. */
export const speakCallInputs = byTextType((type) =>
  speakInputOf(type).extend({ latency: latency.optional(), cache: yesOrNo.optional(), signal }),
);

/** Options for a text that is still being written. */
export const growingSpeakCallInput = speakCallInputs.text.omit({ text: true, textType: true });

const vocabulary = callVocabulary.optional();

export const transcribeCallInput = z.strictObject({
  language,
  words: yesOrNo.optional(),
  channels: z.enum(CHANNEL_CHOICES, oneOf(CHANNEL_CHOICES)).optional(),
  vocabulary,
  signal,
});

export const listenCallInput = z.strictObject({
  sampleRateHz: z.number('must be the rate of the audio in Hz'),
  interimResults: yesOrNo.default(false),
  speechCompleteTimeoutMs: numberBetween(
    session.minSpeechCompleteTimeoutMs,
    session.maxSpeechCompleteTimeoutMs,
  ).default(session.defaultSpeechCompleteTimeoutMs),
  language,
  vocabulary,
  words: yesOrNo.default(false),
  signal,
});

export const voiceFilterInput = z.strictObject({
  ownership: z.enum(VOICE_OWNERSHIPS, oneOf(VOICE_OWNERSHIPS)).optional(),
  code: z.string('must be a string').optional(),
  languageCode: z.string('must be a string').optional(),
  gender: z.enum(GENDERS, oneOf(GENDERS)).optional(),
});
