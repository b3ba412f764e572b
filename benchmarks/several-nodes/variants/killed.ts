import { setTimeout as delay } from 'node:timers/promises';
import type { ServerRole } from '@parlance/core/settings';
import type { OpenVariant, Variant } from '../../runner/contract.ts';
import type { Sample } from '../../runner/sample.ts';
import { watchNodes } from '../memory-by-thirds.ts';
import { runMixedLoad, tell } from '../mixed-load.ts';
import { type Node, type Nodes, prepareNodes } from '../nodes.ts';

const BOTH: readonly ServerRole[] = ['api', 'worker'];
/** Each answers callers and does jobs. */
export const KILLED_LAYOUT = { 'node 1': BOTH, 'node 2': BOTH, 'node 3': BOTH } as const;
const MINUTES = Number(process.env.PARLANCE_NODES_MINUTES ?? 60);
const MINUTE_MS = 60_000;
const KILL_EVERY_MS = 2 * MINUTE_MS;

/** Three nodes; every two minutes the next one in turn is killed with SIGKILL and started again. */
export const killed: Variant = {
  async open(): Promise<OpenVariant> {
    const service = await prepareNodes(KILLED_LAYOUT);
    try {
      // One after the other: the first makes the tables.
      for (const node of service.nodes) await node.start();
    } catch (error) {
      // The caller has no variant yet that it could close.
      await service.close();
      throw error;
    }
    return { measure: () => killInTurn(service), close: () => service.close() };
  },
};

async function killInTurn(service: Nodes): Promise<readonly Sample[]> {
  const recoveries: Sample[] = [];
  let memory: Readonly<Record<string, number>> = {};
  const values = await runMixedLoad(service, async () => {
    const down = new Set<Node>();
    const watch = watchNodes(service.nodes, (node) => !down.has(node));
    const killsAtMs: number[] = [];
    const startedAtMs = performance.now();
    const until = (afterMs: number): Promise<void> =>
      delay(Math.max(0, startedAtMs + afterMs - performance.now()));
    for (let afterMs = KILL_EVERY_MS; afterMs < MINUTES * MINUTE_MS; afterMs += KILL_EVERY_MS) {
      await until(afterMs);
      const node = service.nodes[killsAtMs.length % service.nodes.length];
      if (node === undefined) break;
      tell(`${node.name} is killed`);
      down.add(node);
      killsAtMs.push(performance.now());
      await node.kill();
      recoveries.push({ values: { recoverySeconds: (await node.start()) / 1000 } });
      down.delete(node);
    }
    await until(MINUTES * MINUTE_MS);
    memory = await watch.end();
    return killsAtMs;
  });
  return [...recoveries, { values: { minutes: MINUTES, restarts: recoveries.length, ...values, ...memory } }];
}
