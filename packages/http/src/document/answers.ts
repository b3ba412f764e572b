import { OUTPUT_FORMATS } from '@parlance/core/audio';
import { GENDERS } from '@parlance/core/engine';
import { LANGUAGE_CODES } from '@parlance/core/text';
import { z } from 'zod';

const time = z.iso.datetime().meta({ description: 'ISO 8601, UTC.' });
const maybeTime = time.nullable();
const seconds = z.number().min(0).meta({ description: 'Seconds.' });

const errorMembers = z.strictObject({
  code: z.string().meta({ description: 'Of the interface; see docs/errors.md.' }),
  message: z.string().meta({ description: 'What is wrong, the limit, and what came.' }),
});

const errorBody = z.strictObject({ error: errorMembers });
const legacyErrorBody = z.strictObject({
  status: z.literal(0),
  error_code: z.string(),
  error_message: z.string(),
  result: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'The request as it stands, when a direct synthesis failed.' }),
});
const voiceListErrorBody = z.strictObject({
  result: z.null(),
  status: z.literal(0),
  error: errorMembers,
});

const speechAccepted = z.strictObject({
  requestId: z.string(),
  status: z.literal('PROCESSING'),
  warnings: z
    .array(z.string())
    .optional()
    .meta({ description: 'What will be read otherwise than the SSML says, each with its line and column.' }),
});

const speechRequest = z.strictObject({
  requestId: z.string(),
  status: z.enum(['PROCESSING', 'COMPLETED', 'FAILED']),
  audioLink: z
    .url()
    .optional()
    .meta({ description: 'With COMPLETED; good for three minutes, a fresh one each time.' }),
  wordsLink: z
    .url()
    .optional()
    .meta({ description: 'With `timings`: the times of words as JSON, `{ "words": [...] }`.' }),
  subtitlesLink: z.url().optional().meta({ description: 'With `timings`: the same as WebVTT.' }),
  error: errorMembers.optional().meta({ description: 'With FAILED.' }),
  error_code: z.string().optional(),
  error_message: z.string().optional(),
});

const word = z.strictObject({ text: z.string(), startTime: seconds, endTime: seconds });

const utterance = word.extend({
  channel: z.int().min(0).optional().meta({ description: 'With `channels: "separate"`: from 0.' }),
  words: z.array(word).optional().meta({ description: 'Where `words` were asked for.' }),
});

const transcript = z.strictObject({
  transcriptId: z.string(),
  status: z.enum(['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED']),
  transcript: z.string().meta({ description: 'The texts of all utterances.' }),
  utterances: z.array(utterance),
  language: z.string().optional().meta({
    description: 'Where the recognizer says which language it heard in most of the speech: BCP 47.',
  }),
  audioDurationSeconds: z.int().min(0).meta({ description: 'Rounded up; what is charged.' }),
  errorMessage: z.string().optional().meta({ description: 'With FAILED.' }),
});

const voice = z.strictObject({
  code: z.string(),
  name: z.string(),
  gender: z.enum(GENDERS),
  language_code: z.enum(LANGUAGE_CODES),
  demo: z
    .string()
    .meta({ description: 'Address of a sample that needs no credentials; empty when there is none.' }),
  credit_factor: z.number().meta({ description: 'Credits for a character.' }),
});

const voiceList = z.strictObject({
  result: z.strictObject({
    voices: z.array(voice),
    pagination: z.strictObject({
      has_next_page: z.boolean(),
      has_prev_page: z.boolean(),
      next_cursor: z.string().meta({ description: 'Empty on the last page.' }),
      prev_cursor: z.string().nullable(),
    }),
  }),
  status: z.literal(1),
});

const legacyMembers = {
  request_id: z.string(),
  app_id: z.string(),
  characters: z.int(),
  voice_code: z.string(),
  audio_type: z.enum(OUTPUT_FORMATS),
  speed_rate: z.number(),
  sample_rate: z.string(),
  bitrate: z.number(),
  created_at: time,
  status: z.enum(['PROCESSING', 'SUCCESS', 'FAILURE']),
  audio_link: z.url().optional(),
  error_code: z.string().optional(),
  error_message: z.string().optional(),
};

const legacyResult = z.strictObject(legacyMembers);
const legacyAnswer = z.strictObject({ status: z.literal(1), result: legacyResult });

const health = z.strictObject({ status: z.literal('ok') });
const readiness = z.strictObject({
  status: z.enum(['ready', 'not ready']),
  problems: z
    .array(z.string())
    .meta({ description: 'One line for each part that is not ready, with the remedy.' }),
});

const amount = z.number().nullable().meta({ description: 'Exact to the last digit; null: unlimited.' });

