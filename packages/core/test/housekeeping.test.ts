import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { deferred, manualClock } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { SpeechError } from '../src/errors/index.ts';
import { createHousekeeping, createOrphanSweep, sweepAfterStart } from '../src/maintenance/index.ts';
import type { JobKind } from '../src/requests/index.ts';
import { planDelivery } from '../src/webhooks/index.ts';
import { type Bench, openBench } from './support/bench.ts';
import { overriding } from './support/overriding.ts';
import { synthesisRecord, transcriptionRecord } from './support/records.ts';

const DAY_MS = 86_400_000;
const RETENTION = { transcriptDays: 30, requestDays: 90, ledgerDays: null };
const context = { signal: new AbortController().signal };

const housekeepingOf = (bench: Bench, changes: object = {}) =>
  createHousekeeping({ ...bench.ports, retention: RETENTION, ...changes }, createOrphanSweep(bench.ports));

function unexpected(error: unknown): never {
  throw error;
}

async function put(bench: Bench, name: string): Promise<void> {
  const sink = await bench.ports.audio.create(name, { contentType: 'audio/wav' });
  await sink.write(new Uint8Array(10));
  await sink.commit();
  const now = new Date(bench.clock.now());
  await utimes(join(bench.folder, 'audio', name), now, now);
}

/** The bench's store, in which this object cannot be removed. */
const lockedAudio = ({ ports }: Bench, locked: string) =>
  overriding(ports.audio, {
    remove: async (name) => {
      if (name === locked) throw new SpeechError('STORAGE_NOT_WRITABLE', 'It is locked.');
      await ports.audio.remove(name);
    },
  });

const spoken = (requestId: string, change: object = {}) =>
  synthesisRecord({
    requestId,
    audio: { objectName: `results/${requestId}.mp3`, bytes: 10, durationSeconds: 1 },
    ...change,
  });

