import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { CopiesOrder, CopiesResult, ThreadPlan, ThreadReport, Unit, UnitOrder } from '../arrangement.ts';

const LIVE_UNITS = 10;
/** Batch units at once while time is measured: as many as cores. */
const BATCH_UNITS = 2;
const LONGEST_ROUNDS = 2;

type Compute = (unit: Unit) => Promise<number>;

async function openThread(plan: ThreadPlan): Promise<(unit: Unit, isLead: boolean) => Promise<number>> {
  const worker = new Worker(new URL('model-thread.ts', import.meta.url), { workerData: plan });
  const ended = new Map<number, (audioSeconds: number) => void>();
  const loaded = Promise.withResolvers<void>();
  worker.on('error', loaded.reject);
  worker.on('message', (report: ThreadReport) => {
    if (report.type === 'loaded') return loaded.resolve();
    ended.get(report.id)?.(report.audioSeconds);
    ended.delete(report.id);
  });
  await loaded.promise;
  let lastId = 0;
  return (unit, isLead) =>
    new Promise((resolve) => {
      lastId += 1;
      ended.set(lastId, resolve);
      worker.postMessage({ id: lastId, unit, isLead } satisfies UnitOrder);
    });
}

/** Without patterns onnxruntime keeps no block of memory for each length that ever came. */
const SESSION_OPTIONS = 'EnableMemPattern=0\nSessionConfig.session.intra_op.allow_spinning=0\n';

async function arrange(order: CopiesOrder): Promise<{ lead: Compute; workers: readonly Compute[] }> {
  const { model, files, sharing, workers, warmUp, leadWarmUp } = order;
  const common = { model, files, nativeThreads: 1, sessionOptions: SESSION_OPTIONS, warmUp: leadWarmUp };
  // joe's lead computes on every core.
  const leadThreads = model === 'joe' ? workers : 1;
  const quiet = { usesPool: false, isYielding: false, poolYields: false };
  const lone: ThreadPlan = { ...common, ...quiet, nativeThreads: leadThreads };
  const pooled: ThreadPlan = { ...common, ...quiet, usesPool: true, poolYields: true };
  const asWorkers = (compute: Compute) => Array.from({ length: workers }, () => compute);
  switch (sharing) {
    case 'copies': {
      const copy: ThreadPlan = { ...common, ...quiet, sessionOptions: '', warmUp, isYielding: true };
      const plans = [{ ...lone, sessionOptions: '' }, ...Array.from({ length: workers }, () => copy)];
      const [lead, ...others] = await Promise.all(plans.map(openThread));
      if (!lead) throw new RangeError('There is no lead.');
      return { lead: (unit) => lead(unit, true), workers: others.map((run) => (unit) => run(unit, false)) };
    }
    case 'lead-and-shared': {
      const [lead, shared] = await Promise.all([openThread(lone), openThread(pooled)]);
      return { lead: (unit) => lead(unit, true), workers: asWorkers((unit) => shared(unit, false)) };
    }
    case 'shared': {
      const shared = await openThread({ ...pooled, nativeThreads: leadThreads });
      return { lead: (unit) => shared(unit, true), workers: asWorkers((unit) => shared(unit, false)) };
    }
  }
}

function ownMib(): number {
  const rollup = readFileSync('/proc/self/smaps_rollup', 'utf8');
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1]) / 1024;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAtMs = performance.now();
  await work();
  return performance.now() - startedAtMs;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function measureTimes(
  { live, batch }: CopiesOrder,
  { lead, workers }: Awaited<ReturnType<typeof arrange>>,
): Promise<Record<string, number>> {
  const busy = workers.slice(0, BATCH_UNITS);
  const liveMs = async (): Promise<number> => {
    const times: number[] = [];
    for (let unit = 0; unit < LIVE_UNITS; unit += 1) times.push(await timed(() => lead(live)));
    return median(times);
  };
  await lead(live);
  const aloneMs = await liveMs();
  const cpuBefore = process.cpuUsage();
  const remaining = batch.values();
  let audioSeconds = 0;
  const batchMs = await timed(() =>
    Promise.all(
      busy.map(async (run) => {
        for (const unit of remaining) audioSeconds += await run(unit);
      }),
    ),
  );
  const { user, system } = process.cpuUsage(cpuBefore);
  let isOver = false;
  const background = busy.map(async (run) => {
    for (let at = 0; !isOver; at += 1) await run(batch[at % batch.length] ?? live);
  });
  const besideBatchMs = await liveMs();
  isOver = true;
  await Promise.all(background);
  return {
    aloneMs,
    besideBatchMs,
    audioPerSecond: audioSeconds / (batchMs / 1000),
    cpuPerAudioSecondMs: (user + system) / 1000 / audioSeconds,
    batchMib: ownMib(),
  };
}

async function measure(order: CopiesOrder): Promise<CopiesResult> {
  const computes = await arrange(order);
  const loadedMib = ownMib();
  const times = order.isTimed ? await measureTimes(order, computes) : {};
  for (let round = 0; round < LONGEST_ROUNDS; round += 1) {
    await Promise.all([computes.lead, ...computes.workers].map((run) => run(order.longest)));
  }
  return { values: { loadedMib, ...times, longestMib: ownMib() } };
}

process.once('message', async (order: CopiesOrder) => {
  const result = await measure(order);
  process.send?.(result, () => process.kill(process.pid, 'SIGKILL'));
});
