import { deferred } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { SpeechError } from '../src/errors/index.ts';
import { parseInput } from '../src/input/index.ts';
import { endLostLive } from '../src/maintenance/index.ts';
import type { RecordStore } from '../src/storage/index.ts';
import {
  createLiveCredits,
  type LiveSynthesisInput,
  liveSynthesisInput,
  synthesizeLive,
} from '../src/synthesis/index.ts';
import { overriding } from './support/overriding.ts';
import { synthesisRecord } from './support/records.ts';
import { openSynthesisBench, type SynthesisBench, VOICE } from './support/synthesis-bench.ts';

const TEXT = 'A first sentence that is here. And a second one that follows it. Then the third.';
/** Half a credit a character. */
const COST = '40';

const inputOf = (text = TEXT): LiveSynthesisInput =>
  parseInput(liveSynthesisInput, { text, voiceCode: VOICE.code, outputFormat: 'pcm' });
const speak = (bench: SynthesisBench, options: { readonly signal?: AbortSignal } = {}) =>
  synthesizeLive(bench.ports, inputOf(), bench.app, options);
const recordOf = async (bench: SynthesisBench) => (await bench.records.syntheses.list({ limit: 9 }))[0];

/** The bench with records whose transactions fail, or none, as it is told. */
function withDatabase(
  bench: SynthesisBench,
  isDown: () => boolean,
  fault: Error = new SpeechError('STORAGE_FAILED', 'The database does not answer.'),
): SynthesisBench['ports'] {
  const down = async (): Promise<never> => {
    throw fault;
  };
  const records: RecordStore = overriding(bench.records, {
    transact: (work) => (isDown() ? down() : bench.records.transact(work)),
  });
  const { clock, endWriter } = bench.ports;
  return { ...bench.ports, records, credits: createLiveCredits({ records, clock, endWriter }) };
}

/** Speaks the text to its end, and leaves the database before that can be written. @returns brings the database back */
async function speakAndLeave(bench: SynthesisBench): Promise<() => void> {
  let isDown = false;
  const ports = withDatabase(bench, () => isDown);
  const live = await synthesizeLive(ports, inputOf(), bench.app);
  isDown = true;
  await Array.fromAsync(live.audio);
  await ports.credits.settled();
  expect(bench.ports.endWriter.figures()).toEqual({ waiting: 1, lost: 0 });
  return () => {
    isDown = false;
  };
}

