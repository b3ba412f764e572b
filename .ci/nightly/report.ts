import { COUNT_TITLES, FAULT_TITLES, type FaultName } from '../../benchmarks/crash-safety/verdict.ts';
import type { FuzzResult } from './fuzz.ts';
import type { MixedLoadResult } from './mixed-load.ts';

export type KillResult = Readonly<Record<FaultName | 'kills' | keyof typeof COUNT_TITLES, number>>;

export interface NightlyRun {
  readonly commit: string;
  readonly startedAt: string;
  readonly tookMinutes: number;
  readonly cores: number;
  readonly asked: { readonly messages: number; readonly kills: number; readonly minutes: number };
  /** Absent, as the others: that part was not asked for. */
  readonly fuzzed: FuzzResult | undefined;
  readonly killed: KillResult | undefined;
  readonly loaded: MixedLoadResult | undefined;
  /** Parts that could not be done, and why. */
  readonly broken: readonly string[];
}

/** @returns the run as data, as a page, and whether nothing was found */
export function reportOf(run: NightlyRun) {
  const { fuzzed, killed, loaded, broken } = run;
  const sent = Object.values(fuzzed?.sent ?? {}).reduce((sum, count) => sum + count, 0);
  const lines = [
    '# Nightly run',
    '',
    `Commit ${run.commit}, ${run.startedAt.slice(0, 16)} UTC, ${run.tookMinutes.toFixed(1)} minutes on a machine of ${run.cores} cores.`,
    '',
    '| part | done | found |',
    '|---|---|---|',
  ];
  if (fuzzed !== undefined)
    lines.push(
      `| fuzzed messages and forms, seed ${fuzzed.seed} | ${sent} of ${run.asked.messages}: ${Object.entries(
        fuzzed.sent,
      )
        .map(([kind, count]) => `${kind} ${count}`)
        .join(', ')} | ${fuzzed.found.length} |`,
    );
  if (killed !== undefined)
    lines.push(
      `| kills under load | ${killed.kills} of ${run.asked.kills}; ${countsOf(killed)} | ${faultsOf(killed)} |`,
    );
  if (loaded !== undefined)
    lines.push(
      `| mixed load | ${loaded.minutes} minutes, ${loaded.disturbances} disturbances; ${countsOf(loaded.batch)}; live calls: ${loaded.live.well} ended well, ${loaded.live.cutOff} were cut off or refused for now, ${loaded.live.failed} failed | ${faultsOf(loaded.batch)} |`,
    );
  for (const { fault, input } of fuzzed?.found ?? [])
    lines.push('', `Found: ${fault}`, '', '```json', JSON.stringify(input), '```');
  for (const reason of broken) lines.push('', `Broken off: ${reason}`);
  for (const failure of loaded?.failures ?? []) lines.push('', `A live call failed: ${failure}`);
  const faults =
    broken.length + (fuzzed?.found.length ?? 0) + countFaults(killed ?? {}) + (loaded?.faults ?? 0);
  lines.push('', faults === 0 ? 'Nothing was found.' : `${faults} faults were found.`, '');
  return { json: run, markdown: lines.join('\n'), isClean: faults === 0 };
}

type Counts = Readonly<Record<string, number>>;

const countsOf = (values: Counts): string =>
  Object.entries(COUNT_TITLES)
    .map(([name, title]) => `${title.toLowerCase()}: ${values[name] ?? 0}`)
    .join(', ');

/** Requests that are ended as FAILED after many starts without progress are told apart: nothing of them is lost. */
const faultsOf = (values: Counts): string => {
  const found = Object.entries(FAULT_TITLES).flatMap(([name, title]) =>
    values[name] ? [`${title.toLowerCase()}: ${values[name]}`] : [],
  );
  return found.length === 0 ? '0' : found.join(', ');
};

const countFaults = (values: Counts): number =>
  Object.keys(FAULT_TITLES).reduce((sum, name) => sum + Math.abs(values[name] ?? 0), 0);
