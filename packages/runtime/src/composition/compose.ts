import 'reflect-metadata';
import {
  createAnyRecordingReader,
  createAudioCodec,
  createAudioReader,
  createFfmpegTranscoder,
  createRecordingDecoder,
} from '@parlance/audio';
import {
  type ConcurrencySlots,
  createAdmitCaller,
  createBalanceCheck,
  createCallRate,
  createConcurrencySlots,
  createLeasedSlots,
} from '@parlance/core/accounts';
import type { ModelStore } from '@parlance/core/engine';
import { SpeechError, type SpeechErrorCode } from '@parlance/core/errors';
import { createOrphanSweep } from '@parlance/core/maintenance';
import { createRejectionCounter } from '@parlance/core/reports';
import { createRequestEnds, type Egress } from '@parlance/core/requests';
import type { SpeechSettings } from '@parlance/core/settings';
import type { SpeechStorage } from '@parlance/core/storage';
import { createAudioLinks, createLiveCredits } from '@parlance/core/synthesis';
import { container, type DependencyContainer, instanceCachingFactory } from 'tsyringe';
import { createHmacSealer } from '../auth/hmac-sealer.ts';
import { createJoseTokenAuthority } from '../auth/jose-token-authority.ts';
import type { KeySource } from '../auth/key-source.ts';
import { nodeRandom } from '../auth/node-random.ts';
import type { EngineMeter } from '../engines/engine-meter.ts';
import type { Engines } from '../engines/engines.ts';
import { synthesisParts } from '../engines/synthesis-parts.ts';
import type { SpeechLibrary } from '../library/speech-library.ts';
import { createService } from '../service/create-service.ts';
import { createDemoRenderer } from '../service/demo-renderer.ts';
import { createLiveMeter } from '../service/live-meter.ts';
import type { ServiceParts } from '../service/service-parts.ts';
import type { SpeechEvents } from '../speech/speech-events.ts';
import type { VoiceSet } from '../voices/voice-set.ts';
import { createJobHandlers } from '../workers/job-handlers.ts';
import { backgroundClock, nodeClock } from './node-clock.ts';
import { TOKENS } from './tokens.ts';

/** What is said to those who send another format than WAV where WAV alone is taken. */
const OTHER_FORMATS_HINT =
  'The setting recordingFormats: "any" (PARLANCE_RECORDING_FORMATS=any) has POST /v1/stt read other formats too; ' +
  'POST /v1/audio/transcriptions always does.';

/** What has to exist before anything can be put together. */
export interface Foundations {
  readonly settings: SpeechSettings;
  readonly engines: Engines;
  readonly voices: VoiceSet;
  readonly library: SpeechLibrary;
  readonly engineMeter: EngineMeter;
  readonly segmentCache: ServiceParts['segmentCache'];
  readonly models: ModelStore;
  readonly storage: SpeechStorage;
  readonly egress: Egress;
  readonly keys: KeySource;
  readonly events: SpeechEvents;
  readonly storageWatch: ServiceParts['storageWatch'];
  readonly findEngineProblems: ServiceParts['findEngineProblems'];
  readonly mainCapability: ServiceParts['mainCapability'];
  /** The address that callers know the service by; `undefined` when there is none. */
  readonly publicUrl: () => Promise<string | undefined>;
  /** Aborts when the service closes, its reason a SpeechError. */
  readonly closing: AbortSignal;
}

