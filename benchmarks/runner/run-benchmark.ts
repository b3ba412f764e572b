import { mkdir, writeFile } from 'node:fs/promises';
import { drawBarChart } from './bar-chart.ts';
import type { Benchmark } from './contract.ts';
import { watchCores } from './core-shares.ts';
import { type FoundBenchmark, loadBenchmark } from './find-benchmarks.ts';
import { drawLineChart } from './line-chart.ts';
import { resultsPage } from './markdown.ts';
import { openPeer, type PeerEnvironment } from './peers.ts';
import { takeProvenance } from './provenance.ts';
import { runRounds } from './run-rounds.ts';
import type { Section } from './sections.ts';
import { summarize } from './summary.ts';

const DEFAULT_ROUNDS = 5;

export interface BenchmarkChoice {
  /** Absent: as many as the benchmark wants. */
  readonly rounds: number | undefined;
  /** Names of variants; absent: all. */
  readonly variants: readonly string[] | undefined;
  /** Names of cases; absent: all. */
  readonly cases?: readonly string[] | undefined;
  readonly onNote: (note: string) => void;
}

/** What a run gives: the files of its `results` folder, by name. */
export type ResultFiles = Readonly<Record<string, string>>;

export async function runBenchmark(found: FoundBenchmark, choice: BenchmarkChoice): Promise<ResultFiles> {
  const whole = await loadBenchmark(found);
  const { cases: wanted } = choice;
  const cases = wanted === undefined ? whole.cases : whole.cases.filter((name) => wanted.includes(name));
  const benchmark: Benchmark = { ...whole, cases };
  const rounds = choice.rounds ?? benchmark.rounds ?? DEFAULT_ROUNDS;
  const peers = await openPeers(benchmark);
  const provenance = await takeProvenance(benchmark, peers);
  if (provenance.wasMachineBusy) {
    choice.onNote(
      `The machine is busy (${provenance.loadBefore} cores): the result is marked as provisional.`,
    );
  }
  const known = Object.keys(benchmark.variants);
  const variants =
    choice.variants === undefined ? known : known.filter((name) => choice.variants?.includes(name));
  const cores = await watchCores();
  const { measurements, peaksMib } = await runRounds(benchmark, {
    benchmarkUrl: found.moduleUrl,
    variants,
    rounds,
    peers,
    onRound: (round) => choice.onNote(`${found.name}: round ${round} of ${rounds}`),
  });
  const { stolenPercent } = await cores.end();
  const summary = summarize(benchmark, variants, measurements, peaksMib);
  const sections = benchmark.report(summary);
  const command = `npm run bench -- ${found.name}`;
  const { question } = benchmark;
  return {
    'result.json': `${JSON.stringify({ question, command, rounds, provenance, stolenPercent, peakMemoryMib: summary.peakMemoryMib, measurements }, null, 1)}\n`,
    'summary.md': resultsPage({ question, command, rounds, provenance, stolenPercent, sections, summary }),
    ...chartFiles(sections),
  };
}

export async function saveResults({ folder }: FoundBenchmark, files: ResultFiles): Promise<void> {
  const results = new URL('results/', folder);
  await mkdir(results, { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(new URL(name, results), content);
}

function chartFiles(sections: readonly Section[]): ResultFiles {
  const charts = sections.flatMap((section) => {
    if (section.kind === 'chart') return [[`${section.name}.svg`, drawBarChart(section)]];
    return section.kind === 'lines' ? [[`${section.name}.svg`, drawLineChart(section)]] : [];
  });
  return Object.fromEntries(charts);
}

async function openPeers({ peers = {} }: Benchmark): Promise<Readonly<Record<string, PeerEnvironment>>> {
  const opened: Record<string, PeerEnvironment> = {};
  for (const [name, requirement] of Object.entries(peers)) opened[name] = await openPeer(name, requirement);
  return opened;
}
