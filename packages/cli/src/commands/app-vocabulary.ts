import type { AppVocabulary } from '@parlance/core/administration';
import { LIMITS } from '@parlance/core/limits';
import { type TermTrial, withForms } from '@parlance/core/vocabulary';
import type { Command } from 'commander';
import { readAppVocabulary } from '../input/read-vocabulary.ts';
import { table } from '../terminal/table.ts';
import { openContext } from './command-context.ts';
import { withAdmin } from './with-admin.ts';

const { maxTrialTerms } = LIMITS.vocabulary;

export function addAppVocabulary(apps: Command): void {
  const vocabulary = apps
    .command('vocabulary')
    .description(
      "show and replace an app's vocabulary: names and words to recognize and pronounce correctly",
    );
  vocabulary
    .command('show')
    .description('list the terms; --json prints them in the form that import takes')
    .argument('<app-id>')
    .action(show);
  vocabulary
    .command('import')
    .description("replace all of the app's terms with those in a file")
    .argument('<app-id>')
    .argument(
      '<file>',
      'JSON, or CSV or TSV with the columns term, saidAs and heardAs (forms separated by "|"); "-" reads stdin',
    )
    .action(importTerms);
  vocabulary
    .command('learn')
    .description('synthesize and recognize the terms, and add the misheard forms to heardAs')
    .argument('<app-id>')
    .option('--voice <code>', 'an English voice (default: the first one)')
    .action(learn);
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

/** The new forms are saved at the end, into the terms that the app has by then. */
async function learn(appId: string, { voice }: { readonly voice?: string }, command: Command): Promise<void> {
  const { output, settings, signal } = await openContext(command.optsWithGlobals());
  await withAdmin(settings, async (admin) => {
    const { terms } = await admin.getVocabulary(appId);
    const trials: TermTrial[] = [];
    for (let at = 0; at < terms.length; at += maxTrialTerms) {
      signal.throwIfAborted();
      const part = terms.slice(at, at + maxTrialTerms);
      const tried = await admin.tryVocabulary(appId, { terms: part, voiceCode: voice });
      trials.push(...tried.trials);
      output.note(`${trials.length} of ${terms.length} terms`);
    }
    const byTerm = new Map(trials.map((trial) => [trial.term, trial]));
    const now = await admin.getVocabulary(appId);
    const learnt = now.terms.map((term) => withForms(term, byTerm.get(term.term) ?? { forms: [] }));
    if (learnt.some((term, at) => term !== now.terms[at])) await admin.putVocabulary(appId, learnt);
    output.result({ appId, trials }, trialList(trials));
  });
}

function trialList(trials: readonly TermTrial[]): string {
  if (trials.length === 0) return 'There are no terms.';
  const rows = trials.map(({ term, right, sentences, forms, ordinary }) => [
    term,
    `${right} of ${sentences}`,
    forms.join(' | '),
    ordinary.join(' | '),
  ]);
  return table(['TERM', 'RECOGNIZED', 'ADDED', 'COMMON WORDS, NOT ADDED'], rows);
}

async function clear(appId: string, _options: unknown, command: Command): Promise<void> {
  const { output, settings } = await openContext(command.optsWithGlobals());
  const kept = await withAdmin(settings, (admin) => admin.putVocabulary(appId, []));
  output.result(kept, `The app has ${count(kept)}.`);
}

function count({ terms }: AppVocabulary): string {
  return terms.length === 1 ? '1 term' : `${terms.length || 'no'} terms`;
}
