/**
 * `npm run nightly`: an hour of what no suite has time for, on real services of this machine. Messages and forms that are nearly
 * right for every protocol, kills under load, and mixed load that is disturbed once a minute, all side by side. `--minutes 5` is
 * shorter, with as much less of each. Its last lines say what was found; the result is written beside, as JSON and Markdown.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openKillUnderLoad } from '../../benchmarks/crash-safety/kill-under-load.ts';
import { createCaller } from '../../benchmarks/service/caller.ts';
import { freePort } from '../../benchmarks/service/free-port.ts';
import { prepareService } from '../../benchmarks/service/service-process.ts';
import { type FuzzResult, fuzz } from './fuzz.ts';
import { type MixedLoadResult, runMixedLoad } from './mixed-load.ts';
import { type KillResult, reportOf } from './report.ts';

const WHOLE = { minutes: 60, messages: 1_000_000, kills: 200 } as const;
const TOLD_EVERY_KILLS = 10;
/** A machine that others share may still be loading engines. */
const READY_WITHIN_MS = 120_000;
const ASK_EVERY_MS = 500;
/** A service waits ten seconds for more of a body. */
const STALL_MS = 12_000;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: String(WHOLE.minutes) },
    messages: { type: 'string' },
    kills: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    out: { type: 'string', default: 'node_modules/.cache/nightly' },
  },
});
const minutes = Number(values.minutes);
const share = minutes / WHOLE.minutes;
const messages = Number(values.messages ?? Math.ceil(WHOLE.messages * share));
const kills = Number(values.kills ?? Math.ceil(WHOLE.kills * share));
const seed = Number(values.seed);
/** No part goes on for longer: what a slow machine did not get to is told by the counts. */
const forMs = minutes * 60_000;
if ([minutes, messages, kills, seed].some((value) => !(value >= 0))) {
  process.stderr.write(
    'Usage: npm run nightly -- [--minutes 60] [--messages N] [--kills N] [--seed N] [--out FOLDER]\n',
  );
  process.exit(2);
}

const startedAtMs = performance.now();
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
const say = (what: string): void => {
  process.stdout.write(`${((performance.now() - startedAtMs) / 60_000).toFixed(1)} min: ${what}\n`);
};
say(`${messages} messages, ${kills} kills, ${minutes} minutes of load; seed ${seed}`);
const broken: string[] = [];
const [fuzzed, killed, loaded] = await Promise.all([
  orBroken('fuzzing', runFuzz()),
  orBroken('kills', runKills()),
  orBroken('load', runLoad()),
]);
const report = reportOf({
  commit,
  startedAt: new Date(Date.now() - (performance.now() - startedAtMs)).toISOString(),
  tookMinutes: (performance.now() - startedAtMs) / 60_000,
  cores: cpus().length,
  asked: { messages, kills, minutes },
  fuzzed,
  killed,
  loaded,
  broken,
});
mkdirSync(values.out, { recursive: true });
writeFileSync(join(values.out, 'result.json'), `${JSON.stringify(report.json, null, 2)}\n`);
writeFileSync(join(values.out, 'summary.md'), report.markdown);
process.stdout.write(`\n${report.markdown}\n`);
process.exitCode = report.isClean ? 0 : 1;

/** The others go on, and tell what they found. */
async function orBroken<Result>(part: string, work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    broken.push(`${part}: ${(error as Error).message}`);
    return undefined;
  }
}

async function runFuzz(): Promise<FuzzResult | undefined> {
  if (messages === 0) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'parlance-nightly-'));
  const environment: Record<string, string> = {};
  const service = await prepareService(folder, environment);
  try {
    await service.start('answers');
    const caller = await createCaller(service, { ttsConcurrency: 100, sttConcurrency: 100 });
    const ports = { wyoming: await freePort(), asterisk: await freePort() };
    for (const [name, port] of Object.entries(ports)) {
      environment[`PARLANCE_${name.toUpperCase()}_PORT`] = String(port);
      environment[`PARLANCE_${name.toUpperCase()}_APP_ID`] = caller.appId;
    }
    await service.stop();
    await service.start('answers');
    const pid = service.pid();
    let toldAt = 0;
    const result = await fuzz(
      { ...caller, ports, stallMs: STALL_MS },
      {
        messages,
        seed,
        signal: AbortSignal.timeout(forMs),
        onProgress(sent) {
          if (sent < toldAt) return;
          say(`${sent} messages sent`);
          toldAt = sent + messages / 10;
        },
      },
    );
    const status = await statusWhenReady(`${service.url}/readyz`);
    if (status === 200 && service.pid() === pid) return result;
    const fault =
      status === 200 ? 'the service died' : `/readyz says ${status} two minutes after all messages`;
    return { ...result, found: [...result.found, { fault, input: { kind: 'http-address', messages: [] } }] };
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns 200, or what the address still says after two minutes */
async function statusWhenReady(address: string): Promise<number> {
  const endsAtMs = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const { status } = await fetch(address);
    if (status === 200 || performance.now() > endsAtMs) return status;
    await delay(ASK_EVERY_MS);
  }
}

async function runKills(): Promise<KillResult | undefined> {
  if (kills === 0) return undefined;
  const variant = await openKillUnderLoad({
    kills,
    forMs,
    onKill: (done) => {
      if (done % TOLD_EVERY_KILLS === 0 || done === kills) say(`${done} kills done`);
    },
  });
  try {
    const samples = await variant.measure('kill -9 under load');
    return samples.at(-1)?.values as KillResult;
  } finally {
    await variant.close();
  }
}

async function runLoad(): Promise<MixedLoadResult | undefined> {
  return minutes === 0 ? undefined : runMixedLoad(minutes, say);
}
