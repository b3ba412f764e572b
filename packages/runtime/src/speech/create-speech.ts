import type { ModelProgress, ModelStore, PluginContext } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { parseInput } from '@parlance/core/input';
import { sweepAfterStart } from '@parlance/core/maintenance';
import { systemClock, type Tracer } from '@parlance/core/platform';
import type { Egress } from '@parlance/core/requests';
import { voiceFilterInput } from '@parlance/core/service';
import {
  SERVER_ROLES,
  type ServerRole,
  type SpeechSettingsInput,
  speechSettings,
  withProfile,
} from '@parlance/core/settings';
import { NO_CHOICES, type SpeechStorage } from '@parlance/core/storage';
import { filterVoices } from '@parlance/core/voices';
import { createEgress } from '@parlance/egress';
import { createModelStore } from '@parlance/models';
import type { KeyRing } from '../auth/key-ring.ts';
import { fixedKeys, openKeySource } from '../auth/key-source.ts';
import { backgroundClock } from '../composition/background-clock.ts';
import { compose } from '../composition/compose.ts';
import { TOKENS } from '../composition/tokens.ts';
import { createDefaultEngines } from '../engines/default-engines.ts';
import { createEngineMeter } from '../engines/engine-meter.ts';
import { createEngineSet } from '../engines/engine-set.ts';
import { createEngines } from '../engines/engines.ts';
import { findEngineProblems } from '../engines/find-engine-problems.ts';
import { createSegmentCache } from '../engines/segment-cache.ts';
import { installableStore } from '../library/installed-models.ts';
import { createPackFolder } from '../library/pack-folder.ts';
import { createSpeechLibrary } from '../library/speech-library.ts';
import { measureTo } from '../measuring/measure.ts';
import { measureAudio } from '../measuring/measure-audio.ts';
import { measureEgress } from '../measuring/measure-egress.ts';
import { measureHandlers } from '../measuring/measure-jobs.ts';
import { defaultPlugins } from '../plugins/default-plugins.ts';
import { loadPlugins, type PluginChoice } from '../plugins/load-plugins.ts';
import { createMemoryStorage } from '../storage/memory-storage.ts';
import { watchStorage } from '../storage/storage-problems.ts';
import { traceEgress } from '../tracing/trace-egress.ts';
import { traceEngines } from '../tracing/trace-engines.ts';
import { traceHandlers, withTracedJobs } from '../tracing/trace-jobs.ts';
import { readVoicePacks, refuseUnspokenPacks } from '../voices/voice-packs.ts';
import { createVoiceSet, refuseTwinVoices } from '../voices/voice-set.ts';
import { startWorkers } from '../workers/workers.ts';
import { parseCall } from './call-options.ts';
import { listen } from './listen.ts';
import { speak } from './speak.ts';
import type { Speech } from './speech.ts';
import { createSpeechEvents, type DefaultChoices, type SpeechEvents } from './speech-events.ts';
import type { SpeechParts } from './speech-parts.ts';
import { transcribeInProcess } from './transcribe-in-process.ts';
import { createWarmth, type SpeechPart } from './warmth.ts';

export interface ModelOptions {
  /** Absent: the user's cache folder. */
  readonly directory?: string | undefined;
  /** Fetch nothing: a model that is missing is an error. Default false. */
  readonly offline?: boolean | undefined;
}

