import type { App } from '../../accounts/app.ts';
import type { EndWriter } from '../../requests/records/end-writer.ts';
import { chargedSeconds } from '../../requests/records/reserved-seconds.ts';
import type { RequestFailure } from '../../requests/records/synthesis-record.ts';
import type { TranscriptionRecord } from '../../requests/records/transcription-record.ts';
import { joinTranscript, type KeptUtterance } from '../../segmentation/utterance.ts';
import type { DatedRecords } from '../../storage/record-keeping.ts';
import { planTranscriptDelivery } from '../../webhooks/plan-transcript-delivery.ts';
import type { SessionWebhook } from '../recognition-session.ts';

/** A session of live recognition that is over. */
export interface EndedSession {
  readonly sessionId: string;
  readonly app: App;
  readonly startedAtMs: number;
  /** Audio that was received, in seconds; more than 0. */
  readonly receivedSeconds: number;
  readonly utterances: readonly KeptUtterance[];
  /** Why it failed, if that is a fault of ours: then nothing is charged. */
  readonly failure: RequestFailure | null;
  /** Absent: the transcript is not sent to anyone. */
  readonly webhook?: SessionWebhook | undefined;
}

/**
 * Stores a session and charges the audio that it received, rounded up to whole seconds, even below zero: it was recognized already. Never
 * rejects: while the database is unavailable, the end waits for it.
 */
export async function recordSession(
  { records, clock, endWriter }: DatedRecords & { readonly endWriter: Pick<EndWriter, 'add'> },
  session: EndedSession,
): Promise<void> {
  const finishedAt = new Date(clock.now()).toISOString();
  const record: TranscriptionRecord = {
    transcriptId: session.sessionId,
    appId: session.app.appId,
    kind: 'session',
    status: session.failure === null ? 'COMPLETED' : 'FAILED',
    source: null,
    transcript: joinTranscript(session.utterances),
    utterances: session.utterances,
    language: null,
    audioDurationSeconds: Math.ceil(session.receivedSeconds),
    webhookUrl: session.webhook?.url ?? null,
    failedAttempts: 0,
    forgivenStarts: 0,
    createdAt: new Date(session.startedAtMs).toISOString(),
    startedAt: new Date(session.startedAtMs).toISOString(),
    finishedAt,
    failure: session.failure,
  };
  await endWriter.add(() =>
    records.transact(async (tables) => {
      // An earlier attempt may have been committed although its answer was lost.
      if ((await tables.transcriptions.getForUpdate(record.transcriptId)) !== undefined) return;
      await tables.transcriptions.insert(record);
      if (record.failure === null)
        await tables.ledger.append(chargedSeconds(record, finishedAt), { mayOverdraw: true });
      await planTranscriptDelivery(tables, record, session.webhook?.members);
    }),
  );
}
