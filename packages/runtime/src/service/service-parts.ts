import type { AdmitCaller, BalanceCheck, ConcurrencySlots, TokenAuthority } from '@parlance/core/accounts';
import type { AudioCodec, AudioReader, Transcoder } from '@parlance/core/audio';
import type { OrphanSweep } from '@parlance/core/maintenance';
import type { Clock, RandomSource, Sealer } from '@parlance/core/platform';
import type { RejectionCounter } from '@parlance/core/reports';
import type { Egress, RequestEnds } from '@parlance/core/requests';
import type { ServiceCapability } from '@parlance/core/service';
import type { SpeechSettings } from '@parlance/core/settings';
import type { SpeechStorage } from '@parlance/core/storage';
import type { AudioLinks, LiveCredits } from '@parlance/core/synthesis';
import type { VoiceCatalogue } from '@parlance/core/voices';
import type { KeySource } from '../auth/key-source.ts';
import type { EngineMeter } from '../engines/engine-meter.ts';
import type { Engines } from '../engines/engines.ts';
import type { SegmentCache } from '../engines/segment-cache.ts';
import type { SpeechLibrary } from '../library/speech-library.ts';
import type { SpeechEvents } from '../speech/speech-events.ts';
import type { StorageWatch } from '../storage/storage-problems.ts';
import type { VoiceSet } from '../voices/voice-set.ts';
import type { DemoRenderer } from './demo-renderer.ts';
import type { LiveMeter } from './live-meter.ts';

/** What the use cases of a service and of its workers are given. */
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
  readonly sweepOrphans: OrphanSweep;
  readonly storageWatch: StorageWatch;
  /** Problems with engines that calls need by default, each with its remedy. */
  readonly findEngineProblems: () => readonly string[];
  /** What the process is ready for when it is asked for no capability by name. */
  readonly mainCapability: ServiceCapability;
  /** Called before new work begins. @throws SpeechError `SHUTTING_DOWN` once the service closes */
  readonly assertOpen: () => void;
}
