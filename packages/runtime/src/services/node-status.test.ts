import type { NodeReport, NodeReports } from '@parlance/core/storage';
import { manualClock } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { createLiveMeter } from '../measuring/live-meter.ts';
import { createSpeechEvents } from '../speech/speech-events.ts';
import { createNodeStatus, type NodeStatusNeeds } from './node-status.ts';

/** The reports that processes on one database exchange, with ages by the test's clock. */
function sharedReports(now: () => number) {
  const rows = new Map<string, { readonly report: NodeReport; readonly atMs: number }>();
  const nodes: NodeReports = {
    async keep(report) {
      rows.set(report.nodeId, { report, atMs: now() });
    },
    list: async (maxAgeMs) =>
      [...rows.values()].filter(({ atMs }) => atMs > now() - maxAgeMs).map(({ report }) => report),
    async remove(nodeId) {
      rows.delete(nodeId);
    },
  };
  return { nodes, rows };
}

function open(name: string, change: Partial<NodeStatusNeeds> = {}) {
  const events = createSpeechEvents();
  const meter = createLiveMeter();
  const status = createNodeStatus({
    storage: {},
    engineMeter: { figures: () => [] },
    meter,
    reports: { dependencies: async () => ({ database: null, audio: 'The bucket does not answer.' }) },
    events,
    clock: manualClock(),
    random: { id: () => name },
    roles: ['api'],
    ...change,
  });
  return { events, meter, status };
}

describe('the status of a process', () => {
  it('adds up measurements, and reports problems with dependencies', async () => {
    const { events, meter, status } = open('one', {
      storage: { connectionFigures: () => ({ busy: 1, idle: 2, waiting: 0 }) },
      engineMeter: {
        figures: () => [
          {
            ...{ engine: 'joe', kind: 'synthesis', running: 1, waiting: 2, expectedWaitMs: 5, refused: 3 },
            ...{ problem: null, workers: 4, loadState: 'loaded', residentBytes: 5 },
          },
        ],
      },
    });
    meter.sessions = 6;
    events.emit('engine-incident', { engine: 'joe', kind: 'worker-died', message: 'killed' });
    for (const waitMs of [1, 5]) events.emit('measurement', { type: 'connection-wait', waitMs });
    events.emit('measurement', { type: 'refusal', status: 429, code: 'QUEUE_FULL' });
    events.emit('measurement', { type: 'webhook-attempt', outcome: 'delivered', durationMs: 1 });
    events.emit('measurement', {
      ...{ type: 'audio-store-call', operation: 'open', outcome: 'failed', durationMs: 3 },
    });
    const { nodes, queue } = await status.status();
    expect(queue).toBeNull();
    expect(nodes).toMatchObject([
      {
        nodeId: 'one',
        roles: ['api'],
        version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
        openSessions: 6,
        engines: [{ ...{ engine: 'joe', workers: 4, loadState: 'loaded' }, incidents: { 'worker-died': 1 } }],
        refusals: { QUEUE_FULL: 1 },
        webhookAttempts: { delivered: 1 },
        audioStore: { calls: 1, failed: 1, meanMs: 3 },
        leases: null,
        connections: { busy: 1, idle: 2, waiting: 0, waitMeanMs: 3, waitMaxMs: 5 },
        dependencies: { database: null, audio: 'The bucket does not answer.' },
      },
    ]);
  });

  it('is known to other processes while it reports, and no longer', async () => {
    const clock = manualClock();
    const { nodes, rows } = sharedReports(() => clock.now());
    const one = open('one', { storage: { nodes }, clock });
    await clock.advance(1000);
    const two = open('two', { storage: { nodes }, clock });
    const [stopOne, stopTwo] = [one.status.tell(), two.status.tell()];
    await expect.poll(() => rows.size).toBe(2);
    two.events.emit('measurement', { type: 'leases', kind: 'synthesis', change: 'taken', count: 2 });
    two.events.emit('measurement', { type: 'leases', kind: 'synthesis', change: 'lost', count: 1 });
    const tellsOfLoss = async (): Promise<unknown> => {
      await clock.advance(10_000);
      return (await one.status.status()).nodes.map(({ nodeId, leases }) => [nodeId, leases]);
    };
    await expect.poll(tellsOfLoss).toEqual([
      ['one', { held: 0, renewed: 0, lost: 0 }],
      ['two', { held: 1, renewed: 0, lost: 1 }],
    ]);
    await stopTwo();
    expect((await one.status.status()).nodes.map(({ nodeId }) => nodeId)).toEqual(['one']);
    await stopOne();
    await clock.advance(60_000);
    expect(rows.size).toBe(0);
  });

  it('still has its own report if those of others cannot be read', async () => {
    const away = () => Promise.reject(new Error('away'));
    const nodes: NodeReports = { keep: away, list: away, remove: away };
    const { status } = open('one', { storage: { nodes }, reports: { backlog: away } });
    expect(await status.status()).toMatchObject({ queue: null, nodes: [{ nodeId: 'one' }] });
  });
});
