import { z } from 'zod';
import { LIMITS } from '../limits/limits.ts';
import { SETTING_LIMITS } from '../limits/setting-limits.ts';
import { retentionSettings } from '../maintenance/retention-settings.ts';
import { INVERSE_NORMALIZATION_LANGUAGES } from '../session/speech/inverse-normalize.ts';
import { latency } from '../synthesis/request/synthesis-input.ts';
import { networkList } from './network-list.ts';
import { PROFILES } from './profile.ts';
import { splitList } from './setting-list.ts';

const realtimeVoicesMessage = 'must name one or more different voice codes, or be "all"';

const atMost = ({ most }: { readonly most: number }): string => `must be at most ${most}`;

const concurrency = (appsOf: string) =>
  z
    .int(`must be a whole number of ${appsOf}`)
    .min(1, 'must be at least 1')
    .max(SETTING_LIMITS.concurrency.most, atMost(SETTING_LIMITS.concurrency))
    .default(SETTING_LIMITS.concurrency.default);

const maxLive = (what: string) =>
  z
    .int(`must be a whole number of ${what}`)
    .min(1, 'must be at least 1')
    .max(SETTING_LIMITS.maxLive.most, atMost(SETTING_LIMITS.maxLive))
    .nullable()
    .default(SETTING_LIMITS.maxLive.default);

const { most: longestRetrySeconds, mostWaits } = SETTING_LIMITS.webhookRetrySeconds;
const retryMessage = `must be a list of seconds, each from 0 to ${longestRetrySeconds}`;

