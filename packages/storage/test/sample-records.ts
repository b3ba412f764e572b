import type { App, LedgerEntry } from '@parlance/core/accounts';
import type { SynthesisRecord, TranscriptionRecord, WebhookDelivery } from '@parlance/core/requests';

export const AT = '2026-11-21T10:00:00.000Z';

export function synthesis(requestId: string, members: Partial<SynthesisRecord> = {}): SynthesisRecord {
  return {
    requestId,
    appId: 'app-1',
    kind: 'batch',
    status: 'PROCESSING',
    text: 'Xin chào',
    textType: null,
    timings: null,
    characters: 8,
    credits: '12.50',
    voiceCode: 'voice-1',
    format: { container: 'mp3', sampleRateHz: 16_000, bitrateKbps: 128 },
    speed: 1.25,
    emphasisIntensity: null,
    clientPause: null,
    vocabulary: null,
    webhookUrl: 'https://example.org/hook',
    doneCharacters: 0,
    failedAttempts: 0,
    forgivenStarts: 0,
    createdAt: AT,
    startedAt: null,
    finishedAt: null,
    audio: null,
    failure: null,
    ...members,
  };
}

export function transcription(
  transcriptId: string,
  members: Partial<TranscriptionRecord> = {},
): TranscriptionRecord {
  return {
    transcriptId,
    appId: 'app-1',
    kind: 'batch',
    status: 'PENDING',
    source: { kind: 'stored', objectName: 'recordings/a.wav' },
    transcript: '',
    utterances: [],
    language: null,
    audioDurationSeconds: 0,
    webhookUrl: null,
    failedAttempts: 0,
    forgivenStarts: 0,
    createdAt: AT,
    startedAt: null,
    finishedAt: null,
    failure: null,
    ...members,
  };
}

export function delivery(deliveryId: string, members: Partial<WebhookDelivery> = {}): WebhookDelivery {
  return {
    deliveryId,
    appId: 'app-1',
    requestId: 'request-1',
    url: 'https://example.org/hook',
    body: { zulu: 1, alpha: { nested: [null, 'ß', 0.1] }, request_id: 'request-1' },
    audioObjectName: 'request-1.mp3',
    state: 'pending',
    attempts: [{ at: AT, durationMs: 12.5, status: null, problem: 'TIMEOUT' }],
    createdAt: AT,
    nextAttemptAt: '2026-11-21T10:00:05.001Z',
    endedAt: null,
    ...members,
  };
}

export function app(appId: string, members: Partial<App> = {}): App {
  return {
    appId,
    name: `App ${appId}`,
    createdAt: AT,
    expiresAt: null,
    revokedAt: null,
    tokenId: `token-${appId}`,
    webhookSecret: 'whsec_AA==',
    retiredTokens: [],
    retiredWebhookSecrets: [],
    ttsConcurrency: 5,
    sttConcurrency: 5,
    requestsPerMinute: null,
    lastUsedAt: null,
    ...members,
  };
}

export function entry(reference: string, amount: string, members: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    entryId: `${reference}_${members.unit ?? 'credits'}_${members.kind ?? 'reserve'}`,
    appId: 'app-1',
    unit: 'credits',
    kind: 'reserve',
    amount,
    reference,
    at: AT,
    ...members,
  };
}

/** The time so many minutes after {@link AT}. */
export const minute = (minutes: number): string => new Date(Date.parse(AT) + minutes * 60_000).toISOString();
