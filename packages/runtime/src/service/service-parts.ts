import type {
  AdmitCaller,
  AudioCodec,
  AudioLinks,
  AudioReader,
  BalanceCheck,
  Clock,
  ConcurrencySlots,
  Egress,
  LiveCredits,
  RandomSource,
  RejectionCounter,
  RequestEnds,
  Sealer,
  SpeechSettings,
  SpeechStorage,
  TokenAuthority,
  Transcoder,
  VoiceCatalogue,
} from '@parlance/core';
import type { KeySource } from '../auth/key-source.ts';
import type { EngineMeter } from '../engines/engine-meter.ts';
import type { Engines } from '../engines/engines.ts';
import type { SegmentCache } from '../engines/segment-cache.ts';
import type { SpeechLibrary } from '../library/speech-library.ts';
import type { SpeechEvents } from '../speech/speech-events.ts';
import type { VoiceSet } from '../voices/voice-set.ts';
import type { DemoRenderer } from './demo-renderer.ts';
import type { LiveMeter } from './live-meter.ts';

/** What the use-cases of a service and of its workers are given. */
export interface ServiceParts {
  readonly settings: SpeechSettings;
  readonly voices: VoiceSet;
  readonly library: SpeechLibrary;
  readonly engines: Engines;
  readonly catalogue: VoiceCatalogue;
  readonly codec: AudioCodec;
  /** Of the interface's uploads. */
  readonly reader: AudioReader;
  /** Of recordings in any format, at any rate that can be resampled. */
  readonly recordingReader: AudioReader;
  readonly transcoder: Transcoder;
  readonly storage: SpeechStorage;
  readonly egress: Egress;
  readonly links: AudioLinks;
  readonly ends: RequestEnds;
  readonly liveCredits: LiveCredits;
  readonly rejections: RejectionCounter;
  /** Of live recognition. */
  readonly seconds: BalanceCheck;
  readonly synthesisSlots: ConcurrencySlots;
  readonly recognitionSlots: ConcurrencySlots;
  readonly callers: AdmitCaller;
  readonly tokens: TokenAuthority;
  readonly keys: KeySource;
  readonly meter: LiveMeter;
  /** How the engines' workers are taken up, and whom that refuses. */
  readonly engineMeter: Pick<EngineMeter, 'admission' | 'loads' | 'figures' | 'workOf'>;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly events: SpeechEvents;
  readonly demos: DemoRenderer;
  readonly segmentCache: Pick<SegmentCache, 'figures'>;
  /** Problems with what the service stands on, each with its remedy. */
  readonly findProblems: () => Promise<readonly string[]>;
  /** Called before new work begins. @throws SpeechError `SHUTTING_DOWN` once the service closes */
  readonly assertOpen: () => void;
}
