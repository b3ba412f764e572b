import type { App } from '../../accounts/app.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import { answerKey, type KeyClaim } from '../../requests/idempotency/claim-key.ts';
import { requestFailureOf } from '../../requests/records/request-failure.ts';
import { chargedSeconds } from '../../requests/records/reserved-seconds.ts';
import type { TranscriptionRecord } from '../../requests/records/transcription-record.ts';
import { keptUtterance } from '../../segmentation/utterance.ts';
import type { DatedRecords } from '../../storage/record-keeping.ts';
import type { Records } from '../../storage/record-store.ts';
import { planTranscriptDelivery } from '../../webhooks/plan-transcript-delivery.ts';
import { type TranscriptRecord, transcriptRecordOf } from '../results/transcript-record.ts';
import type { Transcript } from '../speech/recognize-recording.ts';

/** A live recognition that has ended. */
export interface EndedLiveTranscription {
  readonly transcriptId: string;
  readonly app: App;
  readonly startedAtMs: number;
  /** Length of the recording, rounded up. */
  readonly seconds: number;
  readonly outcome: Transcript | SpeechError;
  /** Whether the record contains the times of words. */
  readonly hasWords: boolean;
  readonly webhookUrl: string | undefined;
  readonly claim: KeyClaim | undefined;
}

/**
 * Stores the outcome of a live recognition in one transaction: the record, the charge, the webhook, the answer for repeats.
 * Nothing is charged for a failure.
 *
 * @throws SpeechError the failure itself; `INSUFFICIENT_SECONDS` if other requests used the last seconds meanwhile; a storage
 * code. Then the caller gets no transcript, and is charged nothing
 */
export async function recordLiveTranscription(
  { records, clock }: DatedRecords,
  ended: EndedLiveTranscription,
): Promise<TranscriptRecord> {
  const { outcome, claim } = ended;
  const nowMs = clock.now();
  const finishedAt = new Date(nowMs).toISOString();
  const record = recordOf(ended, finishedAt);
  if (SpeechError.is(outcome)) {
    // The caller must get the failure itself, whether or not it can be stored.
    await records.transact((tables) => write(tables, record)).catch(() => undefined);
    throw outcome;
  }
  const answer = transcriptRecordOf(record);
  await records.transact(async (tables) => {
    await tables.ledger.append(chargedSeconds(record, finishedAt));
    await write(tables, record);
    if (claim !== undefined) await answerKey(tables.idempotency, claim, { nowMs, answer });
  });
  return answer;
}

function recordOf(ended: EndedLiveTranscription, finishedAt: string): TranscriptionRecord {
  const { outcome, hasWords } = ended;
  const isFailed = SpeechError.is(outcome);
  return {
    transcriptId: ended.transcriptId,
    appId: ended.app.appId,
    kind: 'live',
    status: isFailed ? 'FAILED' : 'COMPLETED',
    source: null,
    transcript: isFailed ? '' : outcome.transcript,
    utterances: isFailed ? [] : outcome.utterances.map((one) => keptUtterance(one, hasWords)),
    language: isFailed ? null : (outcome.language ?? null),
    audioDurationSeconds: ended.seconds,
    webhookUrl: ended.webhookUrl ?? null,
    failedAttempts: isFailed ? 1 : 0,
    forgivenStarts: 0,
    createdAt: new Date(ended.startedAtMs).toISOString(),
    startedAt: new Date(ended.startedAtMs).toISOString(),
    finishedAt,
    failure: isFailed ? requestFailureOf(outcome) : null,
  };
}

async function write(tables: Records, record: TranscriptionRecord): Promise<void> {
  await tables.transcriptions.insert(record);
  await planTranscriptDelivery(tables, record);
}