const appView = z.strictObject({
  appId: z.string(),
  name: z.string(),
  createdAt: time,
  expiresAt: maybeTime,
  revokedAt: maybeTime,
  ttsConcurrency: z.int(),
  sttConcurrency: z.int(),
  requestsPerMinute: z.int().nullable(),
  lastUsedAt: maybeTime,
  credits: amount,
  seconds: amount,
  usage: z
    .strictObject({
      syntheses: z.int(),
      transcriptions: z.int(),
      credits: z.number(),
      seconds: z.number(),
    })
    .optional()
    .meta({ description: 'Of the last 30 days; in the answers about one app.' }),
});

const createdApp = z.strictObject({
  appId: z.string(),
  name: z.string(),
  token: z.string().meta({ description: 'Shown in this answer and never again.' }),
  webhookSecret: z.string(),
  expiresAt: maybeTime,
});

const appList = z.strictObject({ apps: z.array(appView), nextCursor: z.string().nullable() });

const newWebhookSecret = z.strictObject({
  appId: z.string(),
  webhookSecret: z.string(),
  oldSecretSignsUntil: maybeTime.meta({
    description: 'Until when the secret that this one replaced signs beside it.',
  }),
});

const reportedRequest = z.strictObject({
  requestId: z.string(),
  appId: z.string(),
  type: z.enum(['synthesis', 'transcription']),
  kind: z.enum(['batch', 'legacy', 'live', 'session']),
  status: z.enum(['processing', 'success', 'failed']),
  createdAt: time,
  finishedAt: maybeTime,
  progress: z
    .strictObject({ done: z.number(), total: z.number() })
    .meta({ description: 'Characters of a synthesis, seconds of a transcription.' }),
  error: errorMembers.nullable(),
});

const requestList = z.strictObject({ requests: z.array(reportedRequest), nextCursor: z.string().nullable() });

const counts = z.strictObject({ processing: z.int(), success: z.int(), failed: z.int() });
const sorts = { synthesis: counts, transcription: counts };
const overview = z.strictObject({
  ...sorts,
  series: z
    .array(z.strictObject({ at: time, ...sorts }))
    .meta({ description: 'A point for each hour or day, by its start.' }),
  rejected: z.array(z.strictObject({ status: z.int(), code: z.string(), count: z.int() })).meta({
    description: 'Calls of all apps that were refused, by whole hours; the most frequent reason first.',
  }),
});

const delivery = z.strictObject({
  deliveryId: z.string().meta({ description: 'The webhook-id, the same at every attempt.' }),
  appId: z.string(),
  requestId: z.string(),
  url: z.string(),
  state: z.enum(['pending', 'delivered', 'dead']),
  attempts: z.array(
    z.strictObject({
      at: time,
      durationMs: z.number(),
      status: z.int().nullable(),
      problem: z.string().nullable(),
      replayedAt: time.optional(),
    }),
  ),
  createdAt: time,
  nextAttemptAt: maybeTime,
  endedAt: maybeTime,
});

const deliveryList = z.strictObject({ deliveries: z.array(delivery), nextCursor: z.string().nullable() });

const requestDetail = z.strictObject({
  ...reportedRequest.shape,
  characters: z.int().nullable(),
  voiceCode: z.string().nullable(),
  format: z
    .strictObject({
      container: z.string(),
      sampleRateHz: z.int(),
      bitrateKbps: z.number().optional(),
    })
    .nullable(),
  startedAt: maybeTime,
  credits: amount,
  seconds: amount,
  deliveries: z.array(delivery),
  audioUrl: z.url().nullable(),
});

const session = z.strictObject({ signedIn: z.literal(true), expiresAt: time });
const rotatedToken = z.strictObject({
  appId: z.string(),
  token: z.string(),
  expiresAt: maybeTime,
  oldTokenGoodUntil: maybeTime.meta({ description: 'null: it ended at once.' }),
});

const clientToken = z.strictObject({
  appId: z.string(),
  token: z.string(),
  expiresAt: time,
  maxUses: z.int().nullable().meta({ description: 'null: any number.' }),
});

const shortToken = z.strictObject({ appId: z.string(), token: z.string(), expiresAt: time });
const keyIds = z.strictObject({
  keyIds: z.array(z.string()).meta({ description: 'That of the new one first.' }),
});

const ledger = z.strictObject({
  entries: z.array(
    z.strictObject({
      at: time,
      unit: z.enum(['credits', 'seconds']),
      kind: z.enum(['grant', 'reserve', 'release', 'charge']),
      amount: z.number().meta({ description: 'With its sign.' }),
      reference: z.string(),
      entryId: z.string(),
    }),
  ),
});

const percentiles = z.strictObject({ p50: z.number().nullable(), p95: z.number().nullable() });
const liveState = z.strictObject({
  queue: z.strictObject({ jobs: z.record(z.string(), z.int()) }),
  workers: z.array(
    z.strictObject({
      engine: z.string(),
      busy: z.int(),
      size: z.int(),
      loadState: z.enum(['unloaded', 'loading', 'loaded']).nullable().meta({
        description:
          'Whether its model is loaded. An engine that is not the default loads for its first call. null: it does not say.',
      }),
      problem: z
        .string()
        .nullable()
        .meta({ description: 'Why it can serve nothing now; null while it can.' }),
    }),
  ),
  sessions: z.strictObject({ open: z.int() }),
  live: z.strictObject({ syntheses: z.int() }),
  latency: z.strictObject({ firstAudioMs: percentiles, finalMs: percentiles }),
});

