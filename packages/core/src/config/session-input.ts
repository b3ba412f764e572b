import { z } from 'zod';
import { SpeechError } from '../domain/errors/speech-error.ts';
import { LIMITS } from '../domain/limits.ts';
import type { SessionErrorCode, SessionFault } from '../domain/session/session-errors.ts';
import type { ClientMessage, SessionConfig } from '../domain/session/session-messages.ts';
import { base64DecodedBytes, decodeStrictBase64 } from '../domain/session/strict-base64.ts';
import { parseInput } from './parse-input.ts';

const { session } = LIMITS;
const BYTES_PER_SAMPLE = 2;
const MAX_SESSION_ID_CHARS = 256;

const ratesMessage = `must be ${session.sampleRatesHz.join(' or ')}`;
const rates: readonly number[] = session.sampleRatesHz;
const sessionIdMessage = `must be a string of at most ${MAX_SESSION_ID_CHARS} characters`;

const milliseconds = (min: number, max: number, defaultMs: number) => {
  const message = `must be an integer from ${min} to ${max} milliseconds`;
  return z.int(message).min(min, message).max(max, message).default(defaultMs);
};

const vadConfig = z.object(
  {
    noInputTimeoutMs: milliseconds(
      session.minNoInputTimeoutMs,
      session.maxNoInputTimeoutMs,
      session.defaultNoInputTimeoutMs,
    ),
    speechCompleteTimeoutMs: milliseconds(
      session.minSpeechCompleteTimeoutMs,
      session.maxSpeechCompleteTimeoutMs,
      session.defaultSpeechCompleteTimeoutMs,
    ),
  },
  'must be an object',
);

/** STREAMING_CONFIG's `config`. The members with codes of their own come first, so that theirs is the code that is told. */
const streamingConfig = z.object(
  {
    sampleRateHertz: z.number(ratesMessage).refine((value) => rates.includes(value), ratesMessage),
    channel: z.literal(1, 'must be 1'),
    sampleSizeByte: z.literal(BYTES_PER_SAMPLE, `must be ${BYTES_PER_SAMPLE}`),
    interimResults: z.boolean('must be true or false').default(false),
    sessionId: z.string(sessionIdMessage).max(MAX_SESSION_ID_CHARS, sessionIdMessage).optional(),
    vadConfig: vadConfig.prefault({}),
  },
  'must be an object',
);

/** The whole message, so that a field's path reads `config.channel`. */
const streamingConfigMessage = z.object({ config: streamingConfig });

const CODE_OF_FIELD: Readonly<Record<string, SessionErrorCode>> = {
  'config.sampleRateHertz': 'STT_INVALID_SAMPLE_RATE',
  'config.channel': 'STT_INVALID_CHANNEL',
  'config.sampleSizeByte': 'STT_INVALID_SAMPLE_SIZE',
};

const TYPES = 'STREAMING_CONFIG, AUDIO_CHUNK, DONE, PING';

/** Parses one text message of a client. Never throws: what can't be parsed comes back as such, with the reason. */
export function parseClientMessage(text: string): ClientMessage {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return malformed('The message is not JSON.');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return malformed('The message is not a JSON object.');
  const { type, audioContent } = body as { readonly type?: unknown; readonly audioContent?: unknown };
  switch (type) {
    case 'AUDIO_CHUNK':
      return parseAudio(audioContent);
    case 'PING':
      return { type: 'ping' };
    case 'DONE':
      return { type: 'done' };
    case 'STREAMING_CONFIG':
      return parseConfig(body);
    default:
      return malformed(`type must be one of ${TYPES}.`);
  }
}

export function malformed(message: string): ClientMessage {
  return { type: 'malformed', message };
}

function parseAudio(audioContent: unknown): ClientMessage {
  if (typeof audioContent !== 'string') return malformed('audioContent must be a base64 string.');
  // Judged before it is decoded: a chunk that is refused costs no memory.
  const decodedBytes = Math.ceil(base64DecodedBytes(audioContent));
  if (decodedBytes > session.maxChunkBytes) {
    return malformed(`audioContent has ${decodedBytes} bytes; the limit is ${session.maxChunkBytes}.`);
  }
  const bytes = decodeStrictBase64(audioContent);
  if (bytes === undefined) return malformed('audioContent is not base64 of RFC 4648 with padding.');
  if (bytes.length % BYTES_PER_SAMPLE !== 0) {
    return malformed(`audioContent has ${bytes.length} bytes; 16-bit samples need an even number.`);
  }
  return { type: 'audio', bytes };
}

function parseConfig(body: object): ClientMessage {
  try {
    return { type: 'config', config: toSessionConfig(parseInput(streamingConfigMessage, body).config) };
  } catch (error) {
    return { type: 'config-invalid', fault: configFault(SpeechError.from(error)) };
  }
}

function toSessionConfig(config: z.output<typeof streamingConfig>): SessionConfig {
  return {
    sampleRateHz: config.sampleRateHertz,
    interimResults: config.interimResults,
    clientSessionId: config.sessionId,
    ...config.vadConfig,
  };
}

function configFault({ details, message }: SpeechError): SessionFault {
  return { code: CODE_OF_FIELD[String(details.field)] ?? 'BAD_REQUEST', message };
}
