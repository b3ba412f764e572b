import type { RecordingDecoder } from '@parlance/audio';
import type { TokenAuthority } from '@parlance/core/accounts';
import type { AudioCodec, AudioReader, Transcoder } from '@parlance/core/audio';
import type { ModelStore } from '@parlance/core/engine';
import type { Clock, RandomSource, Sealer } from '@parlance/core/platform';
import type { Egress } from '@parlance/core/requests';
import type { SpeechService } from '@parlance/core/service';
import type { SpeechSettings } from '@parlance/core/settings';
import type { SpeechStorage } from '@parlance/core/storage';
import type { VoiceCatalogue } from '@parlance/core/voices';
import type { InjectionToken } from 'tsyringe';
import type { Engines } from '../engines/engines.ts';
import type { ServiceParts } from '../service/service-parts.ts';
import type { SpeechEvents } from '../speech/speech-events.ts';
import type { JobHandlers } from '../workers/workers.ts';

const token = <Type>(name: string): InjectionToken<Type> => Symbol(`parlance.${name}`);

/** Everything a service is made of, by typed token. */
export const TOKENS = {
  settings: token<SpeechSettings>('settings'),
  clock: token<Clock>('clock'),
  random: token<RandomSource>('random'),
  codec: token<AudioCodec>('codec'),
  /** Of the interface's uploads: WAV of its listed rates and nothing else, unless the settings say so. */
  uploadReader: token<AudioReader>('upload-reader'),
  /** Of callers in-process and of OpenAI's endpoints: any format, and every rate that can be resampled. */
  reader: token<AudioReader>('reader'),
  decoder: token<RecordingDecoder>('decoder'),
  transcoder: token<Transcoder>('transcoder'),
  models: token<ModelStore>('models'),
  engines: token<Engines>('engines'),
  catalogue: token<VoiceCatalogue>('catalogue'),
  storage: token<SpeechStorage>('storage'),
  egress: token<Egress>('egress'),
  /** What the service and its workers share. */
  serviceParts: token<ServiceParts>('service-parts'),
  tokens: token<TokenAuthority>('tokens'),
  sealer: token<Sealer>('sealer'),
  events: token<SpeechEvents>('events'),
  service: token<SpeechService>('service'),
  jobHandlers: token<JobHandlers>('job-handlers'),
} as const;
