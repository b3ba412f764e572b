import type { SpeechError } from '../../errors/speech-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { isTerminal, transition } from '../../platform/transition-table.ts';
import { countFailure } from '../../requests/jobs/job-retries.ts';
import { requestFailureOf } from '../../requests/records/request-failure.ts';
import { releasedSeconds } from '../../requests/records/reserved-seconds.ts';
import { TRANSCRIPT_MOVES, type TranscriptEvent } from '../../requests/records/transcript-state.ts';
import type { TranscriptionRecord } from '../../requests/records/transcription-record.ts';
import { keptUtterance } from '../../segmentation/utterance.ts';
import type { DatedRecords } from '../../storage/record-keeping.ts';
import type { Records } from '../../storage/record-store.ts';
import { planTranscriptDelivery } from '../../webhooks/plan-transcript-delivery.ts';
import type { Transcript } from '../speech/recognize-recording.ts';

/** The record of a job in progress; `undefined`: it has ended or was deleted, and nothing is left to do. */
export async function openTranscription(
  records: Records,
  transcriptId: string,
): Promise<TranscriptionRecord | undefined> {
  const record = await records.transcriptions.getForUpdate(transcriptId);
  return record === undefined || isTerminal(TRANSCRIPT_MOVES, record.status) ? undefined : record;
}

/** Stores the transcript and its webhook in one transaction. The reserved seconds stay charged. */
export async function completeTranscription(
  { records, clock }: DatedRecords,
  transcriptId: string,
  { transcript, utterances, language, hasWords }: Transcript & { readonly hasWords: boolean },
): Promise<void> {
  await records.transact(async (tables) => {
    const record = await openTranscription(tables, transcriptId);
    if (record === undefined) return;
    // Another worker may have returned the job to the queue meanwhile; the finished result counts anyway.
    const running = record.status === 'PENDING' ? move(record, 'start') : record;
    const kept = utterances.map((one) => keptUtterance(one, hasWords));
    const said = { transcript, utterances: kept, language: language ?? null };
    await end(tables, { ...move(running, 'succeed'), ...said }, nowIso(clock));
  });
}

/**
 * Decides in one transaction what a failure means for the job.
 *
 * @param starts of the job, this time included
 * @returns whether the job has ended
 */
export async function failTranscription(
  { records, clock }: DatedRecords,
  transcriptId: string,
  { error, starts }: { readonly error: SpeechError; readonly starts: number },
): Promise<boolean> {
  return records.transact(async (tables) => {
    const record = await openTranscription(tables, transcriptId);
    if (record === undefined) return true;
    const { attempts, isLast } = countFailure(record, error, starts);
    if (isLast) {
      const { failedAttempts } = attempts;
      await failForGood(tables, { ...record, failedAttempts }, { error, at: nowIso(clock) });
      return true;
    }
    const { status } = requeued(record);
    await tables.transcriptions.update(transcriptId, { status, ...attempts });
    return false;
  });
}

/** Ends a failed job: reserved seconds are released, and the webhook is planned. */
export async function failForGood(
  tables: Records,
  record: TranscriptionRecord,
  { error, at }: { readonly error: SpeechError; readonly at: string },
): Promise<void> {
  // Its length is written in the transaction that reserves it.
  if (record.audioDurationSeconds > 0) await tables.ledger.append(releasedSeconds(record, at));
  await end(tables, { ...move(record, 'fail'), failure: requestFailureOf(error) }, at);
}

/** The record of a job that will be started again. */
export function requeued(record: TranscriptionRecord): TranscriptionRecord {
  return record.status === 'PROCESSING' ? move(record, 'requeue') : record;
}

export function move(record: TranscriptionRecord, event: TranscriptEvent): TranscriptionRecord {
  return { ...record, status: transition(TRANSCRIPT_MOVES, record.status, event) };
}

async function end(tables: Records, record: TranscriptionRecord, finishedAt: string): Promise<void> {
  const ended: TranscriptionRecord = { ...record, source: null, finishedAt };
  await tables.transcriptions.update(record.transcriptId, ended);
  await planTranscriptDelivery(tables, ended);
}

function nowIso(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}
