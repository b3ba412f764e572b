import { SpeechError } from '../../errors/speech-error.ts';
import { isJobLost } from '../../requests/jobs/job-lost.ts';
import type { JobContext } from '../../requests/jobs/job-queue.ts';
import { poisonOf } from '../../requests/jobs/job-retries.ts';
import { recordingName } from '../../requests/records/recording-name.ts';
import type { TranscriptionRecord } from '../../requests/records/transcription-record.ts';
import { recognizeRecording } from '../speech/recognize-recording.ts';
import { recognizerOf } from '../transcriber.ts';
import {
  completeTranscription,
  failForGood,
  failTranscription,
  move,
  openTranscription,
  requeued,
} from './end-transcription.ts';
import { withRecording } from './prepare-recording.ts';
import type { TranscriptionWork } from './transcription-work.ts';

/**
 * Runs a transcription job, at its first start or any later one: killed at any point and run again, even twice at
 * once, it ends once, is charged once and reported once.
 *
 * @throws SpeechError if the job is to be started again
 */
export async function runTranscriptionJob(
  work: TranscriptionWork,
  transcriptId: string,
  context: JobContext,
): Promise<void> {
  const record = await begin(work, transcriptId, context);
  if (record !== undefined) await carryOut(work, record, context);
  // If it can't be removed now, housekeeping does it later.
  await work.audio.remove(recordingName(transcriptId)).catch(() => undefined);
}

/** @returns `undefined` if nothing is left to do */
async function begin(
  { records, clock }: TranscriptionWork,
  transcriptId: string,
  { starts }: JobContext,
): Promise<TranscriptionRecord | undefined> {
  return records.transact(async (tables) => {
    const record = await openTranscription(tables, transcriptId);
    if (record === undefined) return undefined;
    const error = poisonOf(starts, record);
    if (error !== undefined) {
      await failForGood(tables, record, { error, at: new Date(clock.now()).toISOString() });
      return undefined;
    }
    // If it is still PROCESSING, its worker was killed.
    const running = move(requeued(record), 'start');
    const startedAt = record.startedAt ?? new Date(clock.now()).toISOString();
    await tables.transcriptions.update(transcriptId, { status: running.status, startedAt });
    return running;
  });
}

async function carryOut(
  work: TranscriptionWork,
  record: TranscriptionRecord,
  { starts, signal }: JobContext,
): Promise<void> {
  const { transcriptId, source } = record;
  const hasWords = source?.words === true;
  try {
    const recognizer = await recognizerOf(work, {
      appId: record.appId,
      language: source?.language,
      wordTimesField: hasWords ? 'words' : undefined,
      vocabulary: source?.vocabulary,
    });
    const transcript = await withRecording(work, record, {
      signal,
      use: (recording) =>
        recognizeRecording(recognizer, recording, {
          utteranceSilenceMs: work.utteranceSilenceMs,
          channels: source?.channels,
          lane: 'batch',
          turn: record.appId,
          signal,
        }),
    });
    if (signal.aborted) throw SpeechError.aborted(signal);
    await completeTranscription(work, transcriptId, { ...transcript, hasWords });
  } catch (cause) {
    if (signal.aborted) {
      if (!isJobLost(signal)) await handBack(work, transcriptId);
      throw SpeechError.aborted(signal);
    }
    const error = SpeechError.from(cause);
    if (!(await failTranscription(work, transcriptId, { error, starts }))) throw error;
  }
}

/** Shows in the record that the job waits again, unless another worker runs it already. It may fail: the queue runs the job anyway. */
async function handBack({ records }: TranscriptionWork, transcriptId: string): Promise<void> {
  const toPending = records.transact(async (tables) => {
    const record = await openTranscription(tables, transcriptId);
    if (record !== undefined)
      await tables.transcriptions.update(transcriptId, { status: requeued(record).status });
  });
  await toPending.catch(() => undefined);
}
