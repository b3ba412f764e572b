import 'reflect-metadata';
import { createAudioCodec, createAudioReader, RECORDING_RATES_HZ } from '@parlance/audio';
import {
  type AppStore,
  createVoiceCatalogue,
  DEFAULT_REALTIME_VOICES,
  type ModelStore,
  SpeechError,
  type SpeechSettings,
  type VoiceCatalogue,
} from '@parlance/core';
import { container, type DependencyContainer, instanceCachingFactory } from 'tsyringe';
import { createHmacSealer } from '../auth/hmac-sealer.ts';
import { createJoseTokenAuthority } from '../auth/jose-token-authority.ts';
import type { KeyRing } from '../auth/key-ring.ts';
import { nodeRandom } from '../auth/node-random.ts';
import { type Engines, synthesisEngineOf } from '../plugins/engines.ts';
import { createService } from '../service/create-service.ts';
import { createDemoRenderer } from '../service/demo-renderer.ts';
import type { SpeechEvents } from '../speech/speech-events.ts';
import { nodeClock } from './node-clock.ts';
import { TOKENS } from './tokens.ts';

/** What has to exist before anything can be put together. */
export interface Foundations {
  readonly settings: SpeechSettings;
  readonly engines: Engines;
  readonly models: ModelStore;
  readonly apps: AppStore;
  readonly keys: KeyRing;
  readonly events: SpeechEvents;
  readonly findProblems: () => Promise<readonly string[]>;
}

/** Registers every part of one service, each by a factory that names what it needs. */
export function compose(foundations: Foundations): DependencyContainer {
  const parts = container.createChildContainer();
  const { settings, engines, keys } = foundations;
  const single = instanceCachingFactory;
  parts.registerInstance(TOKENS.settings, settings);
  parts.registerInstance(TOKENS.engines, engines);
  parts.registerInstance(TOKENS.models, foundations.models);
  parts.registerInstance(TOKENS.apps, foundations.apps);
  parts.registerInstance(TOKENS.events, foundations.events);
  parts.registerInstance(TOKENS.clock, nodeClock);
  parts.registerInstance(TOKENS.random, nodeRandom);
  parts.register(TOKENS.codec, { useFactory: single(() => createAudioCodec()) });
  parts.register(TOKENS.uploadReader, {
    useFactory: single((at) => createAudioReader({ codec: at.resolve(TOKENS.codec) })),
  });
  parts.register(TOKENS.reader, {
    useFactory: single((at) =>
      createAudioReader({ codec: at.resolve(TOKENS.codec), sampleRatesHz: RECORDING_RATES_HZ }),
    ),
  });
  parts.register(TOKENS.tokens, { useFactory: single(() => createJoseTokenAuthority(keys)) });
  parts.register(TOKENS.sealer, { useFactory: single(() => createHmacSealer(keys.sealingKey)) });
  parts.register(TOKENS.catalogue, {
    useFactory: single(() => createVoiceCatalogue(engines.synthesis.flatMap(({ voices }) => voices))),
  });
  parts.register(TOKENS.realtimeVoices, {
    useFactory: single((at) => chooseRealtimeVoices(settings.realtimeVoices, at.resolve(TOKENS.catalogue))),
  });
  parts.register(TOKENS.service, {
    useFactory: single((at) => {
      const codec = at.resolve(TOKENS.codec);
      const catalogue = at.resolve(TOKENS.catalogue);
      return createService({
        settings,
        engines,
        codec,
        catalogue,
        realtimeVoices: at.resolve(TOKENS.realtimeVoices),
        reader: at.resolve(TOKENS.uploadReader),
        apps: at.resolve(TOKENS.apps),
        tokens: at.resolve(TOKENS.tokens),
        sealer: at.resolve(TOKENS.sealer),
        clock: at.resolve(TOKENS.clock),
        random: at.resolve(TOKENS.random),
        demos: createDemoRenderer({
          codec,
          catalogue,
          engineOf: (voice) => synthesisEngineOf(engines, voice),
        }),
        findProblems: foundations.findProblems,
      });
    }),
  });
  return parts;
}

/**
 * @throws SpeechError `INVALID_CONFIG` for an asked-for voice that no plugin has. The default ones need not be there: a
 * service may be made of other plugins.
 */
function chooseRealtimeVoices(
  asked: readonly string[] | undefined,
  catalogue: VoiceCatalogue,
): readonly string[] {
  const codes = new Set(catalogue.voices.map(({ code }) => code));
  if (asked === undefined) return DEFAULT_REALTIME_VOICES.filter((code) => codes.has(code));
  const missing = asked.filter((code) => !codes.has(code));
  if (missing.length > 0) {
    throw new SpeechError(
      'INVALID_CONFIG',
      `realtimeVoices names ${missing.join(', ')}, which no plugin has; the voices are ${[...codes].sort().join(', ')}.`,
      { field: 'realtimeVoices' },
    );
  }
  return asked;
}
