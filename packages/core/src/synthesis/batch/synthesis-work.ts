import type { RequestEnds } from '../../requests/jobs/request-ends.ts';
import type { AudioStore } from '../../storage/audio-store.ts';
import type { DatedRecords } from '../../storage/record-keeping.ts';
import type { SpeechSynthesizer } from '../speech/speech-synthesizer.ts';

/** How far a batch synthesis has come. */
export interface SynthesisProgress {
  readonly requestId: string;
  /** Code points whose audio is made and kept, and in all. */
  readonly doneCharacters: number;
  readonly characters: number;
}

/** What jobs of synthesis are carried out with. */
export interface SynthesisWork extends SpeechSynthesizer, DatedRecords {
  readonly audio: AudioStore;
  readonly ends: RequestEnds;
  readonly onProgress?: ((progress: SynthesisProgress) => void) | undefined;
}
