import { createHmac, timingSafeEqual } from 'node:crypto';
import { type App, unauthorized } from '@parlance/core/accounts';
import type { Voice } from '@parlance/core/engine';
import { SpeechError, type SpeechErrorCode } from '@parlance/core/errors';
import type { Sealer } from '@parlance/core/platform';
import type { SynthesisRecord } from '@parlance/core/requests';
import type { SpeechService } from '@parlance/core/service';
import type { LiveSynthesis } from '@parlance/core/synthesis';
import { LANGUAGE_CODES } from '@parlance/core/text';
import type { TranscriptRecord } from '@parlance/core/transcription';
import { createVoiceCatalogue, pageVoices } from '@parlance/core/voices';

export const APP: App = {
  appId: 'app-1',
  name: 'First',
  createdAt: '2026-11-21T00:00:00.000Z',
  expiresAt: null,
  revokedAt: null,
  tokenId: 'token-1',
  webhookSecret: 'whsec_c2VjcmV0',
  retiredTokens: [],
  retiredWebhookSecrets: [],
  ttsConcurrency: 5,
  sttConcurrency: 5,
  requestsPerMinute: null,
  lastUsedAt: null,
};
export const TOKEN = 'canary.token-of.app_1';
export const CREDENTIALS = { authorization: `Bearer ${TOKEN}`, 'app-id': APP.appId };

export const TRANSCRIPT: TranscriptRecord = {
  transcriptId: 'transcript1',
  status: 'COMPLETED',
  transcript: 'hello world',
  utterances: [{ text: 'hello world', startTime: 0.25, endTime: 1.5 }],
  audioDurationSeconds: 2,
};

/** A request that was accepted a moment ago. */
export const REQUEST: SynthesisRecord = {
  requestId: 'request1',
  appId: APP.appId,
  kind: 'batch',
  status: 'PROCESSING',
  text: 'Hello',
  textType: null,
  timings: null,
  characters: 5,
  credits: '5',
  voiceCode: 'voice-00',
  format: { container: 'mp3', sampleRateHz: 22_050, bitrateKbps: 64 },
  speed: 1,
  emphasisIntensity: null,
  clientPause: null,
  vocabulary: null,
  webhookUrl: 'http://receiver.example/hook',
  doneCharacters: 0,
  failedAttempts: 0,
  forgivenStarts: 0,
  createdAt: '2026-11-21T00:00:00.000Z',
  startedAt: null,
  finishedAt: null,
  audio: null,
  failure: null,
};

/** What a job waits for. */
export const PENDING: TranscriptRecord = {
  transcriptId: 'transcript2',
  status: 'PENDING',
  transcript: '',
  utterances: [],
  audioDurationSeconds: 7,
};

const ownerships = ['SERVICE', 'COMMUNITY', 'PERSONAL'] as const;

/** 45 voices in an order that is not theirs: 15 of each ownership, 9 languages, both genders. */
export const VOICES: readonly Voice[] = Array.from({ length: 45 }, (_, index) => (index * 7) % 45).map(
  (index) => ({
    code: `voice-${String(index).padStart(2, '0')}`,
    name: `Voice ${index}`,
    gender: index % 2 === 0 ? 'male' : 'female',
    languageCode: LANGUAGE_CODES[index % 9] ?? 'en-US',
    nativeRateHz: 22_050,
    creditFactor: index === 0 ? '0.25' : '1',
    ownership: ownerships[index % 3] ?? 'SERVICE',
    ...(index % 3 === 2 ? { ownerAppId: index < 30 ? APP.appId : 'app-2' } : {}),
    supportsEmphasis: false,
    engine: 'fake',
    licence: 'Apache-2.0',
  }),
);

