import { z } from 'zod';
import { SETTING_LIMITS } from '../limits/setting-limits.ts';
import { corsOrigins } from './cors-origins.ts';
import { networkList } from './network-list.ts';
import { pluginReference } from './plugin-reference.ts';
import { asteriskSettings, wyomingSettings } from './port-settings.ts';
import { settingFlag } from './setting-flag.ts';
import { settingList } from './setting-list.ts';
import { speechSettings } from './speech-settings.ts';
import { tlsSettings } from './tls-settings.ts';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** `auto`: readable lines on a terminal, otherwise JSON. */
export const LOG_FORMATS = ['auto', 'json', 'pretty'] as const;

/** `api` answers callers; `worker` runs jobs: batch requests, webhooks, housekeeping. */
export const SERVER_ROLES = ['api', 'worker'] as const;
export type ServerRole = (typeof SERVER_ROLES)[number];

/** Whether a process has all roles; a role may be named twice. */
export function hasEveryRole(roles: readonly ServerRole[]): boolean {
  return SERVER_ROLES.every((role) => roles.includes(role));
}

const { port, databaseConnections, drainDelaySeconds, drainTimeoutSeconds, adminTokenChars } = SETTING_LIMITS;

const rolesMessage = `must name one or both of ${SERVER_ROLES.join(', ')}`;
const drainDelayMessage = `must be a whole number of seconds from 0 to ${drainDelaySeconds.most}`;
const drainTimeoutMessage = `must be a whole number of seconds from 0 to ${drainTimeoutSeconds.most}`;
const databaseConnectionsMessage = `must be a whole number from ${databaseConnections.least} to ${databaseConnections.most}`;
const portMessage = `must be a whole number from 0 to ${port.most}`;

/** Settings of `parlance serve`: `parlance.config.*`, overridden by the environment. */
export const serverSettings = speechSettings.extend({
  host: z.string().min(1, 'must not be empty').default('127.0.0.1'),
  /** 0: any free port. */
  port: z.int(portMessage).min(0, portMessage).max(port.most, portMessage).default(port.default),
  /** Absent: plain HTTP. */
  tls: tlsSettings.optional(),
  /** Relative to the working directory. */
  dataDir: z.string().min(1, 'must not be empty').default('.parlance'),
  /** Absent: the user's cache folder. */
  modelsDir: z.string().min(1, 'must not be empty').optional(),
  /** The address under which callers reach this server. Absent: host and port. */
  publicUrl: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  /**
   * Proxies whose `X-Forwarded-For`, `-Host` and `-Proto` are trusted. Callers behind any other proxy share its address, for the
   * limit of sign-in attempts and in the log of actions.
   */
  trustedProxies: networkList(),
  /** Origins whose pages may call the endpoints of apps; `*`: any. */
  corsOrigins: corsOrigins(),
  /**
   * Whether a browser on this machine can use the playground without signing in. Ignored behind trusted proxies or with a `publicUrl` that is
   * not a loopback address.
   */
  localPlayground: settingFlag('must be true or false').default(true),
  /** Absent: created at the first start and stored in the data folder. */
  adminToken: z
    .string()
    .min(adminTokenChars.least, `must have at least ${adminTokenChars.least} characters`)
    .optional(),
  logLevel: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  logFormat: z.enum(LOG_FORMATS, `must be one of ${LOG_FORMATS.join(', ')}`).default('auto'),
  /** A PostgreSQL database. Absent: the embedded one in the data folder. */
  databaseUrl: z
    .string()
    .regex(/^postgres(?:ql)?:\/\/./, 'must be an address postgresql://user:password@host:port/database')
    .optional(),
  /** How many connections this process opens to the database of `databaseUrl` at most. */
  databaseConnections: z
    .int(databaseConnectionsMessage)
    .min(databaseConnections.least, databaseConnectionsMessage)
    .max(databaseConnections.most, databaseConnectionsMessage)
    .default(databaseConnections.default),
  /** A bucket for audio. Absent: audio is in the data folder. */
  audioUrl: z
    .string()
    .regex(/^s3:\/\/./, 'must be an address s3://bucket/prefix')
    .optional(),
  /** Which work this process does. Other processes on the same database may do the rest. */
  roles: settingList(z.enum(SERVER_ROLES, `must be one of ${SERVER_ROLES.join(', ')}`), rolesMessage)
    .refine((roles) => roles.length > 0, rolesMessage)
    .default([...SERVER_ROLES]),
  /** After SIGTERM `/readyz` fails for this long while callers are still answered, so that load balancers can send them elsewhere. */
  drainDelaySeconds: z
    .int(drainDelayMessage)
    .min(0, drainDelayMessage)
    .max(drainDelaySeconds.most, drainDelayMessage)
    .default(drainDelaySeconds.default),
  /** How long live work may continue once new work is refused. */
  drainTimeoutSeconds: z
    .int(drainTimeoutMessage)
    .min(0, drainTimeoutMessage)
    .max(drainTimeoutSeconds.most, drainTimeoutMessage)
    .default(drainTimeoutSeconds.default),
  /** Voices for OpenAI's names, `{ "alloy": "joe" }`. Other names get the best available voices. */
  openaiVoices: z
    .record(z.string().min(1), z.string().min(1, 'must not be empty'), 'must map names to voice codes')
    .optional(),
  /** Home Assistant's protocol. Absent, or without a port: off. */
  wyoming: wyomingSettings.optional(),
  /** Asterisk's AudioSocket. Absent, or without a port: off. */
  asterisk: asteriskSettings.optional(),
  /** Plugin packages by name, or with their options. Absent: sherpa-onnx, Flite, and eSpeak NG if it is installed. */
  plugins: z.array(pluginReference, 'must be a list of package names').optional(),
});
export type ServerSettings = z.output<typeof serverSettings>;

