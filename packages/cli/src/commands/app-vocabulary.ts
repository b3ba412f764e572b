import type { AppVocabulary } from '@parlance/core/administration';
import type { Command } from 'commander';
import { table } from '../terminal/table.ts';
import { openContext } from './command-context.ts';
import { readAppVocabulary } from './read-vocabulary.ts';
import { withAdmin } from './with-admin.ts';

export function addAppVocabulary(apps: Command): void {
  const vocabulary = apps
    .command('vocabulary')
    .description('show and replace the names and words of an app: how they are written, said and heard');
  vocabulary
    .command('show')
    .description('list the terms; with --json as import takes them')
    .argument('<app-id>')
    .action(show);
  vocabulary
    .command('import')
    .description('put the terms of a file in place of all that the app has')
    .argument('<app-id>')
    .argument(
      '<file>',
      'JSON, or CSV or TSV with term, saidAs and heardAs, its forms parted by "|"; "-" reads stdin',
    )
    .action(importTerms);
  vocabulary.command('clear').description('remove all terms').argument('<app-id>').action(clear);
}

async function show(appId: string, _options: unknown, command: Command): Promise<void> {
  const { output, settings } = await openContext(command.optsWithGlobals());
  const found = await withAdmin(settings, (admin) => admin.getVocabulary(appId));
  output.result(found, listOf(found));
}

function listOf({ terms }: AppVocabulary): string {
  if (terms.length === 0) return 'There are no terms.';
  const rows = terms.map(({ term, saidAs = '', heardAs = [] }) => [term, saidAs, heardAs.join(' | ')]);
  return table(['TERM', 'SAID AS', 'HEARD AS'], rows);
}

async function importTerms(appId: string, file: string, _options: unknown, command: Command): Promise<void> {
  const { output, settings, signal } = await openContext(command.optsWithGlobals());
  const terms = await readAppVocabulary(file, signal);
  const kept = await withAdmin(settings, (admin) => admin.putVocabulary(appId, terms));
  output.result(kept, `The app has ${count(kept)}.`);
}

async function clear(appId: string, _options: unknown, command: Command): Promise<void> {
  const { output, settings } = await openContext(command.optsWithGlobals());
  const kept = await withAdmin(settings, (admin) => admin.putVocabulary(appId, []));
  output.result(kept, `The app has ${count(kept)}.`);
}

function count({ terms }: AppVocabulary): string {
  return terms.length === 1 ? '1 term' : `${terms.length || 'no'} terms`;
}
