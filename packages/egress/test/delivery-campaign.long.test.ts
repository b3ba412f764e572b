import { setImmediate as nextTurn } from 'node:timers/promises';
import { nextAttempt, WEBHOOK_RETRY_DELAYS_MS } from '@parlance/core/webhooks';
import { createEgress } from '@parlance/egress';
import { manualClock, seededRandom } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { LOOPBACK, type LoopbackServer, tcpServer } from './support/loopback-server.ts';
import { webhookMessage } from './support/webhook-message.ts';

const JOBS = 5_000;
const TIMEOUT_MS = 1_800_000;
const HOUR_MS = 3_600_000;
const RETRY_AFTER_SECONDS = [1, 600, 7 * 3_600, 30 * 3_600] as const;

type Behaviour = 'ok' | 'redirect' | 'gone' | 'busy' | 'broken' | 'reset' | 'hang';

/** The attempts of one job that the receiver got. */
interface Seen {
  readonly behaviour: Behaviour;
  readonly timestampSeconds: number;
  readonly retryAfterMs: number;
}

interface Receiver {
  readonly server: LoopbackServer;
  readonly seen: Map<string, Seen[]>;
  /** The number of requests without an answer. */
  hangs(): number;
}

/** A receiver with random behaviour, which records it by job. */
async function moodyReceiver(random: () => number): Promise<Receiver> {
  const seen = new Map<string, Seen[]>();
  let hangs = 0;
  const server = await tcpServer((socket) => {
    socket.setEncoding('utf8').once('data', (head: string) => {
      const headerOf = (name: string): string =>
        new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? '';
      const behaviour = moodOf(random());
      const seconds = RETRY_AFTER_SECONDS[Math.floor(random() * RETRY_AFTER_SECONDS.length)] ?? 0;
      const id = headerOf('webhook-id');
      seen.set(id, [
        ...(seen.get(id) ?? []),
        {
          behaviour,
          timestampSeconds: Number(headerOf('webhook-timestamp')),
          retryAfterMs: behaviour === 'busy' ? Math.min(seconds, 86_400) * 1_000 : 0,
        },
      ]);
      if (behaviour === 'hang') hangs++;
      else if (behaviour === 'reset') socket.resetAndDestroy();
      else socket.end(`HTTP/1.1 ${answerOf(behaviour, seconds)}\r\nContent-Length: 0\r\n\r\n`);
    });
  });
  return { server, seen, hangs: () => hangs };
}

function moodOf(random: number): Behaviour {
  if (random < 0.3) return 'ok';
  if (random < 0.33) return 'gone';
  const others = ['redirect', 'busy', 'broken', 'reset', 'hang'] as const;
  return others[Math.floor(((random - 0.33) / 0.67) * others.length)] ?? 'broken';
}

function answerOf(behaviour: Exclude<Behaviour, 'hang' | 'reset'>, retryAfterSeconds: number): string {
  switch (behaviour) {
    case 'ok':
      return '204 No Content';
    case 'redirect':
      return '307 Temporary Redirect\r\nLocation: /elsewhere';
    case 'gone':
      return '410 Gone';
    case 'busy':
      return `429 Too Many Requests\r\nRetry-After: ${retryAfterSeconds}`;
    case 'broken':
      return '500 Internal Server Error';
  }
}

/** Delivers a webhook until it ends, with its own clock, on which days pass at once. */
async function takeToItsEnd(id: string, { server, hangs }: Receiver, random: () => number) {
  const clock = manualClock();
  const egress = createEgress({ clock, allowNetworks: LOOPBACK });
  const dueMs = clock.now();
  const startsMs: number[] = [];
  for (;;) {
    startsMs.push(clock.now() - dueMs);
    const hangsBefore = hangs();
    let isAnswered = false;
    const answering = egress
      .deliver(webhookMessage(server.origin, { deliveryId: id, atMs: clock.now() }))
      .finally(() => {
        isAnswered = true;
      });
    while (!isAnswered && hangs() === hangsBefore) await nextTurn();
    if (!isAnswered) clock.advance(15_000);
    const answer = await answering;
    expect(answer.deferMs).toBe(undefined);
    const progress = { attempts: startsMs.length, elapsedMs: clock.now() - dueMs };
    const next = nextAttempt(progress, answer, random());
    if (next.kind !== 'retry') {
      await egress.close();
      return {
        id,
        startsMs,
        dueSeconds: Math.floor(dueMs / 1_000),
        end: next.kind === 'dead' ? next.reason : next.kind,
      };
    }
    clock.advance(next.afterMs);
  }
}

describe('five thousand webhooks to a receiver with random behaviour', () => {
  it(
    'all end as delivered or dead, in time, with each attempt at its scheduled time and under the same id',
    async () => {
      const random = seededRandom();
      const receiver = await moodyReceiver(random);
      await using _ = receiver.server;
      const ends = { delivered: 0, gone: 0, exhausted: 0 };
      for (let index = 0; index < JOBS; index++) {
        const { id, startsMs, dueSeconds, end } = await takeToItsEnd(
          `msg_${index}_success`,
          receiver,
          random,
        );
        ends[end]++;
        const seen = receiver.seen.get(id) ?? [];
        expect(seen).toHaveLength(startsMs.length);
        expect(seen.map(({ timestampSeconds }) => timestampSeconds - dueSeconds)).toEqual(
          startsMs.map((startMs) => Math.floor(startMs / 1_000)),
        );
        expect(seen.slice(0, -1).some(({ behaviour }) => behaviour === 'ok' || behaviour === 'gone')).toBe(
          false,
        );
        expect(seen.at(-1)?.behaviour).toBe(
          end === 'delivered' ? 'ok' : end === 'gone' ? 'gone' : seen.at(-1)?.behaviour,
        );
        expect(startsMs.at(-1)).toBeLessThan(72 * HOUR_MS - 15_000);
        expectScheduled(startsMs, seen);
      }
      expect(receiver.seen.size).toBe(JOBS);
      expect(ends.delivered + ends.gone + ends.exhausted).toBe(JOBS);
      for (const count of Object.values(ends)) expect(count).toBeGreaterThan(0);
      console.log(`${JOBS} webhooks, ${receiver.server.connections()} attempts: ${JSON.stringify(ends)}`);
    },
    TIMEOUT_MS,
  );
});

/** Each delay is that of the schedule or up to a fifth less, or the receiver's Retry-After, or ends with the last possible attempt. */
function expectScheduled(startsMs: readonly number[], seen: readonly Seen[]): void {
  const lastMs = 72 * HOUR_MS - 5 * 60_000;
  for (const [index, startMs] of startsMs.entries()) {
    if (index === 0) continue;
    const before = seen[index - 1];
    const spentMs = before?.behaviour === 'hang' ? 15_000 : 0;
    const waitMs = startMs - (startsMs[index - 1] ?? 0) - spentMs;
    const delayMs = WEBHOOK_RETRY_DELAYS_MS[index - 1] ?? Number.NaN;
    const asked = before?.retryAfterMs ?? 0;
    if (startMs === lastMs) continue;
    expect(waitMs).toBeGreaterThanOrEqual(Math.max(Math.floor(delayMs * 0.8), asked));
    expect(waitMs).toBeLessThanOrEqual(Math.max(delayMs, asked));
  }
}