/** Registers every part of one service, each by a factory that names what it needs. */
export function compose(foundations: Foundations): DependencyContainer {
  const parts = container.createChildContainer();
  const { settings, keys } = foundations;
  const single = instanceCachingFactory;
  parts.registerInstance(TOKENS.settings, settings);
  parts.registerInstance(TOKENS.engines, foundations.engines);
  parts.registerInstance(TOKENS.models, foundations.models);
  parts.registerInstance(TOKENS.storage, foundations.storage);
  parts.registerInstance(TOKENS.egress, foundations.egress);
  parts.registerInstance(TOKENS.events, foundations.events);
  parts.registerInstance(TOKENS.clock, nodeClock);
  parts.registerInstance(TOKENS.random, nodeRandom);
  parts.register(TOKENS.codec, { useFactory: single(() => createAudioCodec()) });
  parts.register(TOKENS.uploadReader, {
    useFactory: single((at) =>
      settings.recordingFormats === 'any'
        ? at.resolve(TOKENS.reader)
        : createAudioReader({ codec: at.resolve(TOKENS.codec), otherFormatsHint: OTHER_FORMATS_HINT }),
    ),
  });
  parts.register(TOKENS.reader, {
    useFactory: single((at) =>
      createAnyRecordingReader({
        codec: at.resolve(TOKENS.codec),
        decoder: at.resolve(TOKENS.decoder),
        transcoder: at.resolve(TOKENS.transcoder),
        spool: foundations.storage.spool,
      }),
    ),
  });
  parts.register(TOKENS.decoder, {
    useFactory: single(() =>
      createRecordingDecoder({
        onIncident: (incident) => void foundations.events.emit('engine-incident', incident),
      }),
    ),
  });
  parts.register(TOKENS.transcoder, { useFactory: single(() => createFfmpegTranscoder()) });
  parts.register(TOKENS.tokens, {
    useFactory: single((at) => createJoseTokenAuthority(keys, at.resolve(TOKENS.clock))),
  });
  parts.register(TOKENS.sealer, { useFactory: single(() => createHmacSealer(keys.current().sealingKey)) });
  parts.registerInstance(TOKENS.catalogue, foundations.voices.catalogue);
  parts.register(TOKENS.serviceParts, {
    useFactory: single((at) => createServiceParts(foundations, at)),
  });
  parts.register(TOKENS.service, {
    useFactory: single((at) => createService(at.resolve(TOKENS.serviceParts))),
  });
  parts.register(TOKENS.jobHandlers, {
    useFactory: single((at) => createJobHandlers(at.resolve(TOKENS.serviceParts))),
  });
  return parts;
}

function createServiceParts(foundations: Foundations, at: DependencyContainer): ServiceParts {
  const { settings, engines, storage, egress, events, keys, publicUrl, closing } = foundations;
  const [codec, catalogue, clock] = [
    at.resolve(TOKENS.codec),
    at.resolve(TOKENS.catalogue),
    at.resolve(TOKENS.clock),
  ];
  const sealer = at.resolve(TOKENS.sealer);
  const { records, audio, sharedLimits: shared } = storage;
  const tokens = at.resolve(TOKENS.tokens);
  const random = at.resolve(TOKENS.random);
  const onError = (error: unknown): void => void events.emit('background-error', error);
  const slots = (code: SpeechErrorCode, what: string): ConcurrencySlots =>
    shared === undefined
      ? createConcurrencySlots(code, what)
      : createLeasedSlots({ shared, clock: backgroundClock, random, onError }, { code, what });
  return {
    settings,
    engines,
    codec,
    catalogue,
    storage,
    egress,
    sealer,
    clock,
    events,
    sweepOrphans: createOrphanSweep({ records, audio, clock }),
    storageWatch: foundations.storageWatch,
    findEngineProblems: foundations.findEngineProblems,
    mainCapability: foundations.mainCapability,
    voices: foundations.voices,
    library: foundations.library,
    reader: at.resolve(TOKENS.uploadReader),
    recordingReader: at.resolve(TOKENS.reader),
    transcoder: at.resolve(TOKENS.transcoder),
    tokens,
    random,
    keys,
    meter: createLiveMeter(),
    engineMeter: foundations.engineMeter,
    callers: createAdmitCaller({
      apps: records.apps,
      tokens,
      clock,
      rate: createCallRate({ clock, shared }),
      clientTokens: records.clientTokens,
      onError,
    }),
    links: createAudioLinks({ sealer, clock, audio, publicUrl }),
    ends: createRequestEnds(),
    liveCredits: createLiveCredits({
      records,
      clock,
      onError,
    }),
    rejections: createRejectionCounter({ records, clock: backgroundClock, onError }),
    seconds: createBalanceCheck({ ledger: records.ledger, clock }, 'seconds'),
    synthesisSlots: slots('SYNTHESIS_CONCURRENCY_EXCEEDED', 'live syntheses'),
    recognitionSlots: slots('RECOGNITION_CONCURRENCY_EXCEEDED', 'live recognitions'),
    segmentCache: foundations.segmentCache,
    demos: createDemoRenderer({ ...synthesisParts({ engines, codec, settings }), catalogue }),
    assertOpen() {
      if (closing.aborted) throw SpeechError.from(closing.reason);
    },
  };
}
