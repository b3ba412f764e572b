import { setTimeout as delay } from 'node:timers/promises';
import type { ParlanceClient } from '@parlance/client';
import type { Variant } from '../runner/contract.ts';
import { watchCores } from '../runner/core-shares.ts';
import { residentMemoryMibOfTree } from '../runner/process-memory.ts';
import type { Sample } from '../runner/sample.ts';
import { clientOf, createCaller } from '../service/caller.ts';
import { cpuSecondsOfTree } from '../service/cpu-time.ts';
import { startService } from '../service/service-process.ts';
import { beginAbuse } from './abusers.ts';
import { BESIDE_ABUSERS, RATE_HZ, readScript, SCRIPTS, sessionsOf } from './scenario.ts';
import { runSession, type SessionResult } from './session.ts';

/** Sessions begin over this time, so that not all of their utterances end together. */
const SPREAD_MS = 3000;
/** At once, for what is expected of each script: with so few nothing is lost. */
const FEW_SESSIONS = 4;
/** Before anything counts. */
const WARM_SECONDS = 8;
const MICROSECONDS = 1_000_000;

/** `parlance serve` with its default models. */
export const service: Variant = {
  async open() {
    const server = await startService();
    const client = clientOf(await createCaller(server, { sttConcurrency: 64 }));
    const abusive = await createCaller(server, { sttConcurrency: 64 });
    const scripts = await Promise.all(Array.from({ length: SCRIPTS }, (_, script) => readScript(script)));
    await runSession(client, (scripts[0] as Float32Array).slice(0, WARM_SECONDS * RATE_HZ));
    const alone: SessionResult[] = [];
    for (let from = 0; from < SCRIPTS; from += FEW_SESSIONS) {
      const few = scripts.slice(from, from + FEW_SESSIONS);
      alone.push(...(await runAll(client, few, few.length)));
    }
    /** How many more one of few sessions got than each of many, of the same script. */
    const missing = (results: readonly SessionResult[], count: (result: SessionResult) => number): number =>
      results.reduce((sum, result, at) => {
        const reference = alone[at % SCRIPTS];
        return sum + (reference === undefined ? 0 : Math.max(0, count(reference) - count(result)));
      }, 0);
    return {
      subjectPid: server.pid,
      async measure(caseName): Promise<readonly Sample[]> {
        const sessions = sessionsOf(caseName);
        const cpuBefore = await cpuSecondsOfTree(server.pid);
        const clientsBefore = process.cpuUsage();
        const cores = await watchCores();
        const abuse =
          caseName === BESIDE_ABUSERS.abused ? beginAbuse(abusive, scripts[0] as Float32Array) : undefined;
        const results = await runAll(client, scripts, sessions);
        const abuses = await abuse?.end();
        const { busyPercent, stolenPercent } = await cores.end();
        const cpuSeconds = (await cpuSecondsOfTree(server.pid)) - cpuBefore;
        const clients = process.cpuUsage(clientsBefore);
        const audioSeconds = results.reduce((sum, _, at) => sum + scriptOf(scripts, at).length / RATE_HZ, 0);
        const residentMib = residentMemoryMibOfTree(server.pid);
        return [
          ...results.flatMap((result) => result.finalLatenciesMs.map((finalMs) => ({ values: { finalMs } }))),
          ...results.flatMap((result) => result.partLatenciesMs.map((partMs) => ({ values: { partMs } }))),
          ...results.flatMap((result) =>
            result.interimLatenciesMs.map((interimMs) => ({ values: { interimMs } })),
          ),
          {
            values: {
              finals: results.reduce((sum, { finals }) => sum + finals, 0),
              finalsLost: missing(results, (result) => result.finals),
              interimsDropped: missing(results, (result) => result.interimLatenciesMs.length),
              cpuPerAudioSecond: cpuSeconds / audioSeconds,
              clientCpuPerAudioSecond: (clients.user + clients.system) / MICROSECONDS / audioSeconds,
              coresBusyPercent: busyPercent,
              coresStolenPercent: stolenPercent,
              ...(abuses === undefined ? {} : { abuses }),
              ...(residentMib === undefined ? {} : { residentMib }),
            },
          },
        ];
      },
      close: () => server.stop(),
    };
  },
};

function scriptOf(scripts: readonly Float32Array[], session: number): Float32Array {
  return scripts[session % scripts.length] as Float32Array;
}

function runAll(client: ParlanceClient, scripts: readonly Float32Array[], sessions: number) {
  return Promise.all(
    Array.from({ length: sessions }, async (_, at) => {
      await delay((SPREAD_MS * at) / sessions);
      return runSession(client, scriptOf(scripts, at));
    }),
  );
}
