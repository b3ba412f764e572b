import { SpeechError } from '@parlance/core/errors';
import { sweepAfterStart } from '@parlance/core/maintenance';
import { OpenCalls, systemClock, within } from '@parlance/core/platform';
import { voiceFilterInput } from '@parlance/core/service';
import { SERVER_ROLES, type SpeechSettingsInput } from '@parlance/core/settings';
import { NO_CHOICES, type SpeechStorage } from '@parlance/core/storage';
import { filterVoices } from '@parlance/core/voices';
import { createEgress } from '@parlance/egress';
import { fixedKeys, openKeySource } from '../auth/key-source.ts';
import { backgroundClock } from '../composition/background-clock.ts';
import { compose } from '../composition/compose.ts';
import { TOKENS } from '../composition/tokens.ts';
import { createDefaultEngines } from '../engines/default-engines.ts';
import { beginToLoad, expectedDefaults, listModels } from '../engines/expected-defaults.ts';
import { findEngineProblems } from '../engines/find-engine-problems.ts';
import { installableStore } from '../library/installed-models.ts';
import { createPackFolder } from '../library/pack-folder.ts';
import { createSpeechLibrary } from '../library/speech-library.ts';
import { measureTo } from '../measuring/measure.ts';
import { measureAudio } from '../measuring/measure-audio.ts';
import { measureEgress } from '../measuring/measure-egress.ts';
import { measureHandlers } from '../measuring/measure-jobs.ts';
import { createMemoryStorage } from '../storage/memory-storage.ts';
import { watchStorage } from '../storage/storage-problems.ts';
import { traceEgress } from '../tracing/trace-egress.ts';
import { traceHandlers, withTracedJobs } from '../tracing/trace-jobs.ts';
import { createVoiceSet } from '../voices/voice-set.ts';
import { startWorkers } from '../workers/workers.ts';
import { parseCall } from './call-options.ts';
import type { CreateSpeechOptions } from './create-speech-options.ts';
import { listen } from './listen.ts';
import { speak } from './speak.ts';
import type { Speech } from './speech.ts';
import { createSpeechEngines, type SpeechEngines } from './speech-engines.ts';
import type { DefaultChoices } from './speech-events.ts';
import type { SpeechParts } from './speech-parts.ts';
import { transcribeInProcess } from './transcribe-in-process.ts';
import { createWarmth, type SpeechPart } from './warmth.ts';

/** Aborted calls end within a unit; a call whose reader stopped reading never ends. */
const ENGINE_DRAIN_MS = 1000;
/** Time to remove the report of this process and to end a look at the library; neither is needed. */
const LEAVING_GRACE_MS = 1000;
/** Time for a database that has just begun to answer again. */
const END_GRACE_MS = 2000;

/**
 * Creates a speech service in this process. Engines are loaded by {@link Speech.warm} or by the first call that needs them; while a `storage`
 * function opens the storage, the default engines may already begin to load.
 *
 * @example
 * const speech = await createSpeech();
 * await writeFile('hello.wav', await speech.speak('Hello world.').file());
 *
 * @throws SpeechError `INVALID_CONFIG` that lists every invalid option; any error of opening the storage
 */
export async function createSpeech(options: CreateSpeechOptions = {}): Promise<Speech> {
  const { storage, plugins, models, projectFolder, pluginFolders, ...rest } = options;
  const { keys, egress, roles, publicUrl, voicePackFolder, defaults, tracer, ...settings } = rest;
  const made = await createSpeechEngines({ plugins, models, projectFolder, pluginFolders, tracer, settings });
  const isKept = typeof storage === 'object';
  let opened = isKept ? storage : undefined;
  const begun: (() => Promise<void>)[] = [];
  try {
    if (typeof storage === 'function')
      opened = await openBesideEngines(storage, made, defaults ?? NO_CHOICES);
    return await putTogether(made, {
      storage: opened,
      isKept,
      begun,
      keys,
      egress,
      roles,
      publicUrl,
      voicePackFolder,
      defaults,
      tracer,
    });
  } catch (error) {
    await Promise.allSettled(begun.map((end) => end()));
    await made.engines.close();
    if (!isKept) await opened?.close();
    throw error;
  }
}

/**
 * Opens the storage while the default engines begin to load: the synthesis engine, which takes longest, at once, and the recognizer when the storage is open. Loading all
 * at once would take longer on two cores, and everything else waits for the storage.
 */
