import { stat } from 'node:fs/promises';
import type { EngineSource, PluginContext, SourceEngines, SpeechPlugin } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import type { Clock } from '@parlance/core/platform';
import { NO_CHOICES, type RecordStore, type Records, type SpeechChoices } from '@parlance/core/storage';
import type { StoredVoicePack } from '@parlance/core/voices';
import type { InstallableModelStore, ModelStatus } from '@parlance/models';
import type { EngineSet } from '../engines/engine-set.ts';
import type { SpeechEvents } from '../speech/speech-events.ts';
import { installedIds } from './installed-models.ts';
import { createModelInstalls, type ModelInstalls } from './model-installs.ts';
import type { PackFolder } from './pack-folder.ts';

export interface SpeechLibraryParts {
  /** `undefined`: models can't be installed or listed. */
  readonly store: InstallableModelStore | undefined;
  readonly packs: PackFolder;
  readonly plugins: readonly SpeechPlugin[];
  readonly context: PluginContext;
  readonly engines: EngineSet;
  readonly records: RecordStore;
  /** Whether other processes may use the same records. If so, the recorded choices determine the installed models, not the files on one disk. */
  readonly isShared: boolean;
  readonly events: SpeechEvents;
  readonly clock: Pick<Clock, 'after'>;
}

/** Keeps a service's engines in sync with the installed models and the choices of operators, made here or in another process. */
export interface SpeechLibrary {
  readonly choices: SpeechChoices;
  readonly store: InstallableModelStore | undefined;
  readonly installs: ModelInstalls | undefined;
  readonly packs: PackFolder;
  /** Why this process has not loaded a recorded pack; it will try again. */
  packError(packId: string): SpeechError | undefined;
  /** @returns cold engines that are not in use; `undefined` if no plugin supports the family @throws SpeechError `INVALID_CONFIG` for a pack with a missing file */
  enginesOf(source: EngineSource): Promise<SourceEngines | undefined>;
  /** Every model of the catalogue; empty without a store. */
  list(): Promise<readonly ModelStatus[]>;
  /** Applies the changes of other processes. */
  refresh(): Promise<void>;
  /** Changes the choices in a transaction, together with `also`, and applies them. */
  change(
    edit: (now: SpeechChoices) => Partial<SpeechChoices>,
    also: (tables: Records) => Promise<void>,
  ): Promise<void>;
  /** From now on, refreshes every few seconds. */
  watch(): void;
  /** Models that plugins' options name: engines, and the models that these need. */
  readonly declared: readonly string[];
  /** Reports an error that no caller waits for. */
  report(error: unknown): void;
  /** Called after the choices changed. */
  onChoices(listener: (choices: SpeechChoices) => void): void;
  close(): Promise<void>;
}

/** How soon a change by another process is seen: one `stat` of a folder, or one row read by its key. */
const LOOK_EVERY_MS = 3000;
const MODEL_SOURCE = 'model/';
const PACK_SOURCE = 'voice-pack/';
/** The number of refreshes before a missing model or voice pack is tried again: a minute. */
const RETRY_LOOKS = 20;

/** The source of a voice pack's engines in the engine set. */
function packSource(packId: string): string {
  return PACK_SOURCE + packId;
}

