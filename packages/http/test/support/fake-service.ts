import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  type App,
  createVoiceCatalogue,
  LANGUAGE_CODES,
  type LiveSynthesis,
  pageVoices,
  type Sealer,
  SpeechError,
  type SpeechService,
  type TranscriptRecord,
  unauthorized,
  type Voice,
} from '@parlance/core';

export const APP: App = {
  appId: 'app-1',
  name: 'First',
  createdAt: '2026-11-21T00:00:00.000Z',
  expiresAt: null,
  revokedAt: null,
  tokenId: 'token-1',
  webhookSecret: 'whsec_c2VjcmV0',
  ttsConcurrency: 5,
  sttConcurrency: 5,
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
    synthesizeLive: async () => synthesisOf(pieces('one ', 'two ', 'three')),
    transcribeLive: async () => TRANSCRIPT,
    openSession: notScripted,
    listVoices: async (query, appId) => pageVoices({ catalogue, sealer: SEALER }, query, appId),
    createApp: notScripted,
    listApps: notScripted,
    getApp: notScripted,
    revokeApp: notScripted,
    readiness: async () => ({ isReady: true, problems: [] }),
    ...script,
  };
}
