import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findBenchmarks } from './find-benchmarks.ts';

export const PERFORMANCE_PAGE = fileURLToPath(new URL('../../docs/performance.md', import.meta.url));

/**
 * Puts the committed results of all benchmarks into one page.
 *
 * @returns Markdown, the same for the same results
 */
export async function performancePage(): Promise<string> {
  const found = (await findBenchmarks()).filter(({ folder }) =>
    existsSync(new URL('results/summary.md', folder)),
  );
  const sections = found.map(({ name, folder }) => {
    const summary = readFileSync(new URL('results/summary.md', folder), 'utf8');
    return summary
      .replace(/^(#+) /gm, '#$1 ')
      .replace(/\]\(([^)/]+\.svg)\)/g, `](../benchmarks/${name}/results/$1)`)
      .replace(/`result\.json`/, `[result.json](../benchmarks/${name}/results/result.json)`)
      .trim();
  });
  const contents = found.map(({ name }) => `- [${name}](../benchmarks/${name}/README.md)`);
  return [
    '# Performance',
    '',
    'The latest results of all benchmarks, generated from `benchmarks/*/results` by `npm run performance`. The README of each explains what it',
    'measures and what its aim is. Compare only numbers of the same run; every run names its machine.',
    '',
    ...contents,
    '',
    ...sections.flatMap((section) => [section, '']),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}
