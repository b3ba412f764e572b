import type { App } from '../../accounts/app.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import type { Records } from '../../storage/record-store.ts';
import { type TranscriptRecord, transcriptRecordOf } from './transcript-record.ts';

const SHOWN_ID_CHARS = 64;

/** @throws SpeechError `TRANSCRIPT_NOT_FOUND`, the same if it is unknown, another app's or expired */
export async function getTranscript(
  records: Pick<Records, 'transcriptions'>,
  transcriptId: string,
  app: App,
): Promise<TranscriptRecord> {
  const record = await records.transcriptions.get(transcriptId);
  if (record === undefined || record.appId !== app.appId) {
    throw new SpeechError(
      'TRANSCRIPT_NOT_FOUND',
      `There is no transcript ${transcriptId.slice(0, SHOWN_ID_CHARS)}.`,
    );
  }
  return transcriptRecordOf(record);
}
