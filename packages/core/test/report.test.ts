import { describe, expect, it } from 'vitest';
import { listRequests, overview, type ReportedRequest } from '../src/reports/index.ts';
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

  it('refuses a cursor of another list', async () => {
    await using bench = await openBench();
    await fill(bench);
    const { nextCursor } = await listRequests(bench.records, plainSealer, { limit: 1 });
    const foreign = listRequests(bench.records, plainSealer, {
      limit: 1,
      status: 'failed',
      cursor: nextCursor ?? '',
    });
    await expect(foreign).rejects.toMatchObject({ code: 'INVALID_INPUT', details: { field: 'cursor' } });
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
