import { describe, expect, it } from 'vitest';
import { getUsage, listRequests, overview, type ReportedRequest } from '../src/reports/index.ts';
import { type Bench, openBench, plainSealer } from './support/bench.ts';
import { synthesisRecord, transcriptionRecord } from './support/records.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const ids = (items: readonly ReportedRequest[]) => items.map(({ requestId }) => requestId);

/** Syntheses s0, s2 …, transcriptions t1, t3 …, one a second; the last two of the same moment. */
async function fill(bench: Bench): Promise<void> {
  const { syntheses, transcriptions } = bench.records;
  await syntheses.insert(synthesisRecord({ requestId: 's0', createdAt: at(0) }));
  await transcriptions.insert(
    transcriptionRecord({ transcriptId: 't1', createdAt: at(1), status: 'PENDING' }),
  );
  await syntheses.insert(
    synthesisRecord({
      requestId: 's2',
      createdAt: at(2),
      status: 'PROCESSING',
      doneCharacters: 5,
      finishedAt: null,
    }),
  );
  await transcriptions.insert(
    transcriptionRecord({ transcriptId: 't3', createdAt: at(3), status: 'PROCESSING' }),
  );
  const failure = { code: 'AUDIO_FETCH_FAILED', message: 'The recording was not found.' } as const;
  await transcriptions.insert(
    transcriptionRecord({ transcriptId: 't4', createdAt: at(4), status: 'FAILED', failure }),
  );
  await syntheses.insert(
    synthesisRecord({ requestId: 's5', createdAt: at(5), status: 'FAILED', appId: 'app2' }),
  );
  await transcriptions.insert(transcriptionRecord({ transcriptId: 't5', createdAt: at(5), kind: 'session' }));
}

describe('the report of requests', () => {
  it('has both kinds, newest first, whatever the size of its pages', async () => {
    await using bench = await openBench();
    await fill(bench);
    for (const limit of [1, 2, 3, 7, 8]) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await listRequests(bench.records, plainSealer, { limit, cursor });
        expect(page.items.length).toBeLessThanOrEqual(limit);
        seen.push(...ids(page.items));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(seen).toEqual(['t5', 's5', 't4', 't3', 's2', 't1', 's0']);
    }
  });

  it.each([
    [{ status: 'processing' }, ['t3', 's2', 't1']],
    [{ status: 'success' }, ['t5', 's0']],
    [{ status: 'failed' }, ['s5', 't4']],
    [{ appId: 'app2' }, ['s5']],
    [{ from: at(1), to: at(4) }, ['t3', 's2', 't1']],
  ] as const)('answers to %j', async (query, expected) => {
    await using bench = await openBench();
    await fill(bench);
    expect(ids((await listRequests(bench.records, plainSealer, { ...query, limit: 10 })).items)).toEqual(
      expected,
    );
  });

  it('reports the progress of each and why it failed', async () => {
    await using bench = await openBench();
    await fill(bench);
    const { items } = await listRequests(bench.records, plainSealer, { limit: 10 });
    const of = (id: string) => items.find(({ requestId }) => requestId === id);
    expect(of('s2')).toEqual({
      requestId: 's2',
      appId: 'app1',
      type: 'synthesis',
      kind: 'batch',
      status: 'processing',
      createdAt: at(2),
      finishedAt: null,
      done: 5,
      total: 12,
      error: null,
    });
    expect(of('t5')).toMatchObject({ type: 'transcription', kind: 'session', done: 4, total: 4 });
    expect(of('t4')).toMatchObject({ status: 'failed', done: 0, error: { code: 'AUDIO_FETCH_FAILED' } });
  });

  it.each([{ status: 'failed' }, { appId: 'app1' }, { from: at(1) }, { to: at(9) }] as const)(
    'refuses a cursor of the whole list with %j, and the other way round',
    async (filter) => {
      await using bench = await openBench();
      await fill(bench);
      const list = (query: object) => listRequests(bench.records, plainSealer, { limit: 1, ...query });
      const [whole, part] = [await list({}), await list(filter)];
      const refused = { code: 'INVALID_INPUT', details: { field: 'cursor' } };
      await expect(list({ ...filter, cursor: whole.nextCursor ?? '' })).rejects.toMatchObject(refused);
      await expect(list({ cursor: part.nextCursor ?? '' })).rejects.toMatchObject(refused);
      const { appId } = part.items[0] ?? {};
      const other = list({ ...filter, appId: `${appId}x`, cursor: part.nextCursor ?? '' });
      await expect(other).rejects.toMatchObject(refused);
    },
  );
});

