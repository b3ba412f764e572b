import type { RequestEnds } from '../../requests/jobs/request-ends.ts';
import type { AudioStore } from '../../storage/audio-store.ts';
import type { DatedRecords } from '../../storage/record-keeping.ts';
import type { SpeechSynthesizer } from '../speech/speech-synthesizer.ts';

/** The progress of a batch synthesis. */
export interface SynthesisProgress {
  readonly requestId: string;
  /** Code points whose audio is stored, and all code points. */
  readonly doneCharacters: number;
  readonly characters: number;
}

/** What running synthesis jobs needs. */
export interface SynthesisWork extends SpeechSynthesizer, DatedRecords {
  readonly audio: AudioStore;
  readonly ends: RequestEnds;
  readonly onProgress?: ((progress: SynthesisProgress) => void) | undefined;
}
