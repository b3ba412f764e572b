import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { wordErrorRate } from '@parlance/testkit';
import type { OpenVariant, Variant } from '../runner/contract.ts';
import { memoryPartsOf } from '../runner/memory-parts.ts';
import type { Sample } from '../runner/sample.ts';
import { type Caller, createCaller } from '../service/caller.ts';
import { freePort } from '../service/free-port.ts';
import { type KillableService, prepareService } from '../service/service-process.ts';
import { heardOfEach } from './heard-of-each.ts';
import { PROTOCOLS, type Protocol } from './protocols.ts';
import { readTurn, TURN_SECONDS } from './script.ts';

/** Of each session: as many as an hour has room for, the longest that a session may last. Fewer to try the benchmark itself out. */
export const TURNS = Number(process.env.PARLANCE_BENCHMARK_TURNS ?? 27);
export const TURNS_IN_THIRD = Math.max(1, Math.floor(TURNS / 3));
export const MEMORY_CASE = 'memory';
const CHUNK_SECONDS = 0.1;
const MS_IN_SECOND = 1000;
const MINUTE_MS = 60_000;
/** Callers who have nothing to do with each other do not speak the same word at the same time. */
const APART_MS = 17_000;
const SECONDS_OF_APP = 10_000;
/** A balance that has not changed for so long after the session is what is left. */
const SETTLED_MS = 3000;

/** `parlance serve` with its default models and Wyoming, and an app for each protocol. */
export const service: Variant = {
  async open(): Promise<OpenVariant> {
    const folder = await mkdtemp(join(tmpdir(), 'parlance-benchmark-'));
    const { server, callers, wyomingPort } = await startWithWyoming(folder);
    let samples: Promise<Readonly<Record<string, readonly Sample[]>>> | undefined;
    return {
      subjectPid: server.pid(),
      /** All sessions are held side by side, at the first call. */
      async measure(caseName) {
        samples ??= holdAll(server, callers, wyomingPort);
        return (await samples)[caseName] ?? [];
      },
      async close() {
        await server.stop();
        await rm(folder, { recursive: true, force: true });
      },
    };
  },
};

/** Wyoming's port is of an app, and the first app is made by a service that runs. */
async function startWithWyoming(folder: string) {
  const first = await prepareService(folder, {});
  await first.start();
  const callers: Record<string, Caller> = {};
  for (const name of Object.keys(PROTOCOLS))
    callers[name] = await createCaller(first, { seconds: SECONDS_OF_APP });
  await first.stop();
  const wyomingPort = await freePort();
  const server = await prepareService(
    folder,
    {},
    { sessionMaxSeconds: 3600, wyoming: { port: wyomingPort, appId: callers.Wyoming?.appId } },
  );
  await server.start();
  for (const [name, caller] of Object.entries(callers)) callers[name] = { ...caller, url: server.url };
  return { server, callers, wyomingPort };
}

async function holdAll(
  server: KillableService,
  callers: Readonly<Record<string, Caller>>,
  wyomingPort: number,
): Promise<Readonly<Record<string, readonly Sample[]>>> {
  const startedAtMs = performance.now();
  const ending = new AbortController();
  const memory: Sample[] = [];
  const watching = (async () => {
    for (let minute = 1; !ending.signal.aborted; minute++) {
      const waitMs = startedAtMs + minute * MINUTE_MS - performance.now();
      await delay(waitMs, undefined, { signal: ending.signal }).catch(() => undefined);
      if (ending.signal.aborted) return;
      const { totalMib, parts } = memoryPartsOf(server.pid(), () => 'engines');
      memory.push({ values: { minute, memoryMib: totalMib, ...parts } });
    }
  })();
  const sessions = await Promise.all(
    Object.entries(PROTOCOLS).map(async ([name, protocol], index) => {
      await delay(index * APART_MS);
      return [name, await hold(protocol, { server, caller: callers[name] as Caller, wyomingPort })] as const;
    }),
  );
  ending.abort();
  await watching;
  return { ...Object.fromEntries(sessions), [MEMORY_CASE]: memory };
}

async function hold(
  { rateHz, speak }: Protocol,
  { server, caller, wyomingPort }: { server: KillableService; caller: Caller; wyomingPort: number },
): Promise<readonly Sample[]> {
  const { references, samples } = await readTurn(rateHz);
  const chunkSamples = rateHz * CHUNK_SECONDS;
  const finals: number[] = Array.from({ length: TURNS }, () => 0);
  async function* atPace(): AsyncGenerator<Float32Array> {
    const startedAtMs = performance.now();
    for (let turn = 0; turn < TURNS; turn++) {
      for (let at = 0; at < samples.length; at += chunkSamples) {
        // A microphone hands a chunk over when its last sample was spoken.
        const spokenSeconds = turn * TURN_SECONDS + (at + chunkSamples) / rateHz;
        await delay(Math.max(0, startedAtMs + spokenSeconds * MS_IN_SECOND - performance.now()));
        yield samples.slice(at, at + chunkSamples);
      }
    }
  }
  const text = await speak({
    caller,
    wyomingPort,
    audio: atPace(),
    onFinal(startSeconds) {
      // Its window may begin a little before the turn.
      const turn = Math.min(TURNS - 1, Math.floor((startSeconds + 1) / TURN_SECONDS));
      finals[turn] = (finals[turn] ?? 0) + 1;
    },
  });
  const chargedSeconds = SECONDS_OF_APP - (await settledSeconds(server, caller));
  const said = Array.from({ length: TURNS }, () => references).flat();
  const counts = heardOfEach(said, text).map((heard, at) => wordErrorRate(said[at] ?? '', heard));
  const turnsOf = (from: number, to: number) =>
    counts.slice(from * references.length, to * references.length);
  const sumOf = (of: typeof counts, count: 'errors' | 'words') =>
    of.reduce((sum, one) => sum + one[count], 0);
  const [first, last] = [turnsOf(0, TURNS_IN_THIRD), turnsOf(TURNS - TURNS_IN_THIRD, TURNS)];
  return [
    {
      values: {
        sentSeconds: TURNS * TURN_SECONDS,
        chargedSeconds,
        said: said.length,
        // Words of which none is right are those of a neighbour.
        unheard: counts.filter(({ deletions, substitutions, words }) => deletions + substitutions >= words)
          .length,
        words: sumOf(first, 'words'),
        errorsOfFirst: sumOf(first, 'errors'),
        errorsOfLast: sumOf(last, 'errors'),
      },
      note: text,
    },
    ...finals.map((finalsOfTurn) => ({ values: { finalsOfTurn } })),
  ];
}

/** @returns the seconds that are left to the app when its session has been settled */
async function settledSeconds({ url, adminToken }: KillableService, { appId }: Caller): Promise<number> {
  const ask = async (): Promise<number> => {
    const answer = await fetch(`${url}/admin/v1/apps/${appId}`, {
      headers: { authorization: `Bearer ${adminToken}` },
    });
    return Number(((await answer.json()) as { seconds: number }).seconds);
  };
  let before = Number.NaN;
  let now = await ask();
  while (now !== before) {
    await delay(SETTLED_MS);
    [before, now] = [now, await ask()];
  }
  return now;
}
