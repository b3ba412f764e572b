import { deferred } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { awaitSynthesis, getSynthesis, runSynthesisJob, submitSynthesis } from '../src/synthesis/index.ts';
import { insertApp } from './support/bench.ts';
import { going } from './support/jobs.ts';
import { overriding } from './support/overriding.ts';
import {
  batchInput,
  bytesOf,
  ID,
  openSynthesisBench,
  type SynthesisBench,
} from './support/synthesis-bench.ts';

const DAY_MS = 86_400_000;
const submit = (bench: SynthesisBench) => submitSynthesis(bench.ports, batchInput(), bench.app);

describe('Get request', () => {
  it('shows a request only to its own app, for three days', async () => {
    await using bench = await openSynthesisBench();
    const other = await insertApp(bench.records.apps.insert, 'app2');
    await submit(bench);
    await runSynthesisJob(bench.ports, ID, going());
    const notFound = { code: 'REQUEST_NOT_FOUND' };
    await expect(getSynthesis(bench.ports, ID, other)).rejects.toMatchObject(notFound);
    await expect(getSynthesis(bench.ports, 'unknown', bench.app)).rejects.toMatchObject(notFound);
    bench.clock.advance(3 * DAY_MS);
    const { audioLink } = await getSynthesis(bench.ports, ID, bench.app);
    expect(audioLink).toBeDefined();
    bench.clock.advance(1);
    await expect(getSynthesis(bench.ports, ID, bench.app)).rejects.toMatchObject(notFound);
  });

  it('does not find a request whose audio was deleted', async () => {
    await using bench = await openSynthesisBench();
    await submit(bench);
    await runSynthesisJob(bench.ports, ID, going());
    await bench.records.syntheses.update(ID, { audio: null });
    await expect(getSynthesis(bench.ports, ID, bench.app)).rejects.toMatchObject({
      code: 'REQUEST_NOT_FOUND',
    });
  });
});

describe('a caller who waits for the end', () => {
  it('gets it at once, and sees what Get request shows', async () => {
    await using bench = await openSynthesisBench();
    await submit(bench);
    const waiting = awaitSynthesis(bench.ports, ID, bench.app);
    await runSynthesisJob(bench.ports, ID, going());
    const view = await waiting;
    expect(view.record.status).toBe('COMPLETED');
    expect(await bytesOf(await bench.ports.audio.open(view.record.audio?.objectName ?? ''))).toHaveLength(
      view.record.audio?.bytes ?? 0,
    );
    expect(bench.clock.pendingTimers).toBe(0);
  });

  it('learns of an end in another process within seconds', async () => {
    await using bench = await openSynthesisBench();
    await submit(bench);
    const asked = deferred();
    const syntheses = overriding(bench.records.syntheses, {
      async get(id) {
        const record = await bench.records.syntheses.get(id);
        setImmediate(() => asked.resolve());
        return record;
      },
    });
    const elsewhere = { ...bench.ports, records: { ...bench.records, syntheses } };
    const waiting = awaitSynthesis(elsewhere, ID, bench.app);
    await asked.promise;
    await runSynthesisJob(
      { ...bench.ports, ends: { announce: () => undefined, listen: () => () => undefined } },
      ID,
      going(),
    );
    bench.clock.advance(2000);
    expect((await waiting).record.status).toBe('COMPLETED');
  });

  it('can leave at any time, and leaves nothing behind', async () => {
    await using bench = await openSynthesisBench();
    await submit(bench);
    const stop = new AbortController();
    const waiting = awaitSynthesis(bench.ports, ID, bench.app, { signal: stop.signal });
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'ABORTED' });
    expect(bench.clock.pendingTimers).toBe(0);
  });
});
