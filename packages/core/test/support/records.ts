import type { SynthesisRecord, TranscriptionRecord } from '../../src/requests/index.ts';

/** A batch synthesis that succeeded. */
export function synthesisRecord(change: Partial<SynthesisRecord> = {}): SynthesisRecord {
  return {
    requestId: 's1',
    appId: 'app1',
    kind: 'batch',
    status: 'COMPLETED',
    text: '',
    textType: null,
    timings: null,
    characters: 12,
    credits: '12',
    voiceCode: 'joe',
    format: { container: 'mp3', sampleRateHz: 22_050, bitrateKbps: 128 },
    speed: 1.5,
    emphasisIntensity: null,
    clientPause: null,
    vocabulary: null,
    webhookUrl: null,
    doneCharacters: 12,
    failedAttempts: 0,
    forgivenStarts: 0,
    createdAt: '2026-01-01T00:00:00.000Z',
    startedAt: null,
    finishedAt: '2026-01-01T00:00:01.000Z',
    audio: null,
    failure: null,
    ...change,
  };
}

/** A batch transcription that succeeded. */
export function transcriptionRecord(change: Partial<TranscriptionRecord> = {}): TranscriptionRecord {
  return {
    transcriptId: 't1',
    appId: 'app1',
    kind: 'batch',
    status: 'COMPLETED',
    source: null,
    transcript: 'Hello.',
    utterances: [],
    language: null,
    audioDurationSeconds: 4,
    webhookUrl: null,
    failedAttempts: 0,
    forgivenStarts: 0,
    createdAt: '2026-01-01T00:00:00.000Z',
    startedAt: null,
    finishedAt: '2026-01-01T00:00:01.000Z',
    failure: null,
    ...change,
  };
}
