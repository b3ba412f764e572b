import type { MigrationStep } from '@parlance/storage-sql';

/** A line of the log, or of a terminal. */
export function describeStep({ name, number, count, elapsedMs, rows }: MigrationStep): string {
  const step = `Step ${number} of ${count}: ${name}`;
  if (elapsedMs === 0) return step;
  const since = `for ${Math.round(elapsedMs / 1000)} s`;
  return `${step}, ${rows === 0 ? since : `${since}, ${rows} rows`}`;
}
