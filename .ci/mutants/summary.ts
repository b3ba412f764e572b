import type { MutantResult } from '@stryker-mutator/api/core';

/** Says what became of a package's mutants, and names each that no test noticed. @returns whether enough were noticed */
export function summarize(folder: string, results: readonly MutantResult[], lowestPercent: number): boolean {
  const count = (...statuses: readonly MutantResult['status'][]): number =>
    results.filter(({ status }) => statuses.includes(status)).length;
  const noticed = count('Killed', 'Timeout');
  const missed = results.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  const percent = (100 * noticed) / Math.max(1, noticed + missed.length);
  for (const { fileName, location, mutatorName, replacement, status } of missed)
    process.stdout.write(
      `${fileName.replace(/^.*?packages\//, 'packages/')}:${location.start.line} ${status} ${mutatorName}: ${replacement?.replace(/\s+/g, ' ').slice(0, 80)}\n`,
    );
  process.stdout.write(
    `${folder}: ${noticed} of ${noticed + missed.length} mutants noticed (${percent.toFixed(1)} %; ${lowestPercent} are due), ${count('Timeout')} of them by running out of time, ${count('Survived')} survived, ${count('NoCoverage')} are run by no test.\n`,
  );
  return percent >= lowestPercent;
}
