import type { AudioCodec } from '../../audio/audio-codec.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ChooseRecognizer } from '../../recognition/recognizer/speech-recognizer.ts';
import type { InverseNormalizationLanguage } from './inverse-normalize.ts';

/** What recognizing the audio of sessions needs. */
export interface SessionRecognizer {
  /** Called when a session has been configured. */
  readonly chooseRecognizer: ChooseRecognizer;
  readonly codec: AudioCodec;
  readonly clock: Clock;
  /** Writes numbers of this language in digits, in `text`. Absent: as they are spoken. */
  readonly numbersIn?: InverseNormalizationLanguage | undefined;
}
