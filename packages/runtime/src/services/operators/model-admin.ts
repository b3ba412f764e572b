import { type AdminActor, noteAction } from '@parlance/core/administration';
import { SpeechError } from '@parlance/core/errors';
import { didYouMean } from '@parlance/core/input';
import type { ManagedModel, ModelAdmin } from '@parlance/core/service';
import type { RecordKeeping, Records, SpeechChoices, SpeechStorage } from '@parlance/core/storage';
import type { VoiceCatalogue } from '@parlance/core/voices';
import { adviceOn, type ModelStatus } from '@parlance/models';
import type { EngineMeter } from '../../engines/engine-meter.ts';
import type { Engines } from '../../engines/engines.ts';
import { isSpeakingModel } from '../../library/installed-models.ts';
import type { SpeechLibrary } from '../../library/speech-library.ts';
import type { VoiceSet } from '../../voices/voice-set.ts';

export interface ModelAdminNeeds {
  readonly engines: Engines;
  readonly voices: VoiceSet;
  readonly library: SpeechLibrary;
  readonly engineMeter: Pick<EngineMeter, 'loads' | 'workOf'>;
  readonly catalogue: VoiceCatalogue;
  readonly storage: SpeechStorage;
}

/** An operator's operations on models; `undefined` if the store cannot install models. */
export function modelAdmin(needs: ModelAdminNeeds, keeping: RecordKeeping): ModelAdmin | undefined {
  const { library, engines, voices } = needs;
  const { store, installs } = library;
  if (store === undefined || installs === undefined) return undefined;

  const note =
    (action: string, target: string, by: AdminActor | undefined) =>
    (tables: Records): Promise<void> =>
      noteAction(keeping, tables, { by, action, target });
  const find = async (modelId: string): Promise<[ModelStatus, readonly ModelStatus[]]> => {
    const models = await library.list();
    const model = models.find(({ entry }) => entry.id === modelId);
    if (model === undefined)
      throw new SpeechError(
        'MODEL_NOT_FOUND',
        `No model "${modelId}" is in the catalogue.${didYouMean(
          modelId,
          models.map(({ entry }) => entry.id),
        )}`,
        { modelId },
      );
    return [model, models];
  };
  const view = (model: ModelStatus, models: readonly ModelStatus[]): ManagedModel =>
    viewOf(model, models, needs);
  const get = async (modelId: string): Promise<ManagedModel> => view(...(await find(modelId)));
  const inUseBy = ({ isDefault, isDeclared, requiredBy }: ManagedModel): string[] => [
    ...(isDefault ? ['it is the default'] : []),
    ...(isDeclared ? ["the plugins' options name it"] : []),
    ...(requiredBy.length > 0 ? [`${requiredBy.join(', ')} needs it`] : []),
  ];
  /** The choices without a model. */
  const without =
    (modelId: string, codes: readonly string[]) =>
    (now: SpeechChoices): Partial<SpeechChoices> => ({
      models: now.models?.filter((id) => id !== modelId) ?? null,
      defaultRecognizer: now.defaultRecognizer === modelId ? null : now.defaultRecognizer,
      defaultVoice: now.defaultVoice !== null && codes.includes(now.defaultVoice) ? null : now.defaultVoice,
    });

  return {
    async list() {
      const models = await library.list();
      return {
        directory: store.directory,
        defaultVoice: voices.defaultVoice ?? null,
        defaultRecognizer: engines.recognition[0]?.model ?? null,
        models: models.map((model) => view(model, models)),
      };
    },
    get,
    async install(modelId, by) {
      const [{ entry }] = await find(modelId);
      await needs.storage.records.transact(note('model-install', entry.id, by));
      void installs.start(entry.id);
      return get(modelId);
    },
    async cancelInstall(modelId, by) {
      const { progress } = await get(modelId);
      if (progress !== null) {
        await needs.storage.records.transact(note('model-install-cancel', modelId, by));
        installs.cancel(modelId);
      }
      return get(modelId);
    },
    async remove(modelId, { force = false } = {}, by) {
      const model = await get(modelId);
      const reasons = inUseBy(model);
      if (!force && reasons.length > 0) {
        throw new SpeechError(
          'INVALID_INPUT',
          `The model "${modelId}" is in use: ${reasons.join('; ')}. To remove it anyway, set force.`,
          { field: 'force', modelId },
        );
      }
      installs.cancel(modelId);
      installs.forget(modelId);
      await library.change(without(modelId, model.voices), note('model-remove', modelId, by));
      const wasThere = await store.remove(modelId);
      await library.refresh();
      if (!wasThere && !model.isInUse)
        throw new SpeechError('MODEL_NOT_INSTALLED', `The model "${modelId}" is not installed.`, { modelId });
    },
    async makeDefault(modelId, by) {
      const [model] = await find(modelId);
      const { entry } = model;
      if (!isSpeakingModel(model)) {
        const message = `The model "${modelId}" neither synthesizes nor recognizes speech; it is a part of other models.`;
        throw new SpeechError('INVALID_INPUT', message, { field: 'modelId', modelId });
      }
      if (!model.isInstalled) {
        const message = `The model "${modelId}" is not installed. Install it with: parlance models pull ${modelId}`;
        throw new SpeechError('MODEL_NOT_INSTALLED', message, { modelId });
      }
      const [voice] = voicesOf(model, needs);
      if (entry.kind === 'synthesis' && voice === undefined) {
        const message = `The voices of "${modelId}" are unknown; name them in the options of the plugin.`;
        throw new SpeechError('INVALID_INPUT', message, { field: 'modelId', modelId });
      }
      await library.change(
        ({ models }) => ({
          ...(models === null ? {} : { models: [...new Set([...models, modelId])] }),
          ...(voice === undefined ? { defaultRecognizer: modelId } : { defaultVoice: voice }),
        }),
        note('model-default', modelId, by),
      );
      return get(modelId);
    },
  };
}