describe('housekeeping of audio', () => {
  it('deletes it three days after its success and keeps the record', async () => {
    await using bench = await openBench();
    const { syntheses } = bench.records;
    await syntheses.insert(spoken('old'));
    await syntheses.insert(spoken('new', { finishedAt: '2026-01-01T00:00:02.000Z' }));
    for (const id of ['old', 'new']) await put(bench, `results/${id}.mp3`);
    const runHousekeeping = housekeepingOf(bench);
    bench.clock.advance(3 * DAY_MS + 1000);
    expect(await runHousekeeping(context)).toMatchObject({ deletedAudios: 0 });
    bench.clock.advance(1);
    expect(await runHousekeeping(context)).toMatchObject({ deletedAudios: 1, removedSyntheses: 0 });
    expect(await bench.objects()).toEqual(['results/new.mp3']);
    expect(await syntheses.get('old')).toMatchObject({ status: 'COMPLETED', audio: null });
    expect((await syntheses.get('new'))?.audio).not.toBeNull();
  });

  it('deletes the times of its words with it', async () => {
    await using bench = await openBench();
    const words = { jsonName: 'results/s1.json', vttName: 'results/s1.vtt' };
    const audio = { objectName: 'results/s1.mp3', bytes: 10, durationSeconds: 1, words };
    await bench.records.syntheses.insert(spoken('s1', { audio }));
    for (const name of ['results/s1.mp3', 'results/s1.json', 'results/s1.vtt']) await put(bench, name);
    bench.clock.advance(4 * DAY_MS);
    expect(await housekeepingOf(bench)(context)).toMatchObject({ deletedAudios: 1 });
    expect(await bench.objects()).toEqual([]);
  });

  it('deletes more than one batch in a run', async () => {
    await using bench = await openBench();
    for (let index = 0; index < 250; index += 1) await bench.records.syntheses.insert(spoken(`s${index}`));
    bench.clock.advance(4 * DAY_MS);
    expect(await housekeepingOf(bench)(context)).toMatchObject({ deletedAudios: 250 });
  });

  it.each([3, 120])('leaves what cannot be deleted, and deletes %i others', async (others) => {
    await using bench = await openBench();
    const { syntheses } = bench.records;
    await syntheses.insert(spoken('bad'));
    const finishedAt = '2026-01-01T00:00:02.000Z';
    for (let index = 0; index < others; index += 1)
      await syntheses.insert(spoken(`s${index}`, { finishedAt }));
    const remove = async (name: string): Promise<void> => {
      if (name === 'results/bad.mp3') throw new SpeechError('STORAGE_NOT_WRITABLE', 'It is locked.');
    };
    const runHousekeeping = housekeepingOf(bench, { audio: overriding(bench.ports.audio, { remove }) });
    bench.clock.advance(4 * DAY_MS);
    await expect(runHousekeeping(context)).rejects.toMatchObject({ code: 'STORAGE_NOT_WRITABLE' });
    expect(await syntheses.withAudioEndedBefore('2027', 9)).toMatchObject([{ requestId: 'bad' }]);
    bench.clock.advance(90 * DAY_MS);
    await expect(runHousekeeping(context)).rejects.toMatchObject({ code: 'STORAGE_NOT_WRITABLE' });
    expect(await syntheses.endedBefore('2027', 9)).toMatchObject([{ requestId: 'bad' }]);
    expect(await housekeepingOf(bench)(context)).toMatchObject({ deletedAudios: 1, removedSyntheses: 1 });
  });

  it('fails if one cannot be deleted, after the others, and deletes it next time', async () => {
    await using bench = await openBench();
    for (const id of ['bad', 'good']) {
      await put(bench, `results/${id}.mp3`);
      await bench.records.syntheses.insert(spoken(id));
    }
    bench.clock.advance(4 * DAY_MS);
    const failing = housekeepingOf(bench, { audio: lockedAudio(bench, 'results/bad.mp3') });
    await expect(failing(context)).rejects.toMatchObject({ code: 'STORAGE_NOT_WRITABLE' });
    expect(await bench.objects()).toEqual(['results/bad.mp3']);
    expect(await housekeepingOf(bench)(context)).toMatchObject({ deletedAudios: 1 });
    expect(await bench.objects()).toEqual([]);
  });

  it('gives up when nothing can be deleted', async () => {
    await using bench = await openBench();
    for (let index = 0; index < 250; index += 1) await bench.records.syntheses.insert(spoken(`s${index}`));
    let removals = 0;
    const remove = async (): Promise<void> => {
      removals += 1;
      throw new SpeechError('STORAGE_FAILED', 'The bucket does not answer.');
    };
    const runHousekeeping = housekeepingOf(bench, { audio: overriding(bench.ports.audio, { remove }) });
    bench.clock.advance(4 * DAY_MS);
    await expect(runHousekeeping(context)).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
    expect(removals).toBe(100);
  });
});