export interface CreateSpeechOptions extends SpeechSettingsInput {
  /** Plugins, or the names of their packages, or those with options. Absent: sherpa-onnx, Flite, and eSpeak NG where it is installed. */
  readonly plugins?: readonly PluginChoice[] | undefined;
  /** Where the packages are looked for that `plugins` names. Absent: the working directory. */
  readonly projectFolder?: string | undefined;
  /** Where the packages are looked for that the project has not, such as those that its dependencies bring. */
  readonly pluginFolders?: readonly string[] | undefined;
  /** Where models come from: a store, or how to make the usual one. */
  readonly models?: ModelStore | ModelOptions | undefined;
  /**
   * Where everything is kept, and the queue. The giver closes it, after {@link Speech.close}. Absent: records and jobs in
   * memory, audio in a temporary folder, for as long as this service lives.
   */
  readonly storage?: SpeechStorage | undefined;
  /**
   * Where this process has the voice packs that are added while it runs; it belongs to this process alone. Absent: in a temporary folder,
   * to which they are fetched from the storage at each start.
   */
  readonly voicePackFolder?: string | undefined;
  /** Follows calls into jobs, engines and webhooks, as `openTelemetryTracer()` of `@parlance/tracing` does. Absent: nothing is traced. */
  readonly tracer?: Tracer | undefined;
  /** The way to addresses that callers name; the giver closes it. Absent: made of `allowNetworks`. */
  readonly egress?: Egress | undefined;
  /** `worker`: does the jobs of batch requests, from now on. Default both. */
  readonly roles?: readonly ServerRole[] | undefined;
  /**
   * The address that callers know the service by, for links to audio. A promise where it is known only later: links wait for
   * it. Absent: links are paths.
   */
  readonly publicUrl?: string | Promise<string> | undefined;
  /**
   * What a service without a storage uses for calls that name nothing, while it is there. A storage keeps what its operators chose
   * itself.
   */
  readonly defaults?: DefaultChoices | undefined;
  /** What signs tokens and seals cursors. Absent: kept in the storage, and made when there are none in it. */
  readonly keys?: KeyRing | undefined;
}

const BYTES_IN_MIB = 2 ** 20;
const MS_IN_MINUTE = 60_000;

