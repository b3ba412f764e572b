/**
 * Makes packages/core/src/vocabulary/common-english.ts of SCOWL's word lists, whose folder (`final` of its release, or
 * `/usr/share/dict/scowl` of Debian's package) is the one argument.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const TARGET = join(import.meta.dirname, '../packages/core/src/vocabulary/common-english.ts');
const SPELLINGS = ['english', 'american', 'british', 'british_z', 'canadian', 'australian'];
/** Lists by the part of speakers that know their words: SCOWL's sizes. */
const RANKS = {
  frequent: ['words.10', 'contractions.10', 'contractions.35', 'contractions.40', 'upper.10'],
  common: ['words.20', 'words.35', 'words.40', 'upper.35', 'upper.40', 'contractions.50'],
  rare: ['words.50', 'proper-names.35', 'proper-names.40', 'proper-names.50', 'upper.50'],
};
const MAX_SHARED = 9;

const [folder = ''] = process.argv.slice(2);
const taken = new Set<string>();
const packed = Object.entries(RANKS).map(([rank, lists]) => {
  const words = [...new Set(lists.flatMap(readList))].filter((word) => !taken.has(word)).sort();
  for (const word of words) taken.add(word);
  return `  ${rank}:\n    '${pack(words)}',\n`;
});
const [before = ''] = readFileSync(TARGET, 'utf8').split('export const');
writeFileSync(TARGET, `${before}export const COMMON_ENGLISH = {\n${packed.join('')}} as const;\n`);

function readList(name: string): readonly string[] {
  return SPELLINGS.map((spelling) => join(folder, `${spelling}-${name}`))
    .filter((path) => existsSync(path))
    .flatMap((path) => readFileSync(path, 'latin1').split('\n'))
    .map((word) => word.trim().toLowerCase().replace(/'s$/u, '').replaceAll("'", ''))
    .filter((word) => /^[a-z]{2,}$/u.test(word));
}

/** Each word as the number of letters that it shares with the one before it, and the rest. */
function pack(words: readonly string[]): string {
  let previous = '';
  return words
    .map((word) => {
      let shared = 0;
      while (shared < MAX_SHARED && shared < word.length && word[shared] === previous[shared]) shared++;
      previous = word;
      return `${shared}${word.slice(shared)}`;
    })
    .join('');
}
