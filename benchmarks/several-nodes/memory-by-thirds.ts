import { setTimeout as delay } from 'node:timers/promises';
import { memoryPartsOf } from '../runner/memory-parts.ts';
import { spreadOf } from '../runner/statistics.ts';
import type { Node } from './nodes.ts';

export const THIRDS = ['first', 'second', 'last'] as const;
const LOOK_EVERY_MS = 5000;

/**
 * Looks at the memory of each node every five seconds, until it is ended.
 *
 * @param isUp whether a node is neither killed nor on its way: then its memory is none of interest
 */
export function watchNodes(
  nodes: readonly Node[],
  isUp: (node: Node) => boolean,
): { end(): Promise<Readonly<Record<string, number>>> } {
  const looks: ReadonlyMap<string, number>[] = [];
  const ending = new AbortController();
  const watching = (async () => {
    while (!ending.signal.aborted) {
      looks.push(
        new Map(
          nodes.filter(isUp).map((node) => [node.name, memoryPartsOf(node.pid(), () => 'engines').totalMib]),
        ),
      );
      await delay(LOOK_EVERY_MS, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  })();
  return {
    /** @returns median and peak of each third, MiB, by {@link memoryMetric} */
    async end() {
      ending.abort();
      await watching;
      return Object.fromEntries(
        THIRDS.flatMap((third, at) =>
          nodes.flatMap(({ name }) => {
            const mib = looks
              .slice(Math.floor((at * looks.length) / 3), Math.floor(((at + 1) * looks.length) / 3))
              .flatMap((look) => look.get(name) ?? []);
            if (mib.length === 0) return [];
            const { median, max } = spreadOf(mib);
            return [
              [memoryMetric(name, third, 'median'), median],
              [memoryMetric(name, third, 'peak'), max],
            ];
          }),
        ),
      );
    },
  };
}

export const memoryMetric = (name: string, third: string, which: 'median' | 'peak'): string =>
  `${name}, ${third} third, ${which} MiB`;