describe('a live synthesis of an app with credits', () => {
  it('charges the whole text when it has been spoken', async () => {
    await using bench = await openSynthesisBench({ credits: '100' });
    const live = await speak(bench);
    expect([live.credits, await bench.balance()]).toEqual([COST, '60']);
    await Array.fromAsync(live.audio);
    expect([await bench.balance(), await bench.ledger()]).toEqual(['60', [`reserve -${COST}`]]);
    expect(await recordOf(bench)).toMatchObject({
      kind: 'live',
      status: 'COMPLETED',
      credits: COST,
      characters: 80,
      doneCharacters: 80,
      text: '',
    });
  });

  it('is refused before its first audio if it cannot be paid for', async () => {
    await using bench = await openSynthesisBench({ credits: '39.5' });
    await expect(speak(bench)).rejects.toMatchObject({ code: 'INSUFFICIENT_CREDIT' });
    expect([await bench.balance(), await bench.ledger(), await recordOf(bench)]).toEqual([
      '39.5',
      [],
      undefined,
    ]);
    expect(bench.ports.slots.inUse(bench.app.appId)).toBe(0);
  });

  it('charges what was synthesized when its reader leaves, and releases the rest', async () => {
    await using bench = await openSynthesisBench({ credits: '100', capabilities: { concurrency: 1 } });
    const live = await speak(bench);
    for await (const _piece of live.audio) break;
    const record = await recordOf(bench);
    expect(record?.status).toBe('COMPLETED');
    expect(record?.doneCharacters).toBeGreaterThan(0);
    expect(record?.doneCharacters).toBeLessThan(80);
    const charged = Number(record?.credits);
    expect(charged).toBe((record?.doneCharacters ?? 0) / 2);
    expect(await bench.ledger()).toEqual([`reserve -${COST}`, `release ${Number(COST) - charged}`]);
    expect(await bench.balance()).toBe(String(100 - charged));
  });

  it('ends if its audio is returned before anything was read', async () => {
    await using bench = await openSynthesisBench({ credits: '100', capabilities: { concurrency: 1 } });
    const live = await speak(bench);
    expect(bench.ports.slots.inUse(bench.app.appId)).toBe(1);
    await live.audio[Symbol.asyncIterator]().return?.();
    await bench.ports.credits.settled();
    expect(bench.ports.slots.inUse(bench.app.appId)).toBe(0);
    expect(await bench.ledger()).toEqual([`reserve -${COST}`, expect.stringMatching(/^release /)]);
    expect((await recordOf(bench))?.status).toBe('COMPLETED');
  });

  it('releases everything if its caller leaves before reading anything', async () => {
    await using bench = await openSynthesisBench({ credits: '100', capabilities: { concurrency: 1 } });
    const leaving = new AbortController();
    await speak(bench, { signal: leaving.signal });
    leaving.abort();
    await bench.ports.credits.settled();
    expect(await bench.ledger()).toEqual([`reserve -${COST}`, expect.stringMatching(/^release /)]);
    expect((await recordOf(bench))?.status).toBe('COMPLETED');
  });

  it('lets go of its engine if its caller leaves before reading anything, and is not whole then', async () => {
    await using bench = await openSynthesisBench();
    const released = deferred();
    const engine = overriding(bench.engine, { hold: () => () => released.resolve() });
    const leaving = new AbortController();
    const { signal } = leaving;
    const ports = { ...bench.ports, engineOf: () => engine };
    const live = await synthesizeLive(ports, inputOf(), bench.app, { signal });
    leaving.abort();
    await released.promise;
    await expect(Array.fromAsync(live.audio)).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('is no failure if its caller leaves before its first audio', async () => {
    const working = deferred();
    const gate = (): Promise<void> => {
      working.resolve();
      return deferred().promise;
    };
    await using bench = await openSynthesisBench({ credits: '100', script: { gate } });
    const leaving = new AbortController();
    const left = speak(bench, { signal: leaving.signal });
    await working.promise;
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'ABORTED' });
    await bench.ports.credits.settled();
    expect(await recordOf(bench)).toMatchObject({ status: 'COMPLETED', credits: '0', failure: null });
    expect(await bench.ledger()).toEqual([`reserve -${COST}`, `release ${COST}`]);
  });

  it('is settled if its caller leaves while its credits are reserved', async () => {
    await using bench = await openSynthesisBench({ credits: '100' });
    const [reserving, encoded] = [deferred(), deferred()];
    const transact: RecordStore['transact'] = async (work) => {
      await reserving.promise;
      return bench.records.transact(work);
    };
    const credits = createLiveCredits({ ...bench.ports, records: overriding(bench.records, { transact }) });
    const codec = overriding(bench.ports.codec, {
      async openEncoder(format, options) {
        const encoder = await bench.ports.codec.openEncoder(format, options);
        const encode: typeof encoder.encode = (samples) => {
          encoded.resolve();
          return encoder.encode(samples);
        };
        return overriding(encoder, { encode });
      },
    });
    const leaving = new AbortController();
    const { signal } = leaving;
    const left = synthesizeLive({ ...bench.ports, credits, codec }, inputOf(), bench.app, { signal });
    await encoded.promise;
    // The first audio is ready in the same turn.
    await new Promise((resolve) => setImmediate(resolve));
    leaving.abort();
    reserving.resolve();
    await expect(left).rejects.toMatchObject({ code: 'ABORTED' });
    await credits.settled();
    expect((await recordOf(bench))?.status).toBe('COMPLETED');
    expect(bench.ports.slots.inUse(bench.app.appId)).toBe(0);
  });

  it.each([0, 1])('charges nothing when the engine fails at unit %i', async (unit) => {
    await using bench = await openSynthesisBench({
      credits: '100',
      capabilities: { concurrency: 1 },
      script: { failures: { [unit]: 'ENGINE_CRASHED' } },
    });
    const spoken = async () => Array.fromAsync((await speak(bench)).audio);
    await expect(spoken()).rejects.toMatchObject({ code: 'ENGINE_CRASHED' });
    expect([await bench.balance(), await bench.ledger()]).toEqual([
      '100',
      [`reserve -${COST}`, `release ${COST}`],
    ]);
    expect(await recordOf(bench)).toMatchObject({
      status: 'FAILED',
      credits: '0',
      failure: { code: 'ENGINE_CRASHED' },
    });
  });

  it.each([
    [
      'the database is away',
      new SpeechError('STORAGE_FAILED', 'The database does not answer.'),
      'STORAGE_FAILED',
    ],
    ['they can not be counted', new TypeError('No such row.'), 'CREDIT_DEDUCTION_FAILED'],
  ])('speaks nothing when the credits can not be taken, since %s', async (_why, fault, code) => {
    await using bench = await openSynthesisBench({ credits: '100' });
    const ports = withDatabase(bench, () => true, fault);
    await expect(synthesizeLive(ports, inputOf(), bench.app)).rejects.toMatchObject({ code });
    // What was not begun has no end.
    expect(bench.ports.endWriter.figures()).toEqual({ waiting: 0, lost: 0 });
    expect(await bench.balance()).toBe('100');
  });

  it('has its credits released if its process was killed', async () => {
    await using bench = await openSynthesisBench({ credits: '100' });
    await speak(bench);
    expect(await bench.balance()).toBe('60');
    bench.clock.advance(3_599_999);
    await endLostLive(bench.ports);
    expect(await bench.balance()).toBe('60');
    bench.clock.advance(2);
    await endLostLive(bench.ports);
    await endLostLive(bench.ports);
    expect([await bench.balance(), (await recordOf(bench))?.status]).toEqual(['100', 'FAILED']);
  });

  it('is ended by housekeeping, however many there are and whatever else is under way', async () => {
    await using bench = await openSynthesisBench({ credits: '100' });
    const { syntheses } = bench.records;
    for (let index = 0; index < 250; index += 1) {
      const kind = index % 2 === 0 ? 'live' : 'batch';
      const requestId = `lost${String(index).padStart(3, '0')}`;
      await syntheses.insert(
        synthesisRecord({ requestId, kind, status: 'PROCESSING', finishedAt: null, credits: '0' }),
      );
    }
    bench.clock.advance(7_200_000);
    await endLostLive(bench.ports);
    const left = await syntheses.list({ status: 'PROCESSING', limit: 300 });
    expect([left.length, new Set(left.map(({ kind }) => kind))]).toEqual([125, new Set(['batch'])]);
  });

  it('whose end the database did not take is settled once it is back', async () => {
    await using bench = await openSynthesisBench({ credits: '100' });
    const comeBack = await speakAndLeave(bench);
    expect([await bench.balance(), (await recordOf(bench))?.status]).toEqual(['60', 'PROCESSING']);
    comeBack();
    bench.clock.advance(1000);
    await expect.poll(() => bench.ports.endWriter.figures()).toEqual({ waiting: 0, lost: 0 });
    expect(await recordOf(bench)).toMatchObject({ status: 'COMPLETED', credits: COST });
    bench.clock.advance(7_200_000);
    await endLostLive(bench.ports);
    expect([await bench.balance(), await bench.ledger()]).toEqual(['60', [`reserve -${COST}`]]);
  });

  it('whose credits housekeeping has released is not charged by a late end', async () => {
    await using bench = await openSynthesisBench({ credits: '100' });
    const comeBack = await speakAndLeave(bench);
    bench.clock.advance(3_600_001);
    await endLostLive(bench.ports);
    expect(await bench.balance()).toBe('100');
    comeBack();
    await bench.ports.endWriter.settle(1000);
    expect(bench.ports.endWriter.figures()).toEqual({ waiting: 0, lost: 0 });
    expect(await recordOf(bench)).toMatchObject({ status: 'FAILED', credits: '0' });
    expect([await bench.balance(), await bench.ledger()]).toEqual([
      '100',
      [`reserve -${COST}`, `release ${COST}`],
    ]);
  });

  it('is ended once if housekeeping and the late end coincide', async () => {
    await using bench = await openSynthesisBench({ credits: '100' });
    const comeBack = await speakAndLeave(bench);
    comeBack();
    // The end is on its way from here.
    bench.clock.advance(3_600_001);
    await Promise.all([endLostLive(bench.ports), bench.ports.endWriter.settle(1000)]);
    const isReleased = (await recordOf(bench))?.status === 'FAILED';
    expect([await bench.balance(), await bench.ledger()]).toEqual([
      isReleased ? '100' : '60',
      [`reserve -${COST}`, ...(isReleased ? [`release ${COST}`] : [])],
    ]);
  });

  it('is ended by housekeeping if its process was killed with the end still waiting', async () => {
    await using bench = await openSynthesisBench({ credits: '100' });
    // The database is never back for this process, and its memory is gone.
    await speakAndLeave(bench);
    bench.clock.advance(3_600_001);
    await endLostLive(bench.ports);
    expect([await bench.balance(), (await recordOf(bench))?.status]).toEqual(['100', 'FAILED']);
  });

  it('is distinguished from a batch request, which may run for longer and keeps its credits', async () => {
    await using bench = await openSynthesisBench({ credits: '100' });
    await bench.records.syntheses.insert(synthesisRecord({ status: 'PROCESSING', finishedAt: null }));
    bench.clock.advance(7_200_000);
    await endLostLive(bench.ports);
    expect((await bench.records.syntheses.get('s1'))?.status).toBe('PROCESSING');
    expect([await bench.balance(), await bench.ledger()]).toEqual(['100', []]);
  });
});

