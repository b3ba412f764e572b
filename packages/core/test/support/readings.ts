import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LanguageCode } from '../../src/text/language-codes.ts';
import { readAloud } from '../../src/text/reading/read-aloud.ts';

const FIXTURES = join(import.meta.dirname, '../../../../fixtures/readings');

/** What people say for what is written. */
export interface ReadingRow {
  readonly kind: string;
  readonly written: string;
  readonly spoken: string;
}

/** A table of fixtures/readings. */
export function readTable(name: string): readonly ReadingRow[] {
  return readFileSync(join(FIXTURES, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [kind = '', written = '', spoken = ''] = line.split('\t');
      return { kind, written, spoken: spoken === '=' ? written : spoken };
    });
}

/** Hyphens between the words of a number and commas make no difference to what is said. */
const said = (text: string): string =>
  text.replaceAll(/(?<=\p{L})-(?=\p{L})/gu, ' ').replaceAll(/[,\s]+/g, ' ');

/** The rows that are read otherwise, and how. */
export function misread(
  table: readonly ReadingRow[],
  language: LanguageCode,
): readonly (ReadingRow & { readonly butIs: string })[] {
  return table
    .map((row) => ({ ...row, butIs: readAloud(row.written, language).text }))
    .filter(({ spoken, butIs }) => said(butIs) !== said(spoken));
}
