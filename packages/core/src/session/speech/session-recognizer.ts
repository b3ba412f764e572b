import type { AudioCodec } from '../../audio/audio-codec.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ChooseRecognizer } from '../../recognition/speech-recognizer.ts';
import type { InverseNormalizationLanguage } from './inverse-normalize.ts';

/** What the audio of sessions is recognized with. */
export interface SessionRecognizer {
  /** Asked once a session is configured. */
  readonly chooseRecognizer: ChooseRecognizer;
  readonly codec: AudioCodec;
  readonly clock: Clock;
  /** Writes the numbers of that language in digits, in `text`. Absent: as they are spoken. */
  readonly numbersIn?: InverseNormalizationLanguage | undefined;
}
