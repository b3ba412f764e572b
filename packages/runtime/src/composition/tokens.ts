import type { RecordingDecoder } from '@parlance/audio';
import type { AdmitCaller, BalanceCheck, ConcurrencySlots, TokenAuthority } from '@parlance/core/accounts';
import type { AppVocabularies } from '@parlance/core/administration';
import type { AudioCodec, AudioReader, Transcoder } from '@parlance/core/audio';
import type { OrphanSweep } from '@parlance/core/maintenance';
import type { Clock, RandomSource, Sealer } from '@parlance/core/platform';
import type { ChooseRecognizer } from '@parlance/core/recognition';
import type { RejectionCounter } from '@parlance/core/reports';
import type { Egress, EndWriter, RequestEnds } from '@parlance/core/requests';
import type { LiveAdmission } from '@parlance/core/scheduling';
import type { AdminService, SpeechService } from '@parlance/core/service';
import type { ServerRole, SpeechSettings } from '@parlance/core/settings';
import type { LedgerFiles, SpeechStorage } from '@parlance/core/storage';
import type { AudioLinks, LiveCredits, LiveSynthesizer, SpeechSynthesizer } from '@parlance/core/synthesis';
import type { VoiceCatalogue } from '@parlance/core/voices';
import type { InjectionToken } from 'tsyringe';
import type { KeySource } from '../auth/key-source.ts';
import type { EngineMeter } from '../engines/engine-meter.ts';
import type { Engines } from '../engines/engines.ts';
import type { SegmentCache } from '../engines/segment-cache.ts';
import type { SpeechLibrary } from '../library/speech-library.ts';
import type { LiveMeter } from '../measuring/live-meter.ts';
import type { Accounts } from '../services/accounts.ts';
import type { DemoRenderer } from '../services/demo-renderer.ts';
import type { Jobs } from '../services/jobs.ts';
import type { LiveSpeech } from '../services/live-speech.ts';
import type { NodeStatus } from '../services/node-status.ts';
import type { ReadinessRules, Reports } from '../services/reports.ts';
import type { Sessions } from '../services/sessions.ts';
import type { SpeechEvents } from '../speech/speech-events.ts';
import type { StorageWatch } from '../storage/storage-problems.ts';
import type { VoiceSet } from '../voices/voice-set.ts';
import type { JobHandlers } from '../workers/workers.ts';

const token = <Type>(name: string): InjectionToken<Type> => Symbol(`parlance.${name}`);

/** All parts of a service, by typed token. */
export const TOKENS = {
  settings: token<SpeechSettings>('settings'),
  clock: token<Clock>('clock'),
  random: token<RandomSource>('random'),
  events: token<SpeechEvents>('events'),
  /** Called before new work begins. @throws SpeechError `SHUTTING_DOWN` once the service closes */
  assertOpen: token<() => void>('assert-open'),

  codec: token<AudioCodec>('codec'),
  /** For uploads of the interface: only WAV at its listed sample rates, unless the settings allow other formats. */
  uploadReader: token<AudioReader>('upload-reader'),
  /** For in-process calls and OpenAI's endpoints: any format, and every sample rate that can be resampled. */
  recordingReader: token<AudioReader>('recording-reader'),
  decoder: token<RecordingDecoder>('decoder'),
  transcoder: token<Transcoder>('transcoder'),

  engines: token<Engines>('engines'),
  engineMeter: token<EngineMeter>('engine-meter'),
  admission: token<LiveAdmission>('admission'),
  segmentCache: token<SegmentCache>('segment-cache'),
  library: token<SpeechLibrary>('library'),
  voices: token<VoiceSet>('voices'),
  catalogue: token<VoiceCatalogue>('catalogue'),
  synthesizer: token<SpeechSynthesizer>('synthesizer'),
  liveSynthesizer: token<LiveSynthesizer>('live-synthesizer'),
  chooseRecognizer: token<ChooseRecognizer>('choose-recognizer'),
  demos: token<DemoRenderer>('demos'),

  storage: token<SpeechStorage>('storage'),
  storageWatch: token<StorageWatch>('storage-watch'),
  egress: token<Egress>('egress'),
  links: token<AudioLinks>('links'),
  ends: token<RequestEnds>('ends'),
  sweepOrphans: token<OrphanSweep>('sweep-orphans'),
  ledgerFiles: token<LedgerFiles>('ledger-files'),

  keys: token<KeySource>('keys'),
  sealer: token<Sealer>('sealer'),
  tokens: token<TokenAuthority>('tokens'),
  callers: token<AdmitCaller>('callers'),
  synthesisSlots: token<ConcurrencySlots>('synthesis-slots'),
  recognitionSlots: token<ConcurrencySlots>('recognition-slots'),
  endWriter: token<EndWriter>('end-writer'),
  liveCredits: token<LiveCredits>('live-credits'),
  vocabularies: token<AppVocabularies>('vocabularies'),
  /** For live recognition. */
  seconds: token<BalanceCheck>('seconds'),

  meter: token<LiveMeter>('meter'),
  rejections: token<RejectionCounter>('rejections'),
  roles: token<readonly ServerRole[]>('roles'),
  nodeStatus: token<NodeStatus>('node-status'),
  readiness: token<ReadinessRules>('readiness'),

  liveSpeech: token<LiveSpeech>('live-speech'),
  jobs: token<Jobs>('jobs'),
  sessions: token<Sessions>('sessions'),
  accounts: token<Accounts>('accounts'),
  reports: token<Reports>('reports'),
  administration: token<AdminService>('administration'),
  service: token<SpeechService>('service'),
  jobHandlers: token<JobHandlers>('job-handlers'),
} as const;
