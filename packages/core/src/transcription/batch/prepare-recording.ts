import { billableSeconds } from '../../accounts/ledger/billable-seconds.ts';
import type { AudioRecording } from '../../audio/audio-reader.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import { LIMITS } from '../../limits/limits.ts';
import { recordingName } from '../../requests/records/recording-name.ts';
import { reservedSeconds } from '../../requests/records/reserved-seconds.ts';
import type { RecordingSource, TranscriptionRecord } from '../../requests/records/transcription-record.ts';
import type { LocalCopy } from '../../storage/audio-store.ts';
import { fetchAtAddress } from '../fetch-at-address.ts';
import { openTranscription } from './end-transcription.ts';
import type { TranscriptionWork } from './transcription-work.ts';

/**
 * Passes a job's recording to `use`, which need not close it: the recording is first fetched if it is at an address, checked to be readable, and its
 * seconds are reserved.
 *
 * @throws SpeechError `AUDIO_FETCH_FAILED`, `AUDIO_TOO_LARGE`, `AUDIO_NOT_READABLE`, `INSUFFICIENT_SECONDS`, `NOT_FOUND`, a
 * storage code, `ABORTED`, or what `use` throws
 */
export async function withRecording<Result>(
  work: TranscriptionWork,
  record: TranscriptionRecord,
  {
    signal,
    use,
  }: { readonly signal: AbortSignal; readonly use: (recording: AudioRecording) => Promise<Result> },
): Promise<Result> {
  const copy = await localCopy(work, record, signal);
  try {
    const keepsChannels = record.source?.channels === 'separate';
    const recording = await work.reader.open(copy.path, { signal, keepsChannels });
    try {
      await reserve(work, record.transcriptId, billableSeconds(recording));
      return await use(recording);
    } finally {
      await recording.close();
    }
  } finally {
    await copy[Symbol.asyncDispose]();
  }
}

/** A recording that an earlier start of the job has fetched is already in the store. */
async function localCopy(
  work: TranscriptionWork,
  { transcriptId, source }: TranscriptionRecord,
  signal: AbortSignal,
): Promise<LocalCopy> {
  const name = recordingName(transcriptId);
  const kept = await work.audio.local(name);
  if (kept !== undefined) return kept;
  if (source?.kind === 'address') await fetchInto(work, { url: source.url, name, signal });
  const fetched = await work.audio.local(name);
  if (fetched !== undefined) return fetched;
  throw new SpeechError('NOT_FOUND', 'The recording is no longer there. Send it again.');
}

async function fetchInto(
  { spool, egress, audio }: TranscriptionWork,
  { url, name, signal }: { readonly url: string; readonly name: string; readonly signal: AbortSignal },
): Promise<void> {
  const limitBytes = LIMITS.transcription.batchFileBytes;
  const bytes = fetchAtAddress(egress, url, { limitBytes, signal });
  const file = await spool.write(bytes, { maxBytes: limitBytes - 1, signal });
  try {
    await audio.keep(file.path, name, { contentType: 'audio/wav' });
  } finally {
    await file[Symbol.asyncDispose]();
  }
}

/** Reserves the seconds, unless that was done when an upload was accepted. */
async function reserve(
  { records, clock }: TranscriptionWork,
  transcriptId: string,
  seconds: number,
): Promise<void> {
  await records.transact(async (tables) => {
    const record = await openTranscription(tables, transcriptId);
    if (record === undefined || record.audioDurationSeconds > 0) return;
    const measured = { ...record, audioDurationSeconds: seconds };
    await tables.ledger.append(reservedSeconds(measured, new Date(clock.now()).toISOString()));
    await tables.transcriptions.update(transcriptId, {
      audioDurationSeconds: seconds,
      source: storedSource(record),
    });
  });
}

/** The same job with its recording in the store. */
function storedSource({ transcriptId, source }: TranscriptionRecord): RecordingSource {
  const { words, channels, language, vocabulary } = source ?? {};
  return {
    kind: 'stored',
    objectName: recordingName(transcriptId),
    ...(words && { words }),
    ...(channels && { channels }),
    ...(language !== undefined && { language }),
    ...(vocabulary && { vocabulary }),
  };
}
