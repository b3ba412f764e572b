import type { MigrationStep } from '@parlance/storage-sql';

/** Describes the progress of a migration step in one line, for the log or a terminal. */
export function describeStep({ name, number, count, elapsedMs, rows }: MigrationStep): string {
  const step = `Step ${number} of ${count}: ${name}`;
  if (elapsedMs === 0) return step;
  const since = `for ${Math.round(elapsedMs / 1000)} s`;
  return `${step}, ${rows === 0 ? since : `${since}, ${rows} rows`}`;
}