async function openBesideEngines(
  open: () => Promise<SpeechStorage>,
  { settings, store, modelFound, engines }: SpeechEngines,
  choices: DefaultChoices,
): Promise<SpeechStorage> {
  // In threads of this process, engines would be compiled without optimization, as the embedded database is while it starts.
  if (settings.isolation !== 'process' || !settings.keepDefaultsLoaded) return open();
  const { synthesis, recognition } = expectedDefaults(engines, settings, choices);
  const listed = listModels(store);
  // Before opening the storage, since loading its modules blocks everything else in this thread.
  await beginToLoad(synthesis, listed, modelFound);
  const storage = await open();
  void beginToLoad(recognition, listed, modelFound);
  return storage;
}

type OpenedOptions = Omit<
  CreateSpeechOptions,
  'storage' | 'plugins' | 'models' | 'projectFolder' | 'pluginFolders' | keyof SpeechSettingsInput
> & {
  readonly storage: SpeechStorage | undefined;
  /** Whether the caller closes it. */
  readonly isKept: boolean;
  /** Filled with what ends background work if the service cannot be created. */
  readonly begun: (() => Promise<void>)[];
};

async function putTogether(
  {
    settings,
    events,
    store,
    models,
    plugins,
    context,
    engines,
    engineMeter,
    admission,
    segmentCache,
  }: SpeechEngines,
  options: OpenedOptions,
): Promise<Speech> {
  const { storage: given, isKept, begun, keys, egress: way, roles = SERVER_ROLES } = options;
  const { publicUrl, voicePackFolder, defaults, tracer } = options;
  const onError = (error: unknown): void => void events.emit('background-error', error);
  const untraced =
    given ??
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
  // A refresh may begin to fetch models.
  begun.push(() => library.close());
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
  const calls = new OpenCalls();
  const present = <Engine>(engine: Engine | undefined): readonly Engine[] => (engine ? [engine] : []);
  // Other engines load for their first call.
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
    admission,
    segmentCache,
    events,
    storage,
    egress,
    keys: keys === undefined ? await openKeySource(storage.records) : fixedKeys(keys),
    storageWatch,
    readiness: {
      findEngineProblems: () => [...new Set([...warmth.problems(), ...findEngineProblems(defaultEngines)])],
      // A bucket can be unavailable by itself, and live speech does not need it; a folder is on the disk that everything needs.
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
    admission,
    events,
    catalogue: container.resolve(TOKENS.catalogue),
    codec: container.resolve(TOKENS.codec),
    reader: container.resolve(TOKENS.recordingReader),
    clock: container.resolve(TOKENS.clock),
    random: container.resolve(TOKENS.random),
    closing: closing.signal,
    calls,
  };
  const service = container.resolve(TOKENS.service);
  const handlers = roles.includes('worker')
    ? measureHandlers(container.resolve(TOKENS.jobHandlers), measure)
    : {};
  const workers = await startWorkers(
    storage.queue,
    tracer === undefined ? handlers : traceHandlers(handlers, tracer),
    { savesMemory: settings.profile === 'small' },
  );
  if (roles.length > 0) library.watch();
  const stopTelling = roles.length > 0 ? container.resolve(TOKENS.nodeStatus).tell() : undefined;
  if (roles.includes('worker')) {
    const { signal } = closing;
    void sweepAfterStart(container.resolve(TOKENS.sweepOrphans), { clock: backgroundClock, signal, onError });
  }
  // A database server that does not answer would hold up each step for a minute or two, and a process is killed before that.
  const isDatabaseElsewhere = storage.connectionFigures !== undefined;
  const inTime = (limitMs: number, work: Promise<unknown>): Promise<unknown> =>
    isDatabaseElsewhere ? within(systemClock, limitMs, work) : work;
  const closeAll = async (): Promise<void> => {
    const reason = new SpeechError('SHUTTING_DOWN', 'The service is closing.');
    closing.abort(reason);
    calls.end(reason);
    await workers.stop(0);
    await inTime(LEAVING_GRACE_MS, Promise.all([stopTelling?.(), library.close()]));
    await engines.drain(ENGINE_DRAIN_MS);
    await Promise.all([engines.close(), container.resolve(TOKENS.decoder).close()]);
    const untilMs = systemClock.monotonicMs() + END_GRACE_MS;
    const ends = container.resolve(TOKENS.liveCredits).settled();
    await inTime(END_GRACE_MS, Promise.all([ends, container.resolve(TOKENS.rejections).flush()]));
    await container.resolve(TOKENS.endWriter).close(Math.max(0, untilMs - systemClock.monotonicMs()));
    if (way === undefined) await egress.close();
    stopMeasuring?.();
    if (!isKept) await storage.close();
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
      // The type of `EventEmitter.on` expects a tuple of arguments, not the listener type of the map.
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