/** Codes of the voices that a model has, or would have once installed, in the order of the catalogue: the best first. */
function voicesOf({ entry }: ModelStatus, { engines, catalogue }: ModelAdminNeeds): readonly string[] {
  const ids = engines.synthesis.filter(({ model }) => model === entry.id).map(({ id }) => id);
  const spoken = catalogue.voices.filter(({ engine }) => ids.includes(engine)).map(({ code }) => code);
  const known = (entry.voices ?? []).map(({ code }) => code);
  if (spoken.length === 0) return known;
  return [
    ...known.filter((code) => spoken.includes(code)),
    ...spoken.filter((code) => !known.includes(code)),
  ];
}

function viewOf(model: ModelStatus, models: readonly ModelStatus[], needs: ModelAdminNeeds): ManagedModel {
  const { engines, library, engineMeter, voices } = needs;
  const { entry, isInstalled } = model;
  const { id } = entry;
  const speaking = engines.synthesis.filter((engine) => engine.model === id);
  const hearing = engines.recognition.filter((engine) => engine.model === id);
  const memory = [...speaking, ...hearing].flatMap((engine) => engine.residentBytes?.() ?? []);
  const work = [
    ...speaking.flatMap((engine) => engineMeter.workOf('synthesis', engine.id) ?? []),
    ...hearing.flatMap((engine) => engineMeter.workOf('recognition', engine.id) ?? []),
  ];
  const codes = voicesOf(model, needs);
  const { progress, error } = library.installs?.stateOf(id) ?? { progress: null, error: null };
  return {
    id,
    title: entry.title,
    kind: entry.kind,
    family: entry.family,
    languages: entry.languages,
    licence: entry.licence,
    licenceUrl: entry.licenceUrl,
    licenceNotice: entry.licenceNotice ?? null,
    goodFor: adviceOn(id)?.goodFor ?? null,
    figures: adviceOn(id)?.measured ?? null,
    sizeBytes: entry.sizeBytes,
    downloadBytes: entry.sources[0]?.downloadBytes ?? null,
    state: progress !== null ? 'installing' : isInstalled ? 'installed' : 'available',
    progress,
    error,
    isInUse: speaking.length + hearing.length > 0,
    isDeclared: library.declared.includes(id),
    isDefault:
      (speaking.length > 0 && codes.some((code) => code === voices.defaultVoice)) ||
      engines.recognition[0]?.model === id,
    voices: codes,
    requiredBy: models
      .filter((other) => other.isInstalled && other.entry.requires?.includes(id))
      .map((other) => other.entry.id),
    memoryBytes: memory.length === 0 ? null : sum(memory),
    measured: work.length === 0 ? null : measuredOf(work),
  };
}

function measuredOf(work: readonly { readonly audioSeconds: number; readonly busySeconds: number }[]) {
  const audioSeconds = sum(work.map((one) => one.audioSeconds));
  return { audioSeconds, realTimeFactor: sum(work.map((one) => one.busySeconds)) / audioSeconds };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
