import type { Benchmark } from './contract.ts';
import type { PeerEnvironment } from './peers.ts';
import type { Measurement } from './summary.ts';
import { openVariantProcess, type VariantProcess } from './variant-process.ts';

export interface RunOptions {
  readonly benchmarkUrl: string;
  readonly variants: readonly string[];
  readonly rounds: number;
  readonly peers: Readonly<Record<string, PeerEnvironment>>;
  readonly onRound: (round: number) => void;
}

export interface Taken {
  readonly measurements: readonly Measurement[];
  readonly peaksMib: Readonly<Record<string, readonly number[]>>;
}

/** Measures everything, each round in fresh processes; which variant goes first changes from one turn to the next. */
export async function runRounds(benchmark: Benchmark, options: RunOptions): Promise<Taken> {
  const measurements: Measurement[] = [];
  const peaksMib: Record<string, number[]> = Object.fromEntries(options.variants.map((name) => [name, []]));
  const open = (variant: string) => openVariantProcess({ ...options, variant });
  const close = async (opened: VariantProcess): Promise<void> => {
    const peakMib = await opened.close();
    if (peakMib !== undefined) peaksMib[opened.variant]?.push(peakMib);
  };
  const measure = async (opened: VariantProcess, caseName: string, round: number): Promise<void> => {
    for (const sample of await opened.measure(caseName)) {
      measurements.push({ round, caseName, variant: opened.variant, ...sample });
    }
  };
  for (let round = 1; round <= options.rounds; round++) {
    options.onRound(round);
    const measureAll = async (variant: string): Promise<void> => {
      const opened = await open(variant);
      for (const caseName of benchmark.cases) await measure(opened, caseName, round);
      await close(opened);
    };
    if (benchmark.alternation === 'at-once') {
      await Promise.all(options.variants.map(measureAll));
      continue;
    }
    if (benchmark.alternation === 'by-variant') {
      for (const variant of inTurn(options.variants, round)) await measureAll(variant);
      continue;
    }
    const opened: VariantProcess[] = [];
    for (const variant of inTurn(options.variants, round)) opened.push(await open(variant));
    let turn = round;
    for (const caseName of benchmark.cases) {
      for (let repetition = 0; repetition < repetitionsOf(benchmark, caseName); repetition++) {
        for (const one of inTurn(opened, turn++)) await measure(one, caseName, round);
      }
    }
    for (const one of opened) await close(one);
  }
  return { measurements, peaksMib };
}

function repetitionsOf({ repetitions = 1 }: Benchmark, caseName: string): number {
  return typeof repetitions === 'number' ? repetitions : repetitions(caseName);
}

/** Forwards at odd turns, backwards at even ones: no variant always meets the machine in the state another left. */
function inTurn<Item>(items: readonly Item[], turn: number): readonly Item[] {
  return turn % 2 === 1 ? items : items.toReversed();
}
