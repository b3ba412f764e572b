import type { Egress } from '../../requests/egress/egress.ts';
import type { AudioStore } from '../../storage/audio-store.ts';
import type { DatedRecords } from '../../storage/record-keeping.ts';
import type { Spool } from '../../storage/spool.ts';
import type { Transcriber } from '../transcriber.ts';

/** What jobs of transcription are carried out with. */
export interface TranscriptionWork extends Transcriber, DatedRecords {
  readonly audio: AudioStore;
  readonly spool: Spool;
  readonly egress: Pick<Egress, 'fetchRecording'>;
}
