import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { InstalledModel } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import type { ManagedModel, ModelAdmin } from '@parlance/core/service';
import { createModelStore, type InstallableModelStore } from '@parlance/models';
import type { Command } from 'commander';
import { askYes } from '../input/ask-yes.ts';
import { namingFile } from '../input/naming-file.ts';
import { createModelProgressBars } from '../terminal/model-progress-bars.ts';
import { table } from '../terminal/table.ts';
import { type CommandContext, type GlobalOptions, openContext } from './command-context.ts';
import { type ListedModel, MODEL_COLUMNS, modelRow } from './model-rows.ts';
import { withModels } from './with-models.ts';

interface PullOptions extends GlobalOptions {
  readonly from?: string;
}

/** A server with the same model folder needs some milliseconds; one with another folder downloads the files first. */
const ASK_EVERY_MS = 200;

export function addModels(program: Command): void {
  const models = program.command('models').description('list, download, use, remove and verify models');
  models
    .command('list')
    .description('list the catalogue: which models are installed, in use or the default')
    .option('--installed', 'only installed models')
    .action(listModels);
  models
    .command('pull')
    .description('download models and those they need; a running server uses them at once')
    .argument('<id...>', 'model IDs from the catalogue')
    .option('--from <folder>', 'take the files from this folder instead of downloading them')
    .action(pullModels);
  models
    .command('use')
    .description("make a recognizer, or a model's first voice, the default")
    .argument('<id>', 'ID of an installed model')
    .action(useModel);
  models
    .command('remove')
    .description('remove models; asks first if one is in use')
    .argument('<id...>', 'model IDs from the catalogue')
    .option('--yes', 'remove them even if they are in use')
    .action(removeModels);
  models
    .command('verify')
    .description('check every file of installed models against its sha256')
    .argument('[id...]', 'model IDs from the catalogue; default: all installed models')
    .action(verifyModels);
}

function storeOf({ settings }: CommandContext): InstallableModelStore {
  return createModelStore(settings.modelsDir === undefined ? {} : { directory: settings.modelsDir });
}

async function listModels(_options: unknown, command: Command): Promise<void> {
  const options: GlobalOptions & { installed?: boolean } = command.optsWithGlobals();
  const context = await openContext(options);
  const all = await storeOf(context).list();
  const used = await withModels(context.settings, (models) => models.list());
  const models = (options.installed === true ? all.filter(({ isInstalled }) => isInstalled) : all).map(
    (model): ListedModel => ({ ...model, use: used.models.find(({ id }) => id === model.entry.id) }),
  );
  context.output.result(
    models.map(({ entry, use, ...status }) => ({ ...use, ...entry, ...status, voices: use?.voices ?? [] })),
    [
      table(MODEL_COLUMNS, models.map(modelRow)),
      `Default voice: ${used.defaultVoice ?? 'none'}. Default recognizer: ${used.defaultRecognizer ?? 'none'}.`,
    ].join('\n'),
  );
}

async function pullModels(ids: string[], _options: unknown, command: Command): Promise<void> {
  const options: PullOptions = command.optsWithGlobals();
  const context = await openContext(options);
  const store = storeOf(context);
  const bars = createModelProgressBars();
  const installed: InstalledModel[] = [];
  try {
    for (const id of ids) {
      const pull = () =>
        store.pull(id, {
          signal: context.signal,
          onProgress: (progress) => bars.show(progress),
          ...(options.from === undefined ? {} : { from: resolve(options.from) }),
        });
      installed.push(await (options.from === undefined ? pull() : namingFile(options.from, pull)));
    }
  } finally {
    bars.stop();
  }
  const used = await withModels(context.settings, (models) => takeIntoUse(models, ids, context.signal));
  const text = installed
    .map(({ id, licence, directory }) => `${id}: licence ${licence}, in ${directory}${usedFor(used.get(id))}`)
    .join('\n');
  context.output.result(
    installed.map((model) => {
      const { isInUse = false, isDefault = false, voices = [] } = used.get(model.id) ?? {};
      return { ...model, isInUse, isDefault, voices };
    }),
    text,
  );
}

