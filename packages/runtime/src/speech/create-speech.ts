import {
  type AppStore,
  filterVoices,
  type ModelProgress,
  type ModelStore,
  parseInput,
  SpeechError,
  type SpeechSettingsInput,
  speechSettings,
} from '@parlance/core';
import { createModelStore } from '@parlance/models';
import { createMemoryAppStore } from '@parlance/storage';
import { createKeyRing, type KeyRing } from '../auth/key-ring.ts';
import { compose } from '../composition/compose.ts';
import { TOKENS } from '../composition/tokens.ts';
import { allEngines, createEngines } from '../plugins/engines.ts';
import { DEFAULT_PLUGINS, loadPlugins, type PluginChoice } from '../plugins/load-plugins.ts';
import { listen } from './listen.ts';
import { speak } from './speak.ts';
import type { Speech } from './speech.ts';
import { createSpeechEvents, type SpeechEvents } from './speech-events.ts';
import type { SpeechParts } from './speech-parts.ts';
import { transcribeSource } from './transcribe-source.ts';

export interface ModelOptions {
  /** Absent: the user's cache folder. */
  readonly directory?: string | undefined;
  /** Fetch nothing: a model that is missing is an error. Default false. */
  readonly offline?: boolean | undefined;
}

export interface CreateSpeechOptions extends SpeechSettingsInput {
  /** Plugins, or the names of their packages. Absent: sherpa-onnx and Flite. */
  readonly plugins?: readonly PluginChoice[] | undefined;
  /** Where models come from: a store, or how to make the usual one. */
  readonly models?: ModelStore | ModelOptions | undefined;
  /** Where apps are kept. Absent: in memory. */
  readonly apps?: AppStore | undefined;
  /** What signs tokens and seals cursors. Absent: made anew, good until this process ends. */
  readonly keys?: KeyRing | undefined;
}

/**
 * Puts a speech service together in this process. No engine is loaded yet: that is done by {@link Speech.warm} or the first
 * call that needs it.
 *
 * @example
 * const speech = await createSpeech();
 * await writeFile('hello.wav', await speech.speak('Hello world.').file());
 *
 * @throws SpeechError `INVALID_CONFIG` listing every fault of the options
 */
export async function createSpeech(options: CreateSpeechOptions = {}): Promise<Speech> {
  const { plugins: choices, models: modelChoice, apps, keys, ...given } = options;
  const settings = Object.freeze(parseInput(speechSettings, given, 'INVALID_CONFIG'));
  const events = createSpeechEvents();
  const models = withProgress(isStore(modelChoice) ? modelChoice : openModels(modelChoice), events);
  const plugins = await loadPlugins(choices ?? DEFAULT_PLUGINS);
  const engines = await createEngines(plugins, {
    models,
    isolation: settings.isolation,
    onIncident: (incident) => events.emit('engine-incident', incident),
  });
  const closing = new AbortController();
  const warmth = createWarmth(async () => {
    const parts = [container.resolve(TOKENS.codec), ...allEngines(engines)];
    const results = await Promise.allSettled(parts.map((part) => part.warm()));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  });
  const container = compose({
    settings,
    engines,
    models,
    events,
    apps: apps ?? createMemoryAppStore(),
    keys: keys ?? (await createKeyRing()),
    findProblems: async () => warmth.problems(),
  });
  const parts: SpeechParts = {
    settings,
    engines,
    events,
    catalogue: container.resolve(TOKENS.catalogue),
    codec: container.resolve(TOKENS.codec),
    reader: container.resolve(TOKENS.reader),
    clock: container.resolve(TOKENS.clock),
    random: container.resolve(TOKENS.random),
    closing: closing.signal,
  };
  const service = container.resolve(TOKENS.service);
  const close = async (): Promise<void> => {
    if (closing.signal.aborted) return;
    closing.abort(new SpeechError('SHUTTING_DOWN', 'The service is closing.'));
    await Promise.all(allEngines(engines).map((engine) => engine.close()));
  };
  return {
    speak: (text, speakOptions = {}) => speak(parts, text, speakOptions),
    transcribe: (source, transcribeOptions = {}) => transcribeSource(parts, source, transcribeOptions),
    listen: (audio, listenOptions) => listen(parts, audio, listenOptions),
    voices: async (filter = {}) => filterVoices(parts.catalogue.voices, filter, undefined),
    warm: warmth.warm,
    on(name, listener) {
      // The map's union of listeners is what `on` takes for one name; the emitter's own type asks for a tuple of arguments.
      events.on(name, listener as never);
      return () => void events.off(name, listener as never);
    },
    events,
    service,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function isStore(choice: ModelStore | ModelOptions | undefined): choice is ModelStore {
  return choice !== undefined && 'ensure' in choice;
}

function openModels({ directory, offline }: ModelOptions = {}): ModelStore {
  return createModelStore({
    ...(directory === undefined ? {} : { directory }),
    ...(offline === undefined ? {} : { offline }),
  });
}

/** Engines fetch models for themselves; the service's listeners hear of it all the same. */
function withProgress(store: ModelStore, events: SpeechEvents): ModelStore {
  const report = (progress: ModelProgress): void => void events.emit('model-progress', progress);
  return {
    ensure: (modelId, options = {}) =>
      store.ensure(modelId, {
        ...options,
        onProgress(progress) {
          report(progress);
          options.onProgress?.(progress);
        },
      }),
  };
}

interface Warmth {
  warm(): Promise<void>;
  /** Why the service is not warm, if it is not. */
  problems(): readonly string[];
}

/** Warming is done once at a time; one that failed may be tried again. */
function createWarmth(warmAll: () => Promise<void>): Warmth {
  let warming: Promise<void> | undefined;
  let problem: string | undefined = 'The models are not loaded yet.';
  return {
    problems: () => (problem === undefined ? [] : [problem]),
    warm() {
      warming ??= warmAll().then(
        () => {
          problem = undefined;
        },
        (error: unknown) => {
          warming = undefined;
          problem = SpeechError.from(error).message;
          throw error;
        },
      );
      return warming;
    },
  };
}