/** The environment variable of each setting, which overrides the file. */
export const SETTING_VARIABLES = {
  PARLANCE_HOST: 'host',
  PARLANCE_PORT: 'port',
  PARLANCE_TLS_CERT_FILE: 'tls.certFile',
  PARLANCE_TLS_KEY_FILE: 'tls.keyFile',
  PARLANCE_DATA_DIR: 'dataDir',
  PARLANCE_MODELS_DIR: 'modelsDir',
  PARLANCE_PUBLIC_URL: 'publicUrl',
  PARLANCE_TRUSTED_PROXIES: 'trustedProxies',
  PARLANCE_CORS_ORIGINS: 'corsOrigins',
  PARLANCE_LOCAL_PLAYGROUND: 'localPlayground',
  PARLANCE_ADMIN_TOKEN: 'adminToken',
  PARLANCE_PROFILE: 'profile',
  PARLANCE_DEFAULT_VOICE: 'defaultVoice',
  PARLANCE_REALTIME_VOICES: 'realtimeVoices',
  PARLANCE_LOG_LEVEL: 'logLevel',
  PARLANCE_LOG_FORMAT: 'logFormat',
  PARLANCE_ROLES: 'roles',
  PARLANCE_DRAIN_DELAY_SECONDS: 'drainDelaySeconds',
  PARLANCE_DRAIN_TIMEOUT_SECONDS: 'drainTimeoutSeconds',
  PARLANCE_LIVE_TEXT_MAX_CHARS: 'liveTextMaxChars',
  PARLANCE_SESSION_MAX_SECONDS: 'sessionMaxSeconds',
  PARLANCE_ALLOW_NETWORKS: 'allowNetworks',
  PARLANCE_RECORDING_FORMATS: 'recordingFormats',
  DATABASE_URL: 'databaseUrl',
  PARLANCE_DATABASE_CONNECTIONS: 'databaseConnections',
  AUDIO_URL: 'audioUrl',
  PARLANCE_WYOMING_HOST: 'wyoming.host',
  PARLANCE_WYOMING_PORT: 'wyoming.port',
  PARLANCE_WYOMING_APP_ID: 'wyoming.appId',
  PARLANCE_WYOMING_ANNOUNCE: 'wyoming.announce',
  PARLANCE_ASTERISK_HOST: 'asterisk.host',
  PARLANCE_ASTERISK_PORT: 'asterisk.port',
  PARLANCE_ASTERISK_APP_ID: 'asterisk.appId',
  PARLANCE_ASTERISK_GREETING: 'asterisk.greeting',
  PARLANCE_ASTERISK_LANGUAGE: 'asterisk.language',
  PARLANCE_ASTERISK_WEBHOOK_URL: 'asterisk.webhookUrl',
} as const satisfies Record<
  string,
  | keyof ServerSettings
  | `tls.${keyof NonNullable<ServerSettings['tls']>}`
  | `wyoming.${keyof NonNullable<ServerSettings['wyoming']>}`
  | `asterisk.${keyof NonNullable<ServerSettings['asterisk']>}`
>;
