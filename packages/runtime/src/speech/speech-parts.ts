import type { AudioCodec, AudioReader } from '@parlance/core/audio';
import type { Clock, OpenCalls, RandomSource } from '@parlance/core/platform';
import type { LiveAdmission } from '@parlance/core/scheduling';
import type { SpeechSettings } from '@parlance/core/settings';
import type { VoiceCatalogue } from '@parlance/core/voices';
import type { Engines } from '../engines/engines.ts';
import type { VoiceSet } from '../voices/voice-set.ts';
import type { SpeechEvents } from './speech-events.ts';

/** The parts of a service that in-process calls use. */
export interface SpeechParts {
  readonly settings: SpeechSettings;
  readonly engines: Engines;
  readonly admission: LiveAdmission;
  readonly catalogue: VoiceCatalogue;
  readonly voices: VoiceSet;
  readonly codec: AudioCodec;
  readonly reader: AudioReader;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly events: SpeechEvents;
  /** Aborts when the service closes. Only to be asked: calls get a signal of their own from `calls`. */
  readonly closing: AbortSignal;
  /** Ends when the service closes, too. */
  readonly calls: OpenCalls;
}