describe('housekeeping of records', () => {
  it('removes each kind after its own time, and answers to keys after a day', async () => {
    await using bench = await openBench();
    const { records } = bench;
    await records.syntheses.insert(spoken('s1'));
    await records.transcriptions.insert(transcriptionRecord({ transcriptId: 't1' }));
    await records.transact(async (tables) => {
      for (const [requestId, state] of [
        ['d1', 'dead'],
        ['d2', 'pending'],
      ] as const) {
        const deliveryId = await planDelivery(tables, {
          appId: 'app1',
          requestId,
          url: 'https://receiver.example',
          event: 'success',
          body: {},
          audioObjectName: null,
          atIso: '2026-01-01T00:00:00.000Z',
        });
        if (state === 'dead')
          await tables.deliveries.update(deliveryId, { state, endedAt: '2026-01-01T00:00:01.000Z' });
      }
    });
    const claim = {
      appId: 'app1',
      path: '/v1/tts',
      key: 'k',
      bodyHash: 'h',
      answer: 1,
      expiresAt: '2026-01-02T00:00:00.000Z',
    };
    await records.idempotency.claim(claim, '2026-01-01T00:00:00.000Z');
    const runHousekeeping = housekeepingOf(bench);
    bench.clock.advance(29 * DAY_MS);
    expect(await runHousekeeping(context)).toMatchObject({ removedTranscripts: 0, removedDeliveries: 0 });
    expect(await records.idempotency.claim(claim, '2026-01-01T00:00:00.000Z')).toBeUndefined();
    bench.clock.advance(2 * DAY_MS);
    expect(await runHousekeeping(context)).toMatchObject({
      removedTranscripts: 1,
      removedDeliveries: 1,
      removedSyntheses: 0,
    });
    expect(await records.deliveries.get('msg_d1_success')).toBeUndefined();
    expect(await records.deliveries.get('msg_d2_success')).toBeDefined();
    expect(await records.transcriptions.get('t1')).toBeUndefined();
    bench.clock.advance(60 * DAY_MS);
    expect(await runHousekeeping(context)).toMatchObject({ removedSyntheses: 1 });
    expect(await records.syntheses.get('s1')).toBeUndefined();
  });

  it('removes counts of refused calls after ninety days', async () => {
    await using bench = await openBench();
    const { rejections } = bench.records;
    const hourAfter = (days: number): string => new Date(bench.clock.now() + days * DAY_MS).toISOString();
    for (const days of [0, 1])
      await rejections.add([{ at: hourAfter(days), status: 401, code: 'UNAUTHORIZED', count: 1 }]);
    bench.clock.advance(90 * DAY_MS);
    await housekeepingOf(bench)(context);
    expect(await rejections.sum({})).toMatchObject([{ count: 2 }]);
    bench.clock.advance(1);
    await housekeepingOf(bench)(context);
    expect(await rejections.sum({})).toMatchObject([{ count: 1 }]);
  });

  it('keeps records without a limit, and those that have not ended', async () => {
    await using bench = await openBench();
    const { records } = bench;
    await records.syntheses.insert(synthesisRecord({ requestId: 's1' }));
    await records.transcriptions.insert(transcriptionRecord({ transcriptId: 't1' }));
    bench.clock.advance(10_000 * DAY_MS);
    const forGood = { retention: { transcriptDays: null, requestDays: null, ledgerDays: null } };
    await housekeepingOf(bench, forGood)(context);
    await records.syntheses.update('s1', { status: 'PROCESSING', finishedAt: null });
    await records.transcriptions.update('t1', { status: 'PENDING', finishedAt: null });
    await housekeepingOf(bench)(context);
    expect(await records.syntheses.get('s1')).toBeDefined();
    expect(await records.transcriptions.get('t1')).toBeDefined();
  });
});

