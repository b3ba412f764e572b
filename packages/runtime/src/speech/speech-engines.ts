import type { ModelProgress, ModelStore, PluginContext, SpeechPlugin } from '@parlance/core/engine';
import { parseInput } from '@parlance/core/input';
import { systemClock } from '@parlance/core/platform';
import type { LiveAdmission } from '@parlance/core/scheduling';
import {
  type SpeechSettings,
  type SpeechSettingsInput,
  speechSettings,
  withProfile,
} from '@parlance/core/settings';
import { createModelStore } from '@parlance/models';
import { createEngineMeter, type EngineMeter } from '../engines/engine-meter.ts';
import { createEngineSet, type EngineSet } from '../engines/engine-set.ts';
import { createEngines } from '../engines/engines.ts';
import { createMemoryRoom } from '../engines/memory-room.ts';
import { createSegmentCache, type SegmentCache } from '../engines/segment-cache.ts';
import { defaultPlugins } from '../plugins/default-plugins.ts';
import { loadPlugins } from '../plugins/load-plugins.ts';
import { traceEngines } from '../tracing/trace-engines.ts';
import { readVoicePacks, refuseUnspokenPacks } from '../voices/voice-packs.ts';
import { refuseTwinVoices } from '../voices/voice-set.ts';
import type { CreateSpeechOptions, ModelOptions } from './create-speech-options.ts';
import { createSpeechEvents, type SpeechEvents } from './speech-events.ts';

type EngineOptions = Pick<
  CreateSpeechOptions,
  'plugins' | 'projectFolder' | 'pluginFolders' | 'models' | 'tracer'
> & {
  readonly settings: SpeechSettingsInput;
};

/** The parts of a service that exist before its storage is open. */
export interface SpeechEngines {
  readonly settings: SpeechSettings;
  readonly events: SpeechEvents;
  /** The store from the options, or the default one. */
  readonly store: ModelStore;
  /** The same store; downloads are reported to the service's listeners. */
  readonly models: ModelStore;
  /** Resolves when an engine that requests the model from now on has got it. */
  modelFound(modelId: string): Promise<void>;
  readonly plugins: readonly SpeechPlugin[];
  readonly context: PluginContext;
  /** Not loaded. */
  readonly engines: EngineSet;
  readonly engineMeter: EngineMeter;
  /** Admits calls by the engines' queues, and by free memory if that is checked. */
  readonly admission: LiveAdmission;
  readonly segmentCache: SegmentCache;
}

const BYTES_IN_MIB = 2 ** 20;
const MS_IN_MINUTE = 60_000;

/** @throws SpeechError `INVALID_CONFIG` that lists every invalid option */
export async function createSpeechEngines(options: EngineOptions): Promise<SpeechEngines> {
  const { projectFolder, tracer } = options;
  const settings = Object.freeze(parseInput(speechSettings, withProfile(options.settings), 'INVALID_CONFIG'));
  const events = createSpeechEvents();
  const onError = (error: unknown): void => void events.emit('background-error', error);
  const store = isStore(options.models) ? options.models : openModels(options.models);
  const { models, modelFound } = watchModels(store, events);
  const plugins = await loadPlugins(
    options.plugins ?? defaultPlugins(projectFolder),
    projectFolder,
    options.pluginFolders,
  );
  const segmentCache = createSegmentCache(settings.segmentCacheMib * BYTES_IN_MIB);
  const voicePacks = await readVoicePacks(settings.voicePacks, projectFolder);
  const { memoryReserveMib } = settings;
  const memory =
    memoryReserveMib === 0
      ? undefined
      : createMemoryRoom({
          reserveBytes: memoryReserveMib * BYTES_IN_MIB,
          clock: systemClock,
          engines: () => [...engines.synthesis, ...engines.recognition],
          onError,
        });
  const context: PluginContext = {
    models,
    isolation: settings.isolation,
    ...(settings.idleUnloadMinutes !== null && { idleUnloadMs: settings.idleUnloadMinutes * MS_IN_MINUTE }),
    savesMemory: settings.profile === 'small',
    ...(memory && { makeRoom: memory.makeRoom }),
    onIncident: (incident) => events.emit('engine-incident', incident),
  };
  const created = await createEngines(plugins, { ...context, voicePacks });
  refuseUnspokenPacks(voicePacks, created.synthesis);
  refuseTwinVoices(created, settings);
  const { maxLiveWaitSeconds } = settings;
  const engineMeter = createEngineMeter({ clock: systemClock, maxLiveWaitSeconds });
  const engines = createEngineSet(created, {
    meter: engineMeter,
    cache: segmentCache,
    tracing: tracer && traceEngines(tracer),
    onLoad: (load) => void events.emit('engine-load', load),
    onError,
  });
  return {
    settings,
    events,
    store,
    models,
    modelFound,
    plugins,
    context,
    engines,
    engineMeter,
    admission: memory?.guard(engineMeter.admission) ?? engineMeter.admission,
    segmentCache,
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

/** Engines fetch their models themselves; the service's listeners are informed all the same. */
function watchModels(store: ModelStore, events: SpeechEvents): Pick<SpeechEngines, 'models' | 'modelFound'> {
  const report = (progress: ModelProgress): void => void events.emit('model-progress', progress);
  const waiting = new Map<string, PromiseWithResolvers<void>>();
  return {
    modelFound(modelId) {
      const found = Promise.withResolvers<void>();
      waiting.set(modelId, found);
      return found.promise;
    },
    models: {
      ensure: (modelId, options = {}) =>
        store
          .ensure(modelId, {
            ...options,
            onProgress(progress) {
              report(progress);
              options.onProgress?.(progress);
            },
          })
          .finally(() => waiting.get(modelId)?.resolve()),
    },
  };
}
