import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import type { Benchmark } from './contract.ts';

const FOLDER = new URL('../', import.meta.url);

export interface FoundBenchmark {
  /** The folder's name. */
  readonly name: string;
  readonly folder: URL;
  readonly moduleUrl: string;
}

/** Every folder with a `benchmark.ts`, by name. */
export async function findBenchmarks(): Promise<readonly FoundBenchmark[]> {
  const names = (await readdir(FOLDER)).toSorted();
  return names
    .map((name) => ({ name, folder: new URL(`${name}/`, FOLDER) }))
    .map((found) => ({ ...found, moduleUrl: new URL('benchmark.ts', found.folder).href }))
    .filter(({ moduleUrl }) => existsSync(new URL(moduleUrl)));
}

export async function loadBenchmark({ moduleUrl }: FoundBenchmark): Promise<Benchmark> {
  const module: { default: Benchmark } = await import(moduleUrl);
  return module.default;
}