describe('housekeeping of orphaned objects', () => {
  it('removes those without a record or with an ended one, once they are five minutes old', async () => {
    await using bench = await openBench();
    const { records } = bench;
    await records.transcriptions.insert(
      transcriptionRecord({ transcriptId: 'open', status: 'PENDING', finishedAt: null }),
    );
    await records.transcriptions.insert(transcriptionRecord({ transcriptId: 'ended' }));
    await records.syntheses.insert(
      synthesisRecord({ requestId: 'running', status: 'PROCESSING', finishedAt: null }),
    );
    await records.syntheses.insert(synthesisRecord({ requestId: 'failed', status: 'FAILED' }));
    const pack = { packId: 'kept', addedAt: '2026-01-01T00:00:00.000Z', manifest: '{}', files: [] };
    await records.choices.change(() => ({ voicePacks: [pack] }));
    const kept = [
      'recordings/open.wav',
      'voice-packs/kept/00',
      'work/running/00000000',
      'work/running/00000001',
    ];
    const forgotten = [
      'recordings/ended.wav',
      'recordings/unknown.wav',
      'voice-packs/unknown/00',
      'work/failed/00000000',
      'work/unknown/00000000',
    ];
    for (const name of [...kept, ...forgotten]) await put(bench, name);
    const runHousekeeping = housekeepingOf(bench);
    expect(await runHousekeeping(context)).toMatchObject({ removedObjects: 0 });
    bench.clock.advance(299_999);
    expect(await runHousekeeping(context)).toMatchObject({ removedObjects: 0 });
    bench.clock.advance(1);
    expect(await runHousekeeping(context)).toMatchObject({ removedObjects: 5 });
    expect(await bench.objects()).toEqual(kept);
  });

  it('removes what a kill has orphaned five minutes after the start, without a later run', async () => {
    await using bench = await openBench();
    await put(bench, 'recordings/killed.wav');
    const looks: number[] = [];
    const sweep = createOrphanSweep(bench.ports);
    const swept = sweepAfterStart(
      async (signal) => {
        const removed = await sweep(signal);
        looks.push(removed);
        return removed;
      },
      { clock: bench.clock, signal: context.signal, onError: unexpected },
    );
    await expect.poll(() => looks.length).toBe(1);
    bench.clock.advance(2);
    await put(bench, 'recordings/young.wav');
    bench.clock.advance(299_999);
    await swept;
    expect(looks).toEqual([0, 1]);
    expect(await bench.objects()).toEqual(['recordings/young.wav']);
  });

  it('removes at the start what is old enough, whatever process left it', async () => {
    await using bench = await openBench();
    await put(bench, 'recordings/killed.wav');
    bench.clock.advance(300_000);
    await put(bench, 'recordings/young.wav');
    const closing = new AbortController();
    const removed = Promise.withResolvers<number>();
    const sweep = createOrphanSweep(bench.ports);
    const swept = sweepAfterStart(
      async (signal) => {
        removed.resolve(await sweep(signal));
        return removed.promise;
      },
      { clock: bench.clock, signal: closing.signal, onError: unexpected },
    );
    expect(await removed.promise).toBe(1);
    expect(await bench.objects()).toEqual(['recordings/young.wav']);
    closing.abort();
    await swept;
  });

  it('stops when the service closes', async () => {
    await using bench = await openBench();
    const closing = new AbortController();
    let looks = 0;
    const options = { clock: bench.clock, signal: closing.signal, onError: unexpected };
    const swept = sweepAfterStart(async () => ++looks, options);
    closing.abort();
    await swept;
    expect(looks).toBe(1);
  });

  it('stops between its sweeps, leaving no timer', async () => {
    const clock = manualClock();
    const closing = new AbortController();
    let looks = 0;
    const options = { clock, signal: closing.signal, onError: unexpected };
    const swept = sweepAfterStart(async () => ++looks, options);
    await expect.poll(() => clock.pendingTimers).toBe(1);
    closing.abort();
    await swept;
    expect([looks, clock.pendingTimers]).toEqual([1, 0]);
  });

  it('reports no failure of a sweep that was stopped', async () => {
    const closing = new AbortController();
    const sweep = async (): Promise<never> => {
      closing.abort();
      throw new Error('It was stopped.');
    };
    await sweepAfterStart(sweep, { clock: manualClock(), signal: closing.signal, onError: unexpected });
  });

  it('removes nothing more once it is stopped', async () => {
    await using bench = await openBench();
    for (const name of ['recordings/one.wav', 'recordings/two.wav', 'work/three/00000000'])
      await put(bench, name);
    const stop = new AbortController();
    const remove = async (name: string): Promise<void> => {
      stop.abort();
      await bench.ports.audio.remove(name);
    };
    const sweep = createOrphanSweep({ ...bench.ports, audio: overriding(bench.ports.audio, { remove }) });
    bench.clock.advance(300_000);
    expect(await sweep(stop.signal)).toBe(1);
    expect(await bench.objects()).toHaveLength(2);
  });

  it('sweeps again five minutes after a first sweep that failed', async () => {
    const clock = manualClock();
    const failure = new Error('The disk does not answer.');
    const failed = deferred<unknown>();
    let looks = 0;
    const sweep = async (): Promise<number> => {
      looks += 1;
      if (looks === 1) throw failure;
      return 0;
    };
    const swept = sweepAfterStart(sweep, { clock, signal: context.signal, onError: failed.resolve });
    expect(await failed.promise).toBe(failure);
    await expect.poll(() => clock.pendingTimers).toBe(1);
    clock.advance(300_001);
    await swept;
    expect(looks).toBe(2);
  });

  it('leaves a recording whose record was written meanwhile', async () => {
    await using bench = await openBench();
    await put(bench, 'recordings/t1.wav');
    const runHousekeeping = housekeepingOf(bench);
    await runHousekeeping(context);
    await bench.records.transcriptions.insert(transcriptionRecord({ status: 'PENDING', finishedAt: null }));
    bench.clock.advance(DAY_MS);
    expect(await runHousekeeping(context)).toMatchObject({ removedObjects: 0 });
    expect(await bench.objects()).toEqual(['recordings/t1.wav']);
  });

  it('leaves one that cannot be removed, and removes the others', async () => {
    await using bench = await openBench();
    for (const name of ['recordings/bad.wav', 'recordings/good.wav', 'work/good/00000000'])
      await put(bench, name);
    const sweep = createOrphanSweep({ ...bench.ports, audio: lockedAudio(bench, 'recordings/bad.wav') });
    bench.clock.advance(300_000);
    await expect(sweep(context.signal)).rejects.toMatchObject({ code: 'STORAGE_NOT_WRITABLE' });
    expect(await bench.objects()).toEqual(['recordings/bad.wav']);
  });

  it('removes results that no record names, once they would have expired', async () => {
    await using bench = await openBench();
    const { syntheses } = bench.records;
    const words = { jsonName: 'results/done.json', vttName: 'results/done.vtt' };
    const audio = { objectName: 'results/done.mp3', bytes: 10, durationSeconds: 1, words };
    await syntheses.insert(spoken('done', { audio }));
    await syntheses.insert(synthesisRecord({ requestId: 'running', status: 'PROCESSING', finishedAt: null }));
    await syntheses.insert(synthesisRecord({ requestId: 'failed', status: 'FAILED' }));
    const kept = [words.jsonName, audio.objectName, words.vttName, 'results/running.json'];
    const forgotten = [
      'results/done.wav',
      'results/failed.json',
      'results/failed.vtt',
      'results/unknown.mp3',
    ];
    for (const name of [...kept, ...forgotten]) await put(bench, name);
    const sweep = createOrphanSweep(bench.ports);
    bench.clock.advance(3 * DAY_MS + 299_999);
    expect(await sweep(context.signal)).toBe(0);
    bench.clock.advance(1);
    expect(await sweep(context.signal)).toBe(4);
    expect(await bench.objects()).toEqual(kept);
  });
});