/** Tells the service about installed models, and waits until it has loaded them. */
async function takeIntoUse(
  models: ModelAdmin,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ManagedModel>> {
  const used = new Map<string, ManagedModel>();
  for (const id of ids) {
    let model = await models.install(id);
    while (model.state === 'installing') {
      await delay(ASK_EVERY_MS, undefined, { signal });
      model = await models.get(id);
    }
    if (model.error !== null) throw new SpeechError(model.error.code, model.error.message, { modelId: id });
    used.set(id, model);
  }
  return used;
}

function usedFor(model: ManagedModel | undefined): string {
  if (model?.isInUse !== true) return '';
  if (model.kind !== 'synthesis') return `\n  recognizes ${model.languages.join(', ')}`;
  return `\n  voices: ${model.voices.join(', ')}`;
}

async function useModel(id: string, _options: unknown, command: Command): Promise<void> {
  const { output, settings } = await openContext(command.optsWithGlobals());
  const { model, defaults } = await withModels(
    settings,
    async (models) => {
      const made = await models.makeDefault(id);
      const { defaultVoice, defaultRecognizer } = await models.list();
      return { model: made, defaults: { defaultVoice, defaultRecognizer } };
    },
    { isKept: true },
  );
  output.result(
    { ...model, ...defaults },
    model.kind === 'synthesis'
      ? `${defaults.defaultVoice} is the default voice.`
      : `${model.id} is the default recognizer.`,
  );
}

async function removeModels(ids: string[], _options: unknown, command: Command): Promise<void> {
  const options: GlobalOptions & { yes?: boolean } = command.optsWithGlobals();
  const { output, settings, signal } = await openContext(options);
  const results = await withModels(settings, async (models) => {
    const removed: { id: string; wasInstalled: boolean }[] = [];
    for (const id of ids) {
      const model = await models.get(id);
      const force = options.yes === true || (await isMeant(model, signal));
      const wasInstalled = model.state === 'installed';
      if (wasInstalled) await models.remove(id, { force });
      removed.push({ id, wasInstalled });
    }
    return removed;
  });
  const text = results
    .map(({ id, wasInstalled }) => `${id}: ${wasInstalled ? 'removed' : 'was not installed'}`)
    .join('\n');
  output.result(results, text);
}

/**
 * @returns whether to remove a model although it is in use; `false` if it is not in use
 * @throws SpeechError `INVALID_INPUT` if there is no terminal to ask on, or the answer was no
 */
async function isMeant(model: ManagedModel, signal: AbortSignal): Promise<boolean> {
  const reasons = [
    ...(model.isDefault ? ['is a default'] : []),
    ...(model.isDeclared ? ['is named by the plugins, and will be downloaded again when it is needed'] : []),
    ...(model.requiredBy.length > 0 ? [`is needed by ${model.requiredBy.join(', ')}`] : []),
  ];
  if (model.state !== 'installed' || reasons.length === 0) return false;
  const what = `${model.id} ${reasons.join('; ')}.`;
  if (!process.stdin.isTTY) {
    throw new SpeechError('INVALID_INPUT', `${what} To remove it anyway, add --yes.`);
  }
  if (await askYes(`${what} Remove it?`, signal)) return true;
  throw new SpeechError('INVALID_INPUT', 'Nothing was removed.');
}

async function verifyModels(ids: string[], _options: unknown, command: Command): Promise<void> {
  const context = await openContext(command.optsWithGlobals());
  const store = storeOf(context);
  const wanted =
    ids.length > 0 ? ids : (await store.list()).filter((m) => m.isInstalled).map((m) => m.entry.id);
  const bars = createModelProgressBars();
  const reports = [];
  try {
    for (const id of wanted) {
      reports.push(
        await store.verify(id, { signal: context.signal, onProgress: (progress) => bars.show(progress) }),
      );
    }
  } finally {
    bars.stop();
  }
  const lines = reports.map(({ modelId, isIntact, files }) => {
    const faults = files
      .filter(({ state }) => state !== 'intact')
      .map(({ path, state }) => `${path} ${state}`);
    return `${modelId}: ${isIntact ? `${files.length} files intact` : faults.join(', ')}`;
  });
  context.output.result(reports, lines.length === 0 ? 'No model is installed.' : lines.join('\n'));
  const broken = reports.filter(({ isIntact }) => !isIntact).map(({ modelId }) => modelId);
  if (broken.length > 0) {
    throw new SpeechError(
      'MODEL_CORRUPT',
      `Damaged: ${broken.join(', ')}. To fix this: parlance models remove ${broken.join(' ')} && parlance models pull ${broken.join(' ')}`,
    );
  }
}