/** HMAC as the runtime does it, so that an altered cursor is refused for the same reason. */
export const SEALER: Sealer = {
  seal: (purpose, text) => `${Buffer.from(text).toString('base64url')}.${mac(purpose, text)}`,
  open(purpose, sealed) {
    const [encoded = '', given = ''] = sealed.split('.');
    const text = Buffer.from(encoded, 'base64url').toString();
    const [expected, actual] = [Buffer.from(mac(purpose, text)), Buffer.from(given)];
    return expected.length === actual.length && timingSafeEqual(expected, actual) ? text : undefined;
  },
  sign: mac,
  verify: (purpose, text, signature) => mac(purpose, text) === signature,
};

function mac(purpose: string, text: string): string {
  return createHmac('sha256', 'key').update(`${purpose}\0${text}`).digest('base64url');
}

/** A synthesis whose audio is what `audio` gives. */
export function synthesisOf(audio: AsyncIterable<Uint8Array>): LiveSynthesis {
  return {
    voice: VOICES[0] as Voice,
    format: { container: 'mp3', sampleRateHz: 22_050, bitrateKbps: 64 },
    contentType: 'audio/mpeg',
    characters: 5,
    credits: '1.25',
    audio,
  };
}

export async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

function unknown(code: SpeechErrorCode, message: string): SpeechError {
  return new SpeechError(code, message);
}

/** Reads a recording to its end. */
export async function sizeOf(bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let size = 0;
  for await (const piece of bytes) size += piece.byteLength;
  return size;
}

/** A service that answers at once; a test scripts the members it is about. */
export function fakeService(script: Partial<SpeechService> = {}): SpeechService {
  const catalogue = createVoiceCatalogue(VOICES);
  const notScripted = (): never => {
    throw new SpeechError('INTERNAL', 'not scripted');
  };
  return {
    async authenticate({ token, appId }) {
      if (token !== TOKEN || appId !== APP.appId) throw unauthorized();
      return APP;
    },
    async authenticateToken(token) {
      if (token !== TOKEN) throw unauthorized();
      return APP;
    },
    createClientToken: notScripted,
    synthesizeStream: notScripted,
    openSpeechStream: notScripted,
    requireSeconds: async () => undefined,
    transcribeRecording: notScripted,
    synthesizeLive: async () => synthesisOf(pieces('one ', 'two ', 'three')),
    transcribeShortBytes: async () => ({ answer: TRANSCRIPT, isReplay: false }),
    transcribeShortAddress: async () => ({ answer: TRANSCRIPT, isReplay: false }),
    submitSynthesis: async () => ({ answer: REQUEST, isReplay: false }),
    async getSynthesis(requestId) {
      if (requestId !== REQUEST.requestId) throw unknown('REQUEST_NOT_FOUND', 'The request was not found.');
      return { record: REQUEST };
    },
    awaitSynthesis: notScripted,
    async submitTranscription(recording) {
      // As every service must: what is wrong with an upload shows while it is read.
      if ('bytes' in recording) await sizeOf(recording.bytes);
      return { answer: PENDING, isReplay: false };
    },
    async getTranscript(transcriptId) {
      const known = [TRANSCRIPT, PENDING].find((record) => record.transcriptId === transcriptId);
      if (known === undefined) throw unknown('TRANSCRIPT_NOT_FOUND', 'The transcript was not found.');
      return known;
    },
    async openAudio() {
      throw unknown('FORBIDDEN', 'The link was altered or has expired.');
    },
    openSession: notScripted,
    usableVoices: async () => catalogue.voices,
    usableModels: () => [],
    findsWordTimes: () => false,
    countRejection: () => undefined,
    listVoices: async (query, appId) => pageVoices(catalogue, SEALER, { query, appId, realtimeVoices: [] }),
    createApp: notScripted,
    listApps: notScripted,
    getApp: notScripted,
    revokeApp: notScripted,
    getBalances: async () => ({ credits: null, seconds: null }),
    topUp: notScripted,
    rotateToken: notScripted,
    rotateWebhookSecret: notScripted,
    getVocabulary: notScripted,
    putVocabulary: notScripted,
    listRequests: notScripted,
    overview: notScripted,
    listDeliveries: notScripted,
    replayDelivery: notScripted,
    readiness: async () => ({ isReady: true, problems: [] }),
    ...script,
  };
}