export function createSpeechLibrary(parts: SpeechLibraryParts): SpeechLibrary {
  const { store, packs, engines, records, isShared, events, clock } = parts;
  const listeners: ((choices: SpeechChoices) => void)[] = [];
  let choices: SpeechChoices = NO_CHOICES;
  let folderState = '';
  let isClosed = false;
  let last: Promise<void> = Promise.resolve();
  let isFailing = false;
  let isPackFolderSwept = false;
  /** Models that are in use and could not be fetched. */
  const missingModels = new Set<string>();
  /** Why packs could not be loaded. */
  const missingPacks = new Map<string, SpeechError>();
  /** Packs whose failure has been reported: once each, as soon as there may be listeners. */
  const toldPacks = new Set<string>();
  let isWatched = false;
  let looksSinceSettled = 0;
  let cancelLook: (() => void) | undefined;
  const list = async (): Promise<readonly ModelStatus[]> => (await store?.list()) ?? [];
  const report = (error: unknown): void => void events.emit('background-error', error);

  const installs =
    store &&
    createModelInstalls({
      store,
      onProgress: (progress) => void events.emit('model-progress', progress),
      onInstalled: (modelId) =>
        isShared && !choices.models?.includes(modelId)
          ? change(
              ({ models }) => ({ models: [...new Set([...(models ?? []), modelId])] }),
              async () => undefined,
            )
          : refresh(),
    });

  /** One after the other: two concurrent refreshes would both add an engine. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };

  const take = (next: SpeechChoices): void => {
    if (next.revision <= choices.revision) return;
    choices = next;
    engines.prefer(choices.defaultRecognizer);
    for (const listener of listeners) listener(choices);
  };

  /** Updates the engines to those of the installed models and the voice packs. */
  const settle = async (): Promise<void> => {
    if (isClosed || parts.plugins.every(({ enginesOf }) => enginesOf === undefined)) return;
    looksSinceSettled = 0;
    if (store !== undefined) await settleModels();
    await settlePacks();
  };
  const settleModels = async (): Promise<void> => {
    const models = await list();
    const here = installedIds(models);
    const wanted = isShared ? (choices.models ?? here) : here;
    const running = new Set(engines.sources);
    for (const source of running) {
      const isGone = source.startsWith(MODEL_SOURCE) && !wanted.includes(source.slice(MODEL_SOURCE.length));
      if (isGone) void engines.remove(source).catch(report);
    }
    for (const id of missingModels) if (!wanted.includes(id)) missingModels.delete(id);
    for (const id of wanted) {
      const model = models.find(({ entry }) => entry.id === id);
      if (model === undefined || running.has(MODEL_SOURCE + id) || engines.declared.includes(id)) continue;
      if (model.isInstalled) await offer(model);
      else void fetchMissing(id);
    }
  };
  const enginesOf = async (source: EngineSource): Promise<SourceEngines | undefined> => {
    for (const plugin of parts.plugins) {
      const made = await plugin.enginesOf?.(source, parts.context);
      if (made !== undefined) return made;
    }
    return undefined;
  };
  const offer = async ({ entry }: ModelStatus): Promise<void> => {
    const made = await enginesOf({ type: 'model', model: entry });
    if (made !== undefined) engines.add(MODEL_SOURCE + entry.id, made);
  };
  const settlePacks = async (): Promise<void> => {
    const ids = choices.voicePacks.map(({ packId }) => packId);
    if (!isPackFolderSwept) await packs.keepOnly(ids);
    isPackFolderSwept = true;
    const running = new Set(engines.sources);
    for (const source of running) {
      const packId = source.startsWith(PACK_SOURCE) ? source.slice(PACK_SOURCE.length) : undefined;
      if (packId === undefined || ids.includes(packId)) continue;
      void engines
        .remove(source)
        .then(() => packs.remove(packId))
        .catch(report);
    }
    for (const id of missingPacks.keys()) if (!ids.includes(id)) missingPacks.delete(id);
    for (const pack of choices.voicePacks) {
      if (!running.has(packSource(pack.packId))) await offerPack(pack);
    }
  };
  /** A pack that can't be loaded does not affect the others. */
  const offerPack = async (stored: StoredVoicePack): Promise<void> => {
    const { packId } = stored;
    try {
      const pack = await packs.ensure(stored);
      const made = await enginesOf({ type: 'voice-pack', pack });
      if (made === undefined) throw unspokenPack(pack.family);
      engines.add(packSource(packId), made);
      missingPacks.delete(packId);
      toldPacks.delete(packId);
    } catch (error) {
      missingPacks.set(packId, SpeechError.from(error));
      if (!isWatched || toldPacks.has(packId)) return;
      toldPacks.add(packId);
      report(error);
    }
  };
  /** Fetches a model that another process installed. A failure is reported once, and the fetch is tried again. */
  const fetchMissing = async (id: string): Promise<void> => {
    await installs?.start(id);
    const error = installs?.stateOf(id).error;
    const isTold = missingModels.has(id);
    if (error) missingModels.add(id);
    else missingModels.delete(id);
    if (!error || isTold) return;
    const message = `The service uses the model "${id}", and this process lacks it: ${error.message}`;
    report(new SpeechError(error.code, message, { modelId: id }));
  };

  /** @returns whether anything may have changed since the last call */
  const look = async (): Promise<boolean> => {
    const newer = await records.choices.newerThan(choices.revision);
    if (newer !== undefined) take(newer);
    const before = folderState;
    folderState = await stateOfFolder(store);
    looksSinceSettled += 1;
    const isMissingSome = missingPacks.size + missingModels.size > 0;
    const isDue = isMissingSome && looksSinceSettled >= RETRY_LOOKS;
    return newer !== undefined || folderState !== before || isDue;
  };
  const refresh = (): Promise<void> =>
    inTurn(async () => {
      await look();
      await settle();
    });
  const change: SpeechLibrary['change'] = (edit, also) =>
    inTurn(async () => {
      const here = isShared ? installedIds(await list()) : null;
      const next = await records.transact(async (tables) => {
        await also(tables);
        return tables.choices.change((now) => edit({ ...now, models: now.models ?? here }));
      });
      take(next);
      await settle();
    });
  const lookAgain = (): void => {
    cancelLook = clock.after(LOOK_EVERY_MS, () => {
      void inTurn(async () => {
        try {
          if (await look()) await settle();
          isFailing = false;
        } catch (error) {
          if (!isFailing) report(error);
          isFailing = true;
        }
      }).then(() => {
        if (!isClosed) lookAgain();
      });
    });
  };

  return {
    get choices() {
      return choices;
    },
    store,
    installs,
    packs,
    enginesOf,
    list,
    refresh,
    change,
    watch() {
      isWatched = true;
      lookAgain();
    },
    packError: (packId) => missingPacks.get(packId),
    declared: parts.plugins.flatMap(({ models }) => models),
    report,
    onChoices: (listener) => void listeners.push(listener),
    async close() {
      isClosed = true;
      cancelLook?.();
      await installs?.close();
      await last;
      await packs.close();
    },
  };
}

export function unspokenPack(family: string): SpeechError {
  const message = `No plugin of this service supports the model family "${family}". Add one that does to plugins.`;
  return new SpeechError('INVALID_CONFIG', message, { field: 'family' });
}

/** Changes when a model is added or removed, since each model is a folder in it. */
async function stateOfFolder(store: InstallableModelStore | undefined): Promise<string> {
  if (store === undefined) return '';
  return stat(store.directory).then(
    ({ mtimeMs }) => String(mtimeMs),
    () => 'none',
  );
}