const managedModel = z.strictObject({
  id: z.string(),
  title: z.string(),
  kind: z.string().meta({
    description: 'synthesis, recognition, online-recognition, voice-activity, punctuation or data.',
  }),
  family: z.string(),
  languages: z.array(z.string()),
  licence: z.string(),
  licenceUrl: z.string(),
  licenceNotice: z.string().nullable(),
  sizeBytes: z.int(),
  downloadBytes: z.int().nullable(),
  state: z.enum(['available', 'installing', 'installed']),
  progress: z
    .strictObject({
      phase: z.enum(['download', 'verify', 'convert', 'install']),
      doneBytes: z.int(),
      totalBytes: z.int().meta({ description: '0: not known yet.' }),
    })
    .nullable(),
  error: errorMembers.nullable().meta({ description: 'Why the last install failed.' }),
  isInUse: z.boolean().meta({ description: 'Its voices or its recognizer are offered.' }),
  isDeclared: z.boolean().meta({ description: 'Settings or defaults of a plugin name it.' }),
  isDefault: z.boolean(),
  voices: z.array(z.string()).meta({ description: 'Codes.' }),
  requiredBy: z.array(z.string()).meta({ description: 'Installed models that need it.' }),
  memoryBytes: z.int().nullable().meta({ description: 'Of the workers of this process; null: not loaded.' }),
  measured: z
    .strictObject({ audioSeconds: z.number(), realTimeFactor: z.number() })
    .nullable()
    .meta({ description: 'Of the work that it did in this process: seconds of work for a second of audio.' }),
});

const modelOverview = z.strictObject({
  directory: z.string(),
  defaultVoice: z.string().nullable(),
  defaultRecognizer: z.string().nullable(),
  models: z.array(managedModel),
});

const voicePack = z.strictObject({
  packId: z.string(),
  addedAt: time,
  family: z.string(),
  licence: z.string(),
  ownership: z.enum(['COMMUNITY', 'PERSONAL']),
  ownerAppId: z.string().nullable().meta({ description: 'The app that alone has the voices.' }),
  voices: z.array(z.strictObject({ code: z.string(), name: z.string(), languageCode: z.string() })),
  sizeBytes: z.int(),
  isInUse: z
    .boolean()
    .meta({ description: 'This process offers its voices; another one may still be fetching the files.' }),
  error: errorMembers.nullable().meta({ description: 'Why this process lacks it.' }),
  usedAs: z.array(z.string()).meta({ description: 'Why it is not removed without `force`.' }),
});

const operatorVoice = z.strictObject({
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
});

const operatorVoices = z.strictObject({ voices: z.array(operatorVoice) });

const audit = z.strictObject({
  entries: z.array(
    z.strictObject({
      entryId: z.string(),
      createdAt: time,
      actor: z.enum(['token', 'session', 'command-line', 'nobody']),
      sessionId: z.string().nullable(),
      action: z.string(),
      target: z.string().nullable(),
      address: z.string().nullable(),
    }),
  ),
  nextCursor: z.string().nullable(),
});

/** Bodies of answers, by the names that the document gives them. Tests hold what routes really answer to them. */
export const ANSWERS = {
  Error: errorBody,
  LegacyError: legacyErrorBody,
  VoiceListError: voiceListErrorBody,
  SpeechAccepted: speechAccepted,
  SpeechRequest: speechRequest,
  Transcript: transcript,
  Voice: voice,
  VoiceList: voiceList,
  LegacyAnswer: legacyAnswer,
  Health: health,
  Readiness: readiness,
  App: appView,
  CreatedApp: createdApp,
  AppList: appList,
  NewWebhookSecret: newWebhookSecret,
  RequestList: requestList,
  Overview: overview,
  Delivery: delivery,
  DeliveryList: deliveryList,
  RequestDetail: requestDetail,
  Session: session,
  RotatedToken: rotatedToken,
  ClientToken: clientToken,
  ShortToken: shortToken,
  KeyIds: keyIds,
  DatabaseCopy: z.strictObject({ folder: z.string() }),
  Ledger: ledger,
  LiveState: liveState,
  OperatorVoice: operatorVoice,
  OperatorVoices: operatorVoices,
  ManagedModel: managedModel,
  ModelOverview: modelOverview,
  VoicePack: voicePack,
  VoicePacks: z.strictObject({ voicePacks: z.array(voicePack) }),
  Audit: audit,
} as const;
export type AnswerName = keyof typeof ANSWERS;
