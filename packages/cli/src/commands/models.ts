import { resolve } from 'node:path';
import { SpeechError } from '@parlance/core';
import { createModelStore, type InstallableModelStore, type ModelStatus } from '@parlance/models';
import type { Command } from 'commander';
import { createModelProgressBars } from '../terminal/model-progress-bars.ts';
import { table } from '../terminal/table.ts';
import { type CommandContext, type GlobalOptions, openContext } from './command-context.ts';

interface PullOptions extends GlobalOptions {
  readonly from?: string;
}

const BYTES_PER_MEGABYTE = 1_000_000;

export function addModels(program: Command): void {
  const models = program.command('models').description('list, fetch, remove and check models');
  models
    .command('list')
    .description('list the catalogue and what of it is installed')
    .option('--installed', 'only what is installed')
    .action(listModels);
  models
    .command('pull')
    .description('fetch models and what they require')
    .argument('<id...>', 'ids of the catalogue')
    .option('--from <folder>', 'take the files from this folder instead of the network')
    .action(pullModels);
  models
    .command('remove')
    .description('remove models')
    .argument('<id...>', 'ids of the catalogue')
    .action(removeModels);
  models
    .command('verify')
    .description('read every byte of installed models and compare it with its sha256')
    .argument('[id...]', 'ids of the catalogue; without one, all that are installed')
    .action(verifyModels);
}

function storeOf({ settings }: CommandContext): InstallableModelStore {
  return createModelStore(settings.modelsDir === undefined ? {} : { directory: settings.modelsDir });
}

async function listModels(_options: unknown, command: Command): Promise<void> {
  const options: GlobalOptions & { installed?: boolean } = command.optsWithGlobals();
  const context = await openContext(options);
  const all = await storeOf(context).list();
  const models = options.installed === true ? all.filter(({ isInstalled }) => isInstalled) : all;
  context.output.result(
    models.map(({ entry, ...status }) => ({ ...entry, ...status })),
    table(['ID', 'FAMILY', 'LANGUAGES', 'SIZE', 'LICENCE', 'INSTALLED'], models.map(row)),
  );
}

function row({ entry, isInstalled, source, trust }: ModelStatus): string[] {
  const from =
    trust === 'first-use' ? `yes, from ${source}, digests taken at first use` : `yes, from ${source}`;
  return [
    entry.id,
    entry.family,
    shortList(entry.languages),
    `${(entry.sizeBytes / BYTES_PER_MEGABYTE).toFixed(0)} MB`,
    entry.licence,
    isInstalled ? from : 'no',
  ];
}

const SHOWN_LANGUAGES = 4;

/** Some models know a hundred languages: a row shows the first ones, `--json` all. */
function shortList(languages: readonly string[]): string {
  const more = languages.length - SHOWN_LANGUAGES;
  const shown = languages.slice(0, SHOWN_LANGUAGES).join(' ');
  return more > 0 ? `${shown} +${more}` : shown;
}

async function pullModels(ids: string[], _options: unknown, command: Command): Promise<void> {
  const options: PullOptions = command.optsWithGlobals();
  const context = await openContext(options);
  const store = storeOf(context);
  const bars = createModelProgressBars();
  const installed = [];
  try {
    for (const id of ids) {
      installed.push(
        await store.pull(id, {
          signal: context.signal,
          onProgress: (progress) => bars.show(progress),
          ...(options.from === undefined ? {} : { from: resolve(options.from) }),
        }),
      );
    }
  } finally {
    bars.stop();
  }
  const text = installed
    .map(({ id, licence, directory }) => `${id}: licence ${licence}, in ${directory}`)
    .join('\n');
  context.output.result(installed, text);
}

async function removeModels(ids: string[], _options: unknown, command: Command): Promise<void> {
  const context = await openContext(command.optsWithGlobals());
  const store = storeOf(context);
  const results: { id: string; wasInstalled: boolean }[] = [];
  for (const id of ids) results.push({ id, wasInstalled: await store.remove(id) });
  const text = results
    .map(({ id, wasInstalled }) => `${id}: ${wasInstalled ? 'removed' : 'was not installed'}`)
    .join('\n');
  context.output.result(results, text);
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
      `Not intact: ${broken.join(', ')}. Mend it: parlance models remove ${broken.join(' ')} && parlance models pull ${broken.join(' ')}`,
    );
  }
}