/** What was aborted ends within a unit; a reader who stopped reading never does. */
const ENGINE_DRAIN_MS = 1000;
/** For a database that is just answering again. */
const END_GRACE_MS = 2000;

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
  const { plugins: choices, models: modelChoice, keys, storage: kept, egress: way, ...rest } = options;
  const {
    roles = SERVER_ROLES,
    publicUrl,
    projectFolder,
    pluginFolders,
    voicePackFolder,
    defaults,
    tracer,
    ...given
  } = rest;
  const settings = Object.freeze(parseInput(speechSettings, withProfile(given), 'INVALID_CONFIG'));
  const events = createSpeechEvents();
  const store = isStore(modelChoice) ? modelChoice : openModels(modelChoice);
  const models = withProgress(store, events);
  const plugins = await loadPlugins(choices ?? defaultPlugins(projectFolder), projectFolder, pluginFolders);
  const segmentCache = createSegmentCache(settings.segmentCacheMib * BYTES_IN_MIB);
  const voicePacks = await readVoicePacks(settings.voicePacks, projectFolder);
  const context: PluginContext = {
    models,
    isolation: settings.isolation,
    ...(settings.idleUnloadMinutes !== null && { idleUnloadMs: settings.idleUnloadMinutes * MS_IN_MINUTE }),
    savesMemory: settings.profile === 'small',
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
  });
  const onError = (error: unknown): void => void events.emit('background-error', error);
  const untraced =
    kept ??
    createMemoryStorage({
      clock: backgroundClock,
      onError,
      choices: defaults && { ...NO_CHOICES, ...defaults, revision: 1 },
    });
  const measure = measureTo(events);
  const measured = { ...untraced, audio: measureAudio(untraced.audio, measure) };
  const stopMeasuring = untraced.onConnectionWait?.((waitMs) => measure({ type: 'connection-wait', waitMs }));
  const storage = tracer === undefined ? measured : withTracedJobs(measured, tracer);
  const library = createSpeechLibrary({
    store: installableStore(store),
    packs: createPackFolder({ directory: voicePackFolder, audio: storage.audio }),
    plugins,
    context,
    engines,
    records: storage.records,
    isShared: storage.sharedLimits !== undefined,
    events,
    clock: backgroundClock,
  });
  await library.refresh();
  const voices = createVoiceSet(engines, settings, library.choices);
  const defaultEngines = createDefaultEngines(engines, voices, {
    stayLoaded: settings.keepDefaultsLoaded,
    onError,
  });
  library.onChoices((chosen) => {
    voices.choose(chosen);
    defaultEngines.update();
    const { defaultVoice, defaultRecognizer } = chosen;
    events.emit('defaults-change', { defaultVoice, defaultRecognizer });
  });
  const wayOut = way ?? createEgress({ clock: systemClock, allowNetworks: settings.allowNetworks });
  const measuredWay = measureEgress(wayOut, measure);
  const egress = tracer === undefined ? measuredWay : traceEgress(measuredWay, tracer);
  const storageWatch = watchStorage(storage, systemClock);
  const closing = new AbortController();
  const present = <Engine>(engine: Engine | undefined): readonly Engine[] => (engine ? [engine] : []);
  // Other engines load for their first caller.
  const sharedParts = [{ warm: () => container.resolve(TOKENS.codec).warm() }];
  const warmth = createWarmth({
    shared: () => sharedParts,
    synthesis: () => present(defaultEngines.synthesis),
    recognition: () => [...present(defaultEngines.recognition), ...present(defaultEngines.voiceActivity)],
  });
  const container = compose({
    settings,
    engines,
    voices,
    library,
    engineMeter,
    segmentCache,
    events,
    storage,
    egress,
    keys: keys === undefined ? await openKeySource(storage.records) : fixedKeys(keys),
    storageWatch,
    readiness: {
      findEngineProblems: () => [...new Set([...warmth.problems(), ...findEngineProblems(defaultEngines)])],
      // Audio in a bucket is away for reasons of its own, while live speech needs none; a folder is on the disk that everything is on.
      mainCapability: roles.includes('api') && storage.audio.link !== undefined ? 'live' : 'batch',
    },
    roles,
    publicUrl: async () => publicUrl,
    closing: closing.signal,
  });
  const parts: SpeechParts = {
    settings,
    engines,
    voices,
    admission: engineMeter.admission,
    events,
    catalogue: container.resolve(TOKENS.catalogue),
    codec: container.resolve(TOKENS.codec),
    reader: container.resolve(TOKENS.recordingReader),
    clock: container.resolve(TOKENS.clock),
    random: container.resolve(TOKENS.random),
    closing: closing.signal,
  };
  const service = container.resolve(TOKENS.service);
  const handlers = roles.includes('worker')
    ? measureHandlers(container.resolve(TOKENS.jobHandlers), measure)
    : {};
  const workers = await startWorkers(
    storage.queue,
    tracer === undefined ? handlers : traceHandlers(handlers, tracer),
  );
  if (roles.length > 0) library.watch();
  const stopTelling = roles.length > 0 ? container.resolve(TOKENS.nodeStatus).tell() : undefined;
  if (roles.includes('worker')) {
    sweepAfterStart(container.resolve(TOKENS.sweepOrphans), backgroundClock, closing.signal).catch(
      (error: unknown) => {
        if (!closing.signal.aborted) onError(error);
      },
    );
  }
  const closeAll = async (): Promise<void> => {
    closing.abort(new SpeechError('SHUTTING_DOWN', 'The service is closing.'));
    await stopTelling?.();
    await workers.stop(0);
    await library.close();
    await engines.drain(ENGINE_DRAIN_MS);
    await Promise.all([engines.close(), container.resolve(TOKENS.decoder).close()]);
    const ends = container.resolve(TOKENS.liveCredits).settled();
    await Promise.all([ends, container.resolve(TOKENS.rejections).flush()]);
    await container.resolve(TOKENS.endWriter).close(END_GRACE_MS);
    if (way === undefined) await egress.close();
    stopMeasuring?.();
    if (kept === undefined) await storage.close();
  };
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closed ??= closeAll();
    return closed;
  };
  const warm = async (part?: SpeechPart): Promise<void> => {
    for (const kind of ['synthesis', 'recognition'] as const) {
      if (part === undefined || part === kind) defaultEngines.loadNext(kind);
    }
    await warmth.warm(part);
  };
  return {
    speak: (text, speakOptions = {}) => speak(parts, text, speakOptions),
    transcribe: (source, transcribeOptions = {}) => transcribeInProcess(parts, source, transcribeOptions),
    listen: (audio, listenOptions) => listen(parts, audio, listenOptions),
    voices: async (filter = {}) =>
      filterVoices(parts.catalogue.voices, parseCall(voiceFilterInput, filter), undefined),
    warm,
    prepare: () => (settings.keepDefaultsLoaded ? warm() : warmth.fetch(models)),
    on(name, listener) {
      // The map's union of listeners is what `on` takes for one name; the emitter's own type asks for a tuple of arguments.
      events.on(name, listener as never);
      return () => void events.off(name, listener as never);
    },
    events,
    service,
    stopWork: (timeoutMs) => workers.stop(timeoutMs),
    async writeEnds(timeoutMs) {
      await container.resolve(TOKENS.endWriter).settle(timeoutMs);
    },
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