/** Settings of a speech service. Unknown members are refused, so that a misspelt setting is not silently ignored. */
export const speechSettings = z.strictObject({
  /** The voice of in-process calls that name none. Absent: `joe`, or without it the best available voice. */
  defaultVoice: z.string().min(1, 'must not be empty').optional(),
  /** The voices of `mode: "sync"`: codes, or `"all"`. Absent: {@link DEFAULT_REALTIME_VOICES}. */
  realtimeVoices: z
    .union([z.string(), z.array(z.string().min(1))], realtimeVoicesMessage)
    .transform(splitList)
    .refine((codes) => codes.length > 0 && new Set(codes).size === codes.length, realtimeVoicesMessage)
    .optional(),
  /** Folders that are voice packs, or contain some. */
  voicePacks: z.array(z.string().min(1, 'must not be empty'), 'must be a list of folders').default([]),
  /** Voices that belong to one app, by code: `{ "joe": "the-app-id" }`. Nobody else sees or uses them. */
  personalVoices: z
    .record(
      z.string(),
      z.string('must be an App ID').min(1, 'must be an App ID'),
      'must map voice codes to App IDs',
    )
    .default({}),
  /** `process`: native code runs in supervised child processes and can't end this one. `thread`: saves their memory. */
  isolation: z.enum(['process', 'thread'], 'must be "process" or "thread"').default('process'),
  /** `small`: for a machine with 1 GB of memory. Changes other default values, and engines save memory instead of time. */
  profile: z.enum(PROFILES, 'must be "default" or "small"').default('default'),
  /** `lowest`: a live answer begins with one short clause. `natural`: with a whole sentence. */
  latency: latency.default('lowest'),
  /**
   * Minutes without work after which an engine that is not one of the defaults releases its memory. The next call waits for it to
   * load. `null`: never.
   */
  idleUnloadMinutes: z
    .number('must be a number of minutes')
    .positive('must be more than 0')
    .max(SETTING_LIMITS.idleUnloadMinutes.most, atMost(SETTING_LIMITS.idleUnloadMinutes))
    .nullable()
    .default(SETTING_LIMITS.idleUnloadMinutes.default),
  /** Whether a server loads the engines of the default voice and the default recognizer at its start and keeps them loaded. */
  keepDefaultsLoaded: z.boolean('must be true or false').default(true),
  /** Memory for the cache of synthesized segments of live requests, in MiB. 0: no cache. */
  segmentCacheMib: z
    .int('must be a whole number of MiB')
    .min(0, 'must be at least 0')
    .max(SETTING_LIMITS.segmentCacheMib.most, atMost(SETTING_LIMITS.segmentCacheMib))
    .default(SETTING_LIMITS.segmentCacheMib.default),
  /**
   * Memory of the control group, or of the machine, that is left free, in MiB: live calls are refused and models are not loaded where less would
   * remain. 0: nobody looks. Linux only.
   */
  memoryReserveMib: z
    .int('must be a whole number of MiB')
    .min(0, 'must be at least 0')
    .max(SETTING_LIMITS.memoryReserveMib.most, atMost(SETTING_LIMITS.memoryReserveMib))
    .default(SETTING_LIMITS.memoryReserveMib.default),
  /** Live syntheses at once for apps that were created without their own limit. */
  ttsConcurrency: concurrency('live syntheses'),
  /** Live recognitions at once for apps that were created without their own limit. */
  sttConcurrency: concurrency('live recognitions'),
  /** Live syntheses at once in this process, streams included, of all apps together. `null`: as many as the apps may have. */
  maxLiveSyntheses: maxLive('live syntheses'),
  /** Live recognitions at once in this process: sessions, and recordings that are transcribed while their caller waits. */
  maxLiveRecognitions: maxLive('live recognitions'),
  /**
   * The longest expected wait of a live call for a worker, from the measured times of units; a call that would wait longer is refused.
   * In seconds. `null`: none is refused.
   */
  maxLiveWaitSeconds: z
    .number('must be a number of seconds')
    .positive('must be more than 0')
    .max(SETTING_LIMITS.maxLiveWaitSeconds.most, atMost(SETTING_LIMITS.maxLiveWaitSeconds))
    .nullable()
    .default(SETTING_LIMITS.maxLiveWaitSeconds.default),
  /** The longest text of live synthesis, in code points; a longer one needs a job. */
  liveTextMaxChars: z
    .int('must be a whole number of characters')
    .min(LIMITS.synthesis.maxLiveTextChars, `must be at least ${LIMITS.synthesis.maxLiveTextChars}`)
    .max(LIMITS.synthesis.mostMaxLiveTextChars, `must be at most ${LIMITS.synthesis.mostMaxLiveTextChars}`)
    .default(LIMITS.synthesis.maxLiveTextChars),
  /** How long a session of live recognition may last. */
  sessionMaxSeconds: z
    .int('must be a whole number of seconds')
    .min(LIMITS.session.maxSeconds, `must be at least ${LIMITS.session.maxSeconds}`)
    .max(LIMITS.session.mostMaxSeconds, `must be at most ${LIMITS.session.mostMaxSeconds}`)
    .default(LIMITS.session.maxSeconds),
  /** Silence that separates two utterances of a recording, in milliseconds. */
  utteranceSilenceMs: z
    .int('must be a whole number of milliseconds')
    .min(
      SETTING_LIMITS.utteranceSilenceMs.least,
      `must be at least ${SETTING_LIMITS.utteranceSilenceMs.least}`,
    )
    .max(SETTING_LIMITS.utteranceSilenceMs.most, atMost(SETTING_LIMITS.utteranceSilenceMs))
    .default(SETTING_LIMITS.utteranceSilenceMs.default),
  /**
   * Formats of recordings on `POST /v1/stt`. `any`: also MP3, FLAC, Ogg Vorbis and Opus, and with ffmpeg installed whatever it reads.
   * In-process calls, the command line and OpenAI's endpoints always accept all of them.
   */
  recordingFormats: z.enum(['wav', 'any'], 'must be "wav" or "any"').default('wav'),
  /** Whether voices read amounts, dates, units and the like as people do, by the rules of their language: "$42" as "forty-two dollars". */
  textNormalization: z.boolean('must be true or false').default(true),
  /** Whether live recognition writes spoken numbers in digits, by the rules of a language: "25%". Default: as they are spoken. */
  inverseTextNormalization: z
    .enum(['none', ...INVERSE_NORMALIZATION_LANGUAGES], 'must be "none" or "en"')
    .default('none'),
  /** Networks that webhooks and `audioUrl` may reach in addition to the public internet: `10.1.0.0/16`, `fd00:1::/48` or one address. */
  allowNetworks: networkList(),
  /** Waits between the attempts of a webhook, in seconds, before a jitter of up to -20 %. Absent: ten attempts in 72 hours. */
  webhookRetrySeconds: z
    .array(z.number(retryMessage).min(0, retryMessage).max(longestRetrySeconds, retryMessage), retryMessage)
    .max(mostWaits, `must have at most ${mostWaits} waits`)
    .optional(),
  /** How many batch requests of one kind may wait or run before the next one is refused. */
  maxWaitingJobs: z
    .int('must be a whole number of jobs')
    .min(1, 'must be at least 1')
    .max(SETTING_LIMITS.maxWaitingJobs.most, atMost(SETTING_LIMITS.maxWaitingJobs))
    .default(SETTING_LIMITS.maxWaitingJobs.default),
  retention: retentionSettings,
});
export type SpeechSettings = z.output<typeof speechSettings>;
export type SpeechSettingsInput = z.input<typeof speechSettings>;
