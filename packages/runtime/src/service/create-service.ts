import {
  type AppStore,
  type AudioCodec,
  type AudioReader,
  authenticate,
  type Clock,
  createApp,
  createConcurrencySlots,
  openSession,
  pageVoices,
  type RandomSource,
  type Sealer,
  SpeechError,
  type SpeechService,
  type SpeechSettings,
  synthesizeLive,
  type TokenAuthority,
  transcribeLive,
  type VoiceCatalogue,
} from '@parlance/core';
import { type Engines, recognizerFor, synthesisEngineOf, voiceActivityOf } from '../plugins/engines.ts';
import type { DemoRenderer } from './demo-renderer.ts';

export interface ServiceParts {
  readonly settings: SpeechSettings;
  readonly realtimeVoices: readonly string[];
  readonly engines: Engines;
  readonly catalogue: VoiceCatalogue;
  readonly codec: AudioCodec;
  readonly reader: AudioReader;
  readonly apps: AppStore;
  readonly tokens: TokenAuthority;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly demos: DemoRenderer;
  /** Problems with what the service stands on, each with its remedy. */
  readonly findProblems: () => Promise<readonly string[]>;
}

/** Hands each of an adapter's wishes to its use-case. */
export function createService(parts: ServiceParts): SpeechService {
  const { settings, engines, catalogue } = parts;
  const synthesisPorts = {
    codec: parts.codec,
    engineOf: (voice: Parameters<typeof synthesisEngineOf>[1]) => synthesisEngineOf(engines, voice),
    catalogue,
    slots: createConcurrencySlots('SYNTHESIS_CONCURRENCY_EXCEEDED', 'live syntheses'),
    realtimeVoices: parts.realtimeVoices,
    latency: settings.latency,
  };
  const recognitionSlots = createConcurrencySlots('RECOGNITION_CONCURRENCY_EXCEEDED', 'live recognitions');
  const found = async (appId: string, app: ReturnType<AppStore['get']>) => {
    const known = await app;
    if (known === undefined) throw new SpeechError('NOT_FOUND', `There is no app ${appId.slice(0, 64)}.`);
    return known;
  };
  return {
    authenticate: (credentials) => authenticate(parts, credentials),
    synthesizeLive: (input, app, options) => synthesizeLive(synthesisPorts, input, app, options),
    transcribeLive: async (wav, app, options) =>
      transcribeLive(
        {
          reader: parts.reader,
          random: parts.random,
          recognizer: recognizerFor(engines),
          voiceActivity: voiceActivityOf(engines),
          slots: recognitionSlots,
          utteranceSilenceMs: settings.utteranceSilenceMs,
        },
        wav,
        app,
        options,
      ),
    openSession: (credentials, outlet) =>
      openSession(
        {
          authenticate: (given) => authenticate(parts, given),
          recognition: () => ({
            recognizer: recognizerFor(engines),
            voiceActivity: voiceActivityOf(engines),
          }),
          slots: recognitionSlots,
          codec: parts.codec,
          clock: parts.clock,
          random: parts.random,
        },
        credentials,
        outlet,
      ),
    listVoices: async (query, appId) => pageVoices(parts, query, appId),
    renderDemo: (code) => parts.demos.render(code),
    createApp: (request) => createApp(parts, request),
    listApps: (search) => parts.apps.list(search),
    getApp: (appId) => found(appId, parts.apps.get(appId)),
    revokeApp: (appId) =>
      found(appId, parts.apps.update(appId, { revokedAt: new Date(parts.clock.now()).toISOString() })),
    async readiness() {
      const problems = await parts.findProblems();
      return { isReady: problems.length === 0, problems };
    },
  };
}
