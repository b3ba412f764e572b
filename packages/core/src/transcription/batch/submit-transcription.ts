import type { App } from '../../accounts/app.ts';
import { type Caller, requireAppToken } from '../../accounts/callers/caller.ts';
import { billableSeconds } from '../../accounts/ledger/billable-seconds.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import { LIMITS } from '../../limits/limits.ts';
import { claimKey, keyClaimOf } from '../../requests/idempotency/claim-key.ts';
import type { Submitted } from '../../requests/idempotency/idempotency.ts';
import { refusalOf } from '../../requests/idempotency/refusal-of.ts';
import { refuseFullQueue } from '../../requests/jobs/refuse-full-queue.ts';
import { recordingName } from '../../requests/records/recording-name.ts';
import { reservedSeconds } from '../../requests/records/reserved-seconds.ts';
import type { RecordingSource, TranscriptionRecord } from '../../requests/records/transcription-record.ts';
import type { AudioStore } from '../../storage/audio-store.ts';
import type { JobIntake } from '../../storage/job-intake.ts';
import type { Spool } from '../../storage/spool.ts';
import type { RecordingInput, SubmitTranscriptionOptions } from '../request/transcription-options.ts';
import { type TranscriptRecord, transcriptRecordOf } from '../results/transcript-record.ts';
import type { Transcriber } from '../transcriber.ts';

/** What accepting recordings for transcription by jobs needs. */
export interface TranscriptionIntake extends JobIntake, Pick<Transcriber, 'chooseRecognizer' | 'reader'> {
  readonly audio: AudioStore;
  readonly spool: Spool;
}

/**
 * Accepts a recording for a transcription job. Once this resolves, the recording is stored, its seconds are reserved and its job waits.
 *
 * @throws SpeechError see {@link SpeechService.submitTranscription}
 */
export async function submitTranscription(
  intake: TranscriptionIntake,
  recording: RecordingInput,
  app: Caller,
  options: SubmitTranscriptionOptions = {},
): Promise<Submitted<TranscriptRecord>> {
  // If the request fails before they are awaited, their rejection must not be unhandled.
  void Promise.resolve(options.webhookUrl).catch(() => undefined);
  void Promise.resolve(options.words).catch(() => undefined);
  void Promise.resolve(options.channels).catch(() => undefined);
  void Promise.resolve(options.language).catch(() => undefined);
  void Promise.resolve(options.vocabulary).catch(() => undefined);
  void Promise.resolve(options.idempotency?.bodyHash).catch(() => undefined);
  requireAppToken(app);
  // Workers have the same plugins: without a recognizer the job would only fail later, when its caller has gone.
  intake.chooseRecognizer();
  const requireRoom = () => refuseFullQueue(intake.queue, 'transcription', intake.maxWaitingJobs);
  const transcriptId = intake.random.id();
  if ('url' in recording) {
    const { url } = recording;
    const refusal = await refusalOf(async () => {
      await requireRoom();
      await intake.egress.check(url, 'audioUrl');
    });
    const source = { kind: 'address', url } as const;
    return accept(intake, app, options, { transcriptId, source, seconds: 0, refusal });
  }
  // Before the recording is read, even if it is a repeat: that one gets its answer when it comes back.
  await requireRoom();
  const objectName = recordingName(transcriptId);
  const seconds = await keepRecording(intake, recording.bytes, objectName, options);
  try {
    const source = { kind: 'stored', objectName } as const;
    const submitted = await accept(intake, app, options, { transcriptId, source, seconds });
    if (submitted.isReplay) await removeQuietly(intake.audio, objectName);
    return submitted;
  } catch (error) {
    return await recover(intake, objectName, transcriptId, error);
  }
}

