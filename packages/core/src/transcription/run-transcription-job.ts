import { SpeechError } from '../errors/speech-error.ts';
import type { RecognizeSpeechPorts } from '../recognition/recognize-speech.ts';
import { withVocabulary } from '../recognition/with-vocabulary.ts';
import type { JobContext } from '../requests/job-queue.ts';
import { poisonOf } from '../requests/job-retries.ts';
import { recordingName } from '../requests/recording-name.ts';
import type { TranscriptionRecord } from '../requests/transcription-record.ts';
import { type VocabularyOf, vocabularyOfCall } from '../vocabulary/vocabulary-of.ts';
import {
  completeTranscription,
  failForGood,
  failTranscription,
  move,
  openTranscription,
  requeued,
} from './end-transcription.ts';
import { type PrepareRecordingPorts, withRecording } from './prepare-recording.ts';
import { recognizeRecording } from './recognize-recording.ts';

export interface RunTranscriptionJobPorts extends PrepareRecordingPorts {
  /** @throws SpeechError `ENGINE_UNAVAILABLE` when no plugin recognizes, `LANGUAGE_NOT_SUPPORTED` */
  readonly recognition: (language?: string) => RecognizeSpeechPorts;
  /** The same with the times of words. @throws SpeechError `INVALID_INPUT` */
  readonly wordTimes: (
    recognition: RecognizeSpeechPorts,
    language: string | undefined,
  ) => RecognizeSpeechPorts;
  readonly utteranceSilenceMs: number;
  /** Absent: a call's own terms alone. */
  readonly vocabularyOf?: VocabularyOf | undefined;
}

/**
 * Carries out a transcription job, from its first start or any later one: killed at any point and run again, even twice at
 * once, it ends once, is paid once and told of once.
 *
 * @throws SpeechError when the job is to be begun again
 */
export async function runTranscriptionJob(
  ports: RunTranscriptionJobPorts,
  transcriptId: string,
  context: JobContext,
): Promise<void> {
  const record = await begin(ports, transcriptId, context);
  if (record !== undefined) await carryOut(ports, record, context);
  // Housekeeping removes what can't be removed now.
  await ports.audio.remove(recordingName(transcriptId)).catch(() => undefined);
}

/** @returns `undefined` when there is nothing left to be done */
async function begin(
  { records, clock }: RunTranscriptionJobPorts,
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
    // One that is still PROCESSING had its worker killed.
    const running = move(requeued(record), 'start');
    const startedAt = record.startedAt ?? new Date(clock.now()).toISOString();
    await tables.transcriptions.update(transcriptId, { status: running.status, startedAt });
    return running;
  });
}

async function carryOut(
  ports: RunTranscriptionJobPorts,
  record: TranscriptionRecord,
  { starts, signal }: JobContext,
): Promise<void> {
  const { transcriptId, source } = record;
  const hasWords = source?.words === true;
  try {
    const found = ports.recognition(source?.language);
    const timed = hasWords ? ports.wordTimes(found, source?.language) : found;
    const { vocabularyOf = vocabularyOfCall } = ports;
    const vocabulary = await vocabularyOf(record.appId, source?.vocabulary);
    const recognition = withVocabulary(timed, vocabulary, source?.language);
    const transcript = await withRecording(ports, record, {
      signal,
      use: (recording) =>
        recognizeRecording(recognition, recording, {
          utteranceSilenceMs: ports.utteranceSilenceMs,
          channels: source?.channels,
          lane: 'batch',
          turn: record.appId,
          signal,
        }),
    });
    if (signal.aborted) throw SpeechError.aborted(signal);
    await completeTranscription(ports, transcriptId, { ...transcript, hasWords });
  } catch (cause) {
    if (signal.aborted) {
      await handBack(ports, transcriptId);
      throw SpeechError.aborted(signal);
    }
    const error = SpeechError.from(cause);
    if (!(await failTranscription(ports, transcriptId, { error, starts }))) throw error;
  }
}

/** Shows that the job waits again. It need not succeed: the queue hands the job out all the same. */
async function handBack({ records }: RunTranscriptionJobPorts, transcriptId: string): Promise<void> {
  const toPending = records.transact(async (tables) => {
    const record = await openTranscription(tables, transcriptId);
    if (record !== undefined)
      await tables.transcriptions.update(transcriptId, { status: requeued(record).status });
  });
  await toPending.catch(() => undefined);
}