describe('housekeeping of lost jobs', () => {
  it('adds a new job for each record that has not ended and has none, for deliveries at their time', async () => {
    await using bench = await openBench();
    const { records } = bench;
    const open = { finishedAt: null } as const;
    for (const requestId of ['s1', 's2'])
      await records.syntheses.insert(synthesisRecord({ requestId, status: 'PROCESSING', ...open }));
    await records.syntheses.insert(synthesisRecord({ requestId: 's3' }));
    await records.syntheses.insert(
      synthesisRecord({ requestId: 's4', kind: 'live', status: 'PROCESSING', ...open }),
    );
    await records.transcriptions.insert(
      transcriptionRecord({ transcriptId: 't1', status: 'PENDING', ...open }),
    );
    await records.transcriptions.insert(
      transcriptionRecord({ transcriptId: 't2', status: 'PROCESSING', ...open }),
    );
    await records.transcriptions.insert(transcriptionRecord({ transcriptId: 't3' }));
    const delivery = {
      deliveryId: 'msg_s3_success',
      appId: 'app1',
      requestId: 's3',
      url: 'https://receiver.example',
      body: {},
      audioObjectName: null,
      state: 'pending',
      attempts: [],
      createdAt: '2026-01-01T00:00:00.000Z',
      nextAttemptAt: '2026-01-01T05:00:00.000Z',
      endedAt: null,
    } as const;
    await records.deliveries.insert(delivery);
    const has = async (_kind: JobKind, id: string) => id === 's2';
    const runHousekeeping = housekeepingOf(bench, { queue: { has } });
    expect(await runHousekeeping(context)).toMatchObject({ restoredJobs: 0 });
    bench.clock.advance(60_001);
    expect(await runHousekeeping(context)).toMatchObject({ restoredJobs: 4 });
    expect(bench.jobs).toEqual([
      { kind: 'synthesis', id: 's1', turn: 'app1' },
      { kind: 'transcription', id: 't1', turn: 'app1' },
      { kind: 'transcription', id: 't2', turn: 'app1' },
      { kind: 'webhook-delivery', id: 'msg_s3_success', turn: 'app1', startAfter: delivery.nextAttemptAt },
    ]);
  });

  it('goes through all pages', async () => {
    await using bench = await openBench();
    for (let index = 0; index < 205; index += 1) {
      const requestId = `s${String(index).padStart(3, '0')}`;
      await bench.records.syntheses.insert(
        synthesisRecord({ requestId, status: 'PROCESSING', finishedAt: null }),
      );
    }
    bench.clock.advance(60_001);
    expect(await housekeepingOf(bench)(context)).toMatchObject({ restoredJobs: 205 });
    expect(new Set(bench.jobs.map(({ id }) => id)).size).toBe(205);
  });
});

