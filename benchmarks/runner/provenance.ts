import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, availableParallelism, cpus, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createModelStore } from '@parlance/models';
import type { Benchmark } from './contract.ts';
import type { PeerEnvironment } from './peers.ts';

/** All that a figure depends on beside the code that is measured. */
export interface Provenance {
  /** ISO 8601, UTC. */
  readonly date: string;
  readonly commit: string;
  /** Whether the measured sources differed from the commit. */
  readonly hasUncommittedChanges: boolean;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGib: number;
  readonly system: string;
  readonly node: string;
  /** Cores that other work kept busy in the seconds before the run, on average. */
  readonly loadBefore: number;
  /** Whether other work ran on the machine: then the figures are provisional. */
  readonly wasMachineBusy: boolean;
  readonly packages: Readonly<Record<string, string>>;
  readonly models: readonly ModelFile[];
  readonly peers: Readonly<Record<string, readonly string[]>>;
}

export interface ModelFile {
  readonly model: string;
  readonly file: string;
  readonly sha256: string;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MEASURED_SOURCES = ['packages', 'plugins', 'benchmarks', ':!benchmarks/*/results'];
/** Share of the cores that may be busy before a run without spoiling it. */
const QUIET_LOAD_SHARE = 0.25;
/** The load that systems tell of is an average of minutes: it still counts the run before this one. */
const WATCHED_MS = 4000;
const BYTES_IN_GIB = 2 ** 30;
const run = promisify(execFile);

/** Fetches the models that take part, then takes down the state of the machine. To be called before the first round. */
export async function takeProvenance(
  benchmark: Benchmark,
  peers: Readonly<Record<string, PeerEnvironment>>,
): Promise<Provenance> {
  const models = await modelFiles(benchmark.models);
  const cores = availableParallelism();
  const load = await busyCores();
  const git = async (...options: string[]) => (await run('git', options, { cwd: ROOT })).stdout.trim();
  return {
    date: new Date().toISOString(),
    commit: await git('rev-parse', 'HEAD'),
    hasUncommittedChanges: (await git('status', '--porcelain', '--', ...MEASURED_SOURCES)) !== '',
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores,
    memoryGib: Math.round(totalmem() / BYTES_IN_GIB),
    system: `${platform()} ${release()} ${arch()}`,
    node: process.version,
    loadBefore: Number(load.toFixed(2)),
    wasMachineBusy: benchmark.isSimulation !== true && load > cores * QUIET_LOAD_SHARE,
    packages: await packageVersions(benchmark.packages ?? []),
    models,
    peers: Object.fromEntries(Object.entries(peers).map(([name, { packages }]) => [name, packages])),
  };
}

async function busyCores(): Promise<number> {
  const idleMs = (): number => cpus().reduce((sum, { times }) => sum + times.idle, 0);
  const [startedAtMs, idleBeforeMs] = [performance.now(), idleMs()];
  await delay(WATCHED_MS);
  return Math.max(0, cpus().length - (idleMs() - idleBeforeMs) / (performance.now() - startedAtMs));
}

async function modelFiles(modelIds: readonly string[]): Promise<readonly ModelFile[]> {
  const store = createModelStore();
  const found = modelIds.map(async (model): Promise<ModelFile[]> => {
    const { directory } = await store.ensure(model);
    const manifest: { files: readonly { path: string; sha256: string }[] } = JSON.parse(
      await readFile(join(directory, 'manifest.json'), 'utf8'),
    );
    return manifest.files.map(({ path, sha256 }) => ({ model, file: path, sha256 }));
  });
  return (await Promise.all(found)).flat();
}

async function packageVersions(names: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const paths = createRequire(import.meta.url).resolve.paths('x') ?? [];
  const versions = names.map(async (name) => {
    for (const path of paths) {
      const text = await readFile(join(path, name, 'package.json'), 'utf8').catch(() => undefined);
      if (text !== undefined) return [name, (JSON.parse(text) as { version: string }).version] as const;
    }
    return [name, 'not installed'] as const;
  });
  return Object.fromEntries(await Promise.all(versions));
}
