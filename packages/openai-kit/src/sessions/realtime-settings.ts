import { SEGMENTER_DEFAULTS } from '@parlance/core/segmentation';
import { z } from 'zod';

const MAX_NAME_CHARS = 128;
const silenceMessage = 'must be a whole number of milliseconds from 100 to 10000';
const name = z
  .string('must be a string')
  .max(MAX_NAME_CHARS, `must have at most ${MAX_NAME_CHARS} characters`);
const silenceMs = z.int(silenceMessage).min(100, silenceMessage).max(10_000, silenceMessage);

/** The settings of a session that a client may choose. Others are not supported, and the answers show their actual values. */
export const realtimeSettings = z.object({
  format: z.enum(['audio/pcm', 'audio/pcmu', 'audio/pcma']),
  /** Silence that ends an utterance; `null`: the client commits. */
  silenceMs: silenceMs.nullable(),
  /** Returned to the client, but has no effect. */
  model: name.nullable(),
  language: name.nullable(),
});
export type RealtimeSettings = z.output<typeof realtimeSettings>;
/** The settings to change; the others stay unchanged. */
export type SettingsChange = {
  readonly [Name in keyof RealtimeSettings]?: RealtimeSettings[Name] | undefined;
};

const DEFAULT_SILENCE_MS = 500;
export const DEFAULT_SETTINGS: RealtimeSettings = {
  format: 'audio/pcm',
  silenceMs: DEFAULT_SILENCE_MS,
  model: null,
  language: null,
};

export function rateOf({ format }: Pick<RealtimeSettings, 'format'>): number {
  return format === 'audio/pcm' ? 24_000 : 8000;
}

export function withChange(before: RealtimeSettings, change: SettingsChange): RealtimeSettings {
  const named = Object.entries(change).filter(([, value]) => value !== undefined);
  return { ...before, ...Object.fromEntries(named) };
}

const transcription = z
  .object({ model: name.optional(), language: name.nullish() }, 'must be an object')
  .nullish()
  .meta({ description: '`language` chooses the recognizer; `model` has no effect.' });
const turnDetection = z
  .object(
    {
      type: z.literal('server_vad', 'must be server_vad; or turn_detection is null, and the client commits'),
      silence_duration_ms: silenceMs.default(DEFAULT_SILENCE_MS),
    },
    'must be an object or null',
  )
  .nullish()
  .meta({ description: '`null`: the client commits.' });
const format = z.discriminatedUnion(
  'type',
  [
    z.object({
      type: z.literal('audio/pcm'),
      rate: z.literal(24_000, 'must be 24000').optional(),
    }),
    z.object({ type: z.literal('audio/pcmu') }),
    z.object({ type: z.literal('audio/pcma') }),
  ],
  'must be an object whose type is audio/pcm, audio/pcmu or audio/pcma',
);

/** The change that both forms of a session share. */
function changeOf(
  given: RealtimeSettings['format'] | undefined,
  asked: z.output<typeof transcription>,
  turns: z.output<typeof turnDetection>,
): SettingsChange {
  return {
    format: given,
    silenceMs: turns === null ? null : turns?.silence_duration_ms,
    model: asked?.model,
    language: asked?.language,
  };
}

/** `session` of `session.update` and of `client_secrets`. */
export const sessionInput = z
  .object(
    {
      type: z.literal('transcription', 'must be transcription: this server holds no conversations'),
      audio: z
        .object({
          input: z
            .object({ format: format.optional(), transcription, turn_detection: turnDetection })
            .optional(),
        })
        .optional(),
    },
    'must be an object',
  )
  .transform(({ audio: { input } = {} }) =>
    changeOf(input?.format?.type, input?.transcription, input?.turn_detection),
  );

const BETA_FORMATS = { pcm16: 'audio/pcm', g711_ulaw: 'audio/pcmu', g711_alaw: 'audio/pcma' } as const;
const betaNames = Object.keys(BETA_FORMATS) as [keyof typeof BETA_FORMATS];

/** `session` of `transcription_session.update`, and the body of `transcription_sessions`. */
export const betaSessionInput = z
  .object(
    {
      input_audio_format: z.enum(betaNames, `must be ${betaNames.join(', ')}`).optional(),
      input_audio_transcription: transcription,
      turn_detection: turnDetection,
    },
    'must be an object',
  )
  .transform(({ input_audio_format: given, input_audio_transcription, turn_detection }) =>
    changeOf(given && BETA_FORMATS[given], input_audio_transcription, turn_detection),
  );

/** The session in the client's form of the protocol. Unsupported settings are missing or have their actual values. */
export function sessionView(id: string, settings: RealtimeSettings, isBeta: boolean): object {
  const { format: type, silenceMs: silence, model, language } = settings;
  const asked = { model, language, prompt: '' };
  const turns = silence === null ? null : { ...DETECTION, silence_duration_ms: silence };
  const base = { id, object: 'realtime.transcription_session' };
  if (isBeta) {
    const [input_audio_format] = betaNames.filter((beta) => BETA_FORMATS[beta] === type);
    return { ...base, input_audio_format, input_audio_transcription: asked, turn_detection: turns };
  }
  const shown = type === 'audio/pcm' ? { type, rate: rateOf(settings) } : { type };
  const input = { format: shown, transcription: asked, noise_reduction: null, turn_detection: turns };
  return { ...base, type: 'transcription', audio: { input }, include: null };
}

/** The detector's actual values; a client's `threshold` and `prefix_padding_ms` have no effect. */
const DETECTION = {
  type: 'server_vad',
  threshold: SEGMENTER_DEFAULTS.speechThreshold,
  prefix_padding_ms: SEGMENTER_DEFAULTS.onsetPaddingMs,
} as const;