/** @returns the recording's length in seconds, rounded up; 0 for a large compressed one, whose job finds out */
async function keepRecording(
  { spool, reader, audio }: TranscriptionIntake,
  bytes: AsyncIterable<Uint8Array>,
  objectName: string,
  { signal }: SubmitTranscriptionOptions,
): Promise<number> {
  const file = await spool.write(bytes, { maxBytes: LIMITS.transcription.batchFileBytes - 1, signal });
  try {
    const length = await reader.measure(file.path, { signal });
    if (signal?.aborted) throw SpeechError.aborted(signal);
    await audio.keep(file.path, objectName, { contentType: 'audio/wav' });
    return length === undefined ? 0 : billableSeconds(length);
  } finally {
    await file[Symbol.asyncDispose]();
  }
}

interface Accepted {
  readonly transcriptId: string;
  readonly source: RecordingSource;
  /** 0: not known yet. */
  readonly seconds: number;
  /** Why the recording is refused, unless it is a repeat. */
  readonly refusal?: SpeechError | undefined;
}

/** Stores the key, the record, the seconds and the job in one transaction. */
async function accept(
  { records, egress, clock, chooseRecognizer }: TranscriptionIntake,
  app: App,
  options: SubmitTranscriptionOptions,
  { transcriptId, source, seconds, refusal: refused }: Accepted,
): Promise<Submitted<TranscriptRecord>> {
  const webhookUrl = (await options.webhookUrl) ?? null;
  const hasWords = (await options.words) === true;
  const isSeparate = (await options.channels) === 'separate';
  const language = await options.language;
  const vocabulary = (await options.vocabulary) ?? [];
  // Otherwise its job would fail with the same errors, when its caller has gone.
  chooseRecognizer({ language, wordTimesField: hasWords ? 'words' : undefined });
  const refusal =
    refused ??
    (webhookUrl === null ? undefined : await refusalOf(() => egress.check(webhookUrl, 'webhookUrl')));
  const claim = await keyClaimOf(app, options);
  if (options.signal?.aborted) throw SpeechError.aborted(options.signal);
  const nowMs = clock.now();
  const createdAt = new Date(nowMs).toISOString();
  const record: TranscriptionRecord = {
    transcriptId,
    appId: app.appId,
    kind: 'batch',
    status: 'PENDING',
    source: {
      ...source,
      ...(hasWords && { words: true }),
      ...(isSeparate && { channels: 'separate' }),
      ...(language !== undefined && { language }),
      ...(vocabulary.length > 0 && { vocabulary }),
    },
    transcript: '',
    utterances: [],
    language: null,
    audioDurationSeconds: seconds,
    webhookUrl,
    failedAttempts: 0,
    forgivenStarts: 0,
    createdAt,
    startedAt: null,
    finishedAt: null,
    failure: null,
  };
  const answer = transcriptRecordOf(record);
  return records.transact(async (tables) => {
    const earlier = claim && (await claimKey(tables.idempotency, claim, { nowMs }));
    if (earlier !== undefined) return { answer: earlier.answer as TranscriptRecord, isReplay: true };
    if (refusal !== undefined) throw refusal;
    if (seconds > 0) await tables.ledger.append(reservedSeconds(record, createdAt));
    await tables.transcriptions.insert(record);
    await tables.jobs.add('transcription', transcriptId, { turn: app.appId });
    if (claim !== undefined) await tables.idempotency.complete(claim, answer);
    return { answer, isReplay: false };
  });
}

/**
 * A transaction that broke off may have been committed. The recording is removed only if it is certain that no record
 * needs it; otherwise housekeeping decides later.
 */
async function recover(
  { records, audio }: TranscriptionIntake,
  objectName: string,
  transcriptId: string,
  error: unknown,
): Promise<Submitted<TranscriptRecord>> {
  let record: TranscriptionRecord | undefined;
  try {
    record = await records.transcriptions.get(transcriptId);
  } catch {
    throw error;
  }
  if (record !== undefined) return { answer: transcriptRecordOf(record), isReplay: false };
  await removeQuietly(audio, objectName);
  throw error;
}

/** If it can't be removed now, housekeeping does it later. */
async function removeQuietly(audio: AudioStore, objectName: string): Promise<void> {
  await audio.remove(objectName).catch(() => undefined);
}