describe('a run of housekeeping', () => {
  it('does its other parts when one fails, and then fails', async () => {
    await using bench = await openBench();
    await bench.records.syntheses.insert(spoken('s1'));
    await bench.records.transcriptions.insert(transcriptionRecord());
    const remove = () => Promise.reject(new SpeechError('STORAGE_FAILED', 'The bucket does not answer.'));
    bench.clock.advance(31 * DAY_MS);
    const runHousekeeping = housekeepingOf(bench, { audio: overriding(bench.ports.audio, { remove }) });
    await expect(runHousekeeping(context)).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
    expect(await bench.records.transcriptions.get('t1')).toBeUndefined();
    expect((await bench.records.syntheses.get('s1'))?.audio).not.toBeNull();
  });

  it('ends live syntheses of killed processes as one of its parts', async () => {
    await using bench = await openBench();
    const { records } = bench;
    await records.syntheses.insert(
      synthesisRecord({ requestId: 'lost', kind: 'live', status: 'PROCESSING', finishedAt: null }),
    );
    await records.transcriptions.insert(transcriptionRecord());
    const transact = () => Promise.reject(new SpeechError('STORAGE_FAILED', 'The database does not answer.'));
    bench.clock.advance(31 * DAY_MS);
    const failing = housekeepingOf(bench, { records: overriding(records, { transact }) });
    await expect(failing(context)).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
    expect(await records.transcriptions.get('t1')).toBeUndefined();
    await housekeepingOf(bench)(context);
    expect((await records.syntheses.get('lost'))?.status).toBe('FAILED');
  });

  it('ends soon after its worker is to stop', async () => {
    await using bench = await openBench();
    for (let index = 0; index < 10; index += 1) await bench.records.syntheses.insert(spoken(`s${index}`));
    bench.clock.advance(4 * DAY_MS);
    const stop = new AbortController();
    const remove = async () => stop.abort();
    const runHousekeeping = housekeepingOf(bench, { audio: overriding(bench.ports.audio, { remove }) });
    expect(await runHousekeeping({ signal: stop.signal })).toMatchObject({ deletedAudios: 1 });
  });
});