describe('a live synthesis of an app without a limit', () => {
  it('is charged and stored at its end', async () => {
    await using bench = await openSynthesisBench();
    await Array.fromAsync((await speak(bench)).audio);
    expect(await bench.ledger()).toEqual([`charge -${COST}`]);
    expect(await recordOf(bench)).toMatchObject({ kind: 'live', status: 'COMPLETED', credits: COST });
  });

  it('waits for no database before its first audio, once the app is known', async () => {
    await using bench = await openSynthesisBench();
    await Array.fromAsync((await speak(bench)).audio);
    let isDown = false;
    const ports = withDatabase(bench, () => isDown);
    await Array.fromAsync((await synthesizeLive(ports, inputOf(), bench.app)).audio);
    isDown = true;
    bench.clock.advance(60_000);
    const live = await synthesizeLive(ports, inputOf(), bench.app);
    expect(await Array.fromAsync(live.audio)).not.toEqual([]);
    await ports.credits.settled();
    expect(bench.errors).toMatchObject([{ code: 'STORAGE_FAILED' }]);
    expect(await bench.ledger()).toHaveLength(2);
    isDown = false;
    await bench.ports.endWriter.settle(1000);
    expect(await bench.ledger()).toHaveLength(3);
  });

  it('has its balance read beside its speech if it was read long ago', async () => {
    await using bench = await openSynthesisBench();
    // The clock of the ports goes on whenever it is read; this one stands still.
    const { clock, ports } = bench;
    let reads = 0;
    const ledger = overriding(bench.records.ledger, {
      balance(...of) {
        reads += 1;
        return bench.records.ledger.balance(...of);
      },
    });
    const records = overriding(bench.records, { ledger });
    const credits = createLiveCredits({ records, clock, endWriter: ports.endWriter });
    const readsOf = async (afterMs: number): Promise<number> => {
      clock.advance(afterMs);
      reads = 0;
      const live = await synthesizeLive({ ...ports, credits }, inputOf(), bench.app);
      const before = reads;
      await Array.fromAsync(live.audio);
      await credits.settled();
      return before;
    };
    await readsOf(0);
    expect([await readsOf(0), await readsOf(5000), await readsOf(5001)]).toEqual([0, 0, 1]);
  });

  it('is charged once if the database stored its end and the answer was lost', async () => {
    await using bench = await openSynthesisBench();
    let calls = 0;
    const transact: typeof bench.records.transact = async (work) => {
      const result = await bench.records.transact(work);
      calls += 1;
      // The first finds out that there is no limit.
      if (calls === 2) throw new SpeechError('STORAGE_FAILED', 'The connection broke.');
      return result;
    };
    const ports = { ...bench.ports, records: overriding(bench.records, { transact }) };
    const credits = createLiveCredits(ports);
    await Array.fromAsync((await synthesizeLive({ ...ports, credits }, inputOf(), bench.app)).audio);
    await credits.settled();
    expect(bench.ports.endWriter.figures()).toEqual({ waiting: 1, lost: 0 });
    await ports.endWriter.settle(1000);
    expect([calls, bench.ports.endWriter.figures()]).toEqual([3, { waiting: 0, lost: 0 }]);
    expect(await bench.ledger()).toEqual([`charge -${COST}`]);
  });

  it('has its first limit from the next request on', async () => {
    await using bench = await openSynthesisBench();
    await Array.fromAsync((await speak(bench)).audio);
    await bench.records.ledger.setBalance(bench.app.appId, 'credits', '10');
    await Array.fromAsync((await speak(bench)).audio);
    expect(await bench.balance()).toBe('-30');
    await expect(speak(bench)).rejects.toMatchObject({ code: 'INSUFFICIENT_CREDIT' });
  });

  it('writes no record for what was refused before it began', async () => {
    await using bench = await openSynthesisBench();
    const full = Array.from({ length: bench.app.ttsConcurrency }, () => speak(bench));
    await Promise.all(full);
    await expect(speak(bench)).rejects.toMatchObject({ code: 'SYNTHESIS_CONCURRENCY_EXCEEDED' });
    expect(await recordOf(bench)).toBeUndefined();
  });
});