it('the overview has a point for each hour of up to two days and for each day of more, including empty ones', async () => {
  await using bench = await openBench();
  await fill(bench);
  bench.clock.advance(3_600_000);
  const ask = (query: Parameters<typeof overview>[2]) => overview(bench.records, bench.clock, query);
  const pointsOf = async (query: Parameters<typeof overview>[2]) =>
    (await ask(query)).series.map(({ at: start, synthesis }) => `${start.slice(5, 13)} ${synthesis.success}`);
  expect(await pointsOf({ from: '2025-12-31T22:30:00.000Z' })).toEqual([
    '12-31T22 0',
    '12-31T23 0',
    '01-01T00 1',
    '01-01T01 0',
  ]);
  expect(await pointsOf({ from: '2025-12-29T00:00:00.000Z', to: '2026-01-01T00:00:00.000Z' })).toEqual([
    '12-29T00 0',
    '12-30T00 0',
    '12-31T00 0',
  ]);
  const twoDays = { from: '2025-12-30T12:00:00.000Z', to: '2026-01-01T12:00:00.000Z' };
  expect(await pointsOf(twoDays)).toHaveLength(48);
  expect(await pointsOf({ ...twoDays, to: '2026-01-01T12:00:00.001Z' })).toHaveLength(3);
  expect(await pointsOf({ ...twoDays, interval: 'day' })).toHaveLength(3);
  expect(await pointsOf({})).toEqual(['01-01T00 1']);
  expect(await pointsOf({ from: twoDays.to, to: twoDays.from })).toEqual([]);
  expect(await pointsOf({ appId: 'nobody' })).toEqual([]);
  const hours = { from: '2026-01-01T00:00:00.000Z', interval: 'hour' } as const;
  expect(await pointsOf({ ...hours, to: '2026-04-15T04:00:00.000Z' })).toHaveLength(2500);
  await expect(ask({ ...hours, to: '2026-04-15T04:00:00.001Z' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    details: { field: 'interval' },
  });
});

it('the overview counts refused calls by whole hours', async () => {
  await using bench = await openBench();
  const { rejections } = bench.records;
  const refused = (hour: number, code: string, count: number) => {
    const atIso = new Date(Date.UTC(2026, 0, 1, hour)).toISOString();
    return { at: atIso, status: 401, code, count };
  };
  await rejections.add([refused(0, 'UNAUTHORIZED', 2), refused(1, 'UNAUTHORIZED', 2)]);
  await rejections.add([refused(1, 'QUEUE_FULL', 3)]);
  const refusedFrom = async (from?: string) =>
    (await overview(bench.records, bench.clock, { from })).rejected.map(({ code, count }) => [code, count]);
  expect(await refusedFrom()).toEqual([
    ['UNAUTHORIZED', 4],
    ['QUEUE_FULL', 3],
  ]);
  expect(await refusedFrom('2026-01-01T01:59:00.000Z')).toEqual([
    ['QUEUE_FULL', 3],
    ['UNAUTHORIZED', 2],
  ]);
});

it('the usage of an app is that of its last thirty days, to the hour', async () => {
  await using bench = await openBench({ seconds: '100' });
  await fill(bench);
  const row = { appId: 'app1', kind: 'charge', at: new Date(bench.clock.now()).toISOString() } as const;
  const { ledger } = bench.records;
  await ledger.append({ ...row, entryId: 'e1', unit: 'seconds', amount: '-1.5', reference: 'r1' });
  await ledger.append({ ...row, entryId: 'e2', unit: 'credits', amount: '-0.25', reference: 'r2' });
  const usage = { syntheses: 2, transcriptions: 4, credits: '0.25', seconds: '1.5' };
  expect(await getUsage(bench.records, bench.clock, 'app1')).toEqual(usage);
  bench.clock.advance(30 * 86_400_000 + 3_599_999);
  expect(await getUsage(bench.records, bench.clock, 'app1')).toEqual(usage);
  bench.clock.advance(1);
  expect(await getUsage(bench.records, bench.clock, 'app1')).toEqual({
    syntheses: 0,
    transcriptions: 0,
    credits: '0',
    seconds: '0',
  });
});

it('the overview counts each group, and each interval', async () => {
  await using bench = await openBench();
  await fill(bench);
  const whole = await overview(bench.records, bench.clock, {});
  expect(whole).toMatchObject({
    synthesis: { processing: 1, success: 1, failed: 1 },
    transcription: { processing: 2, success: 1, failed: 1 },
  });
  const part = await overview(bench.records, bench.clock, { appId: 'app1', from: at(1), to: at(5) });
  expect(part).toMatchObject({
    synthesis: { processing: 1, success: 0, failed: 0 },
    transcription: { processing: 2, success: 0, failed: 1 },
  });
  for (const { series, synthesis, transcription } of [whole, part]) {
    const sum = (count: (point: (typeof series)[number]) => number) =>
      series.reduce((total, point) => total + count(point), 0);
    expect(sum((point) => point.synthesis.processing)).toBe(synthesis.processing);
    expect(sum((point) => point.transcription.processing)).toBe(transcription.processing);
    expect(sum((point) => point.transcription.failed)).toBe(transcription.failed);
  }
});
