import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What docs/glossary.md retires, in names, comments and prose. */
const RETIRED =
  /\b(judg(e[ds]?|ing|ements?)|mend(s|ed|ing)?|anew|giveBack|keepHouse|breathe|hungry|isHungry|lastWords|doorways?)\b|\b(parts? two utterances|got out is)\b/i;
/** Where they may stand: decisions of their day, recorded results, and what is not our prose. */
const EXEMPT =
  /^docs\/(adr\/|glossary\.md|performance\.md)|\/results\/|^fixtures\/|^benchmarks\/cached-phrase\/|^\.ci\/retired-words\.ts$|(speakable-parts\.test|first-audio-latency\/texts)\.ts$/;

/** @returns a line for each retired word in the files at `paths`, which are relative to `root` */
export function findRetiredWords(root: string, paths: readonly string[]): readonly string[] {
  return paths
    .filter((path) => /\.(ts|tsx|md)$/.test(path) && !EXEMPT.test(path))
    .flatMap((path) =>
      readFileSync(join(root, path), 'utf8')
        .split('\n')
        .flatMap((line, index) => {
          const word = RETIRED.exec(line)?.[0];
          return word === undefined
            ? []
            : [`${path}:${index + 1}: "${word}" is retired; docs/glossary.md names what to write`];
        }),
    );
}
