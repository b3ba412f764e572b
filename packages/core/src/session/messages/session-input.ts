import { SpeechError } from '../../errors/speech-error.ts';
import { parseInput } from '../../input/parse-input.ts';
import { LIMITS } from '../../limits/limits.ts';
import type { SessionErrorCode, SessionFault } from '../session-errors.ts';
import type { ClientMessage, SessionConfig } from '../session-messages.ts';
import { decodeAudio } from './decode-audio.ts';
import { BYTES_PER_SAMPLE, type StreamingConfig, sessionClientMessages } from './session-client-messages.ts';

const { session } = LIMITS;

const CODE_OF_FIELD: Readonly<Record<string, SessionErrorCode>> = {
  'config.sampleRateHertz': 'STT_INVALID_SAMPLE_RATE',
  'config.channel': 'STT_INVALID_CHANNEL',
  'config.sampleSizeByte': 'STT_INVALID_SAMPLE_SIZE',
};

const TYPES = Object.keys(sessionClientMessages).join(', ');

/** Parses one text message of a client. Never throws: an invalid message is returned as such, with the reason. */
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
  try {
    return audioOf(decodeAudio(audioContent, 'audioContent'), 'audioContent');
  } catch (error) {
    return malformed(SpeechError.from(error).message);
  }
}

/** Parses one binary message of a client: audio as in AUDIO_CHUNK, but not in base64. Never throws. */
export function parseAudioFrame(bytes: Uint8Array): ClientMessage {
  return audioOf(bytes, 'The binary frame');
}

function audioOf(bytes: Uint8Array, what: string): ClientMessage {
  if (bytes.length > session.maxChunkBytes) {
    return malformed(`${what} has ${bytes.length} bytes; the limit is ${session.maxChunkBytes}.`);
  }
  if (bytes.length % BYTES_PER_SAMPLE !== 0) {
    return malformed(`${what} has ${bytes.length} bytes; 16-bit samples need an even number.`);
  }
  return { type: 'audio', bytes };
}

function parseConfig(body: object): ClientMessage {
  try {
    return {
      type: 'config',
      config: toSessionConfig(parseInput(sessionClientMessages.STREAMING_CONFIG, body).config),
    };
  } catch (error) {
    return { type: 'config-invalid', fault: configFault(SpeechError.from(error)) };
  }
}

function toSessionConfig(config: StreamingConfig): SessionConfig {
  return {
    sampleRateHz: config.sampleRateHertz,
    interimResults: config.interimResults,
    clientSessionId: config.sessionId,
    ...(config.language !== undefined && { language: config.language }),
    ...(config.words && { words: true }),
    ...(config.vocabulary !== undefined && { vocabulary: config.vocabulary }),
    ...config.vadConfig,
  };
}

function configFault({ details, message }: SpeechError): SessionFault {
  return { code: CODE_OF_FIELD[String(details.field)] ?? 'BAD_REQUEST', message };
}
