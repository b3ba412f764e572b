import { readFile } from 'node:fs/promises';
import { SpeechError } from '@parlance/core/errors';
import { parseInput } from '@parlance/core/input';
import { appVocabulary, callVocabulary, readTerms, type VocabularyTerm } from '@parlance/core/vocabulary';
import { z } from 'zod';
import { namingFile } from './naming-file.ts';
import { readStdin } from './read-stdin.ts';

export const VOCABULARY_HELP = 'your own names and words: a JSON, CSV or TSV file, see docs/vocabulary.md';

const ofApp = z.object({ terms: appVocabulary });
const ofCall = z.object({ terms: callVocabulary });

/**
 * The terms of one call.
 *
 * @throws SpeechError `INVALID_INPUT`
 */
export async function readCallVocabulary(
  file: string | undefined,
): Promise<readonly VocabularyTerm[] | undefined> {
  if (file === undefined) return undefined;
  const text = await textOf(file);
  return namingFile(file, async () => parseInput(ofCall, { terms: readTerms(text) }).terms);
}

/**
 * The terms of an app.
 *
 * @param file `-`: stdin
 * @throws SpeechError like {@link readCallVocabulary}
 */
export async function readAppVocabulary(
  file: string,
  signal: AbortSignal,
): Promise<readonly VocabularyTerm[]> {
  const isStdin = file === '-';
  const text = await (isStdin ? readStdin(signal) : textOf(file));
  return namingFile(
    isStdin ? 'stdin' : file,
    async () => parseInput(ofApp, { terms: readTerms(text) }).terms,
  );
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new SpeechError('INVALID_INPUT', `${file} cannot be read (${code}).`, {}, { cause });
  }
}
