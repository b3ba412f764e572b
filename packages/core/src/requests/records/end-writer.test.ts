import { deferred, manualClock } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { SpeechError } from '../../errors/speech-error.ts';
import { createEndWriter } from './end-writer.ts';

const away = () => new SpeechError('STORAGE_FAILED', 'The database does not answer.');

/** A writer on a database that is away as long as it is told, and what it wrote and told. */
function openWriter() {
  const clock = manualClock();
  const written: string[] = [];
  const attempts: string[] = [];
  const errors: SpeechError[] = [];
  const caughtUp: number[] = [];
  const database = { isAway: false, refuses: new Set<string>() };
  const writer = createEndWriter({
    clock,
    onError: (error) => void errors.push(error),
    onCaughtUp: (count) => void caughtUp.push(count),
  });
  const end = (name: string) => async (): Promise<void> => {
    attempts.push(name);
    if (database.isAway || database.refuses.has(name)) throw away();
    written.push(name);
  };
  /** Lets the round that is due run to its end. */
  const advance = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await new Promise(setImmediate);
  };
  return { clock, writer, end, database, written, attempts, errors, caughtUp, advance };
}

describe('an end writer', () => {
  it('writes at once while the database answers', async () => {
    const { writer, end, written, errors, clock } = openWriter();
    await writer.add(end('one'));
    expect([written, errors, writer.figures(), clock.pendingTimers]).toEqual([
      ['one'],
      [],
      { waiting: 0, lost: 0 },
      0,
    ]);
  });

  it('keeps what the database does not take, tells of it once, and writes it in order when it is back', async () => {
    const { writer, end, database, written, attempts, errors, caughtUp, advance } = openWriter();
    database.isAway = true;
    for (const name of ['one', 'two', 'three']) await writer.add(end(name));
    expect(attempts).toEqual(['one']);
    expect(errors).toMatchObject([{ code: 'STORAGE_FAILED', cause: { code: 'STORAGE_FAILED' } }]);
    expect(writer.figures()).toEqual({ waiting: 3, lost: 0 });
    database.isAway = false;
    await advance(1000);
    expect([written, caughtUp, writer.figures()]).toEqual([
      ['one', 'two', 'three'],
      [3],
      { waiting: 0, lost: 0 },
    ]);
    expect(errors).toHaveLength(1);
  });

  it('asks a database that is away after 1, 2, 4 and 8 seconds, and then every 15, with one end each', async () => {
    const { writer, end, database, attempts, advance, clock } = openWriter();
    database.isAway = true;
    await writer.add(end('one'));
    for (const seconds of [1, 2, 4, 8, 15, 15, 15]) {
      const before = attempts.length;
      await advance(seconds * 1000 - 1);
      expect(attempts).toHaveLength(before);
      await advance(1);
      expect(attempts).toHaveLength(before + 1);
      expect(clock.pendingTimers).toBe(1);
    }
  });

  it('lets one that the database refuses hold up no other', async () => {
    const { writer, end, database, written, advance } = openWriter();
    database.refuses.add('refused');
    await writer.add(end('refused'));
    for (const name of ['two', 'three']) await writer.add(end(name));
    await advance(1000);
    await advance(2000);
    expect([written, writer.figures()]).toEqual([['two', 'three'], { waiting: 1, lost: 0 }]);
  });

  it('gives one up that the database refuses for a day', async () => {
    const { writer, end, database, errors, advance, clock } = openWriter();
    database.refuses.add('refused');
    await writer.add(end('refused'));
    await advance(86_400_000);
    expect([writer.figures(), clock.pendingTimers]).toEqual([{ waiting: 0, lost: 1 }, 0]);
    expect(errors.at(-1)).toMatchObject({ details: { count: 1 } });
  });

  it('does not try again what failed of a fault', async () => {
    const { writer, errors, clock } = openWriter();
    await writer.add(() => Promise.reject(new TypeError('No such column.')));
    expect([writer.figures(), clock.pendingTimers]).toEqual([{ waiting: 0, lost: 1 }, 0]);
    expect(errors).toMatchObject([{ details: { count: 1 }, cause: expect.any(TypeError) }]);
  });

  it('takes no more than ten thousand, and keeps the first', async () => {
    const { writer, end, database, written, advance, errors } = openWriter();
    database.isAway = true;
    for (let index = 0; index < 10_003; index += 1) await writer.add(end(String(index)));
    expect(writer.figures()).toEqual({ waiting: 10_000, lost: 3 });
    expect(errors).toHaveLength(4);
    database.isAway = false;
    await advance(1000);
    await expect.poll(() => written.length).toBe(10_000);
    expect([written[0], written.at(-1)]).toEqual(['0', '9999']);
  });

  it('before it closes, tries at once and every second, and waits for a first attempt too', async () => {
    const { writer, end, database, written, attempts, advance, clock } = openWriter();
    database.isAway = true;
    await writer.add(end('one'));
    for (const seconds of [1, 2, 4]) await advance(seconds * 1000);
    let isSettled = false;
    const settling = writer.settle(30_000).then(() => {
      isSettled = true;
    });
    await advance(0);
    expect(attempts).toHaveLength(5);
    await advance(1000);
    await advance(1000);
    expect([attempts.length, isSettled]).toEqual([7, false]);
    database.isAway = false;
    await advance(1000);
    await settling;
    expect([written, clock.pendingTimers]).toEqual([['one'], 0]);

    const gate = deferred();
    const adding = writer.add(() => gate.promise);
    const again = writer.settle(30_000);
    gate.resolve();
    await Promise.all([adding, again]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('when it is closed gives up what the database did not take in time, and tells how much', async () => {
    const { writer, end, database, errors, clock, advance } = openWriter();
    database.isAway = true;
    for (const name of ['one', 'two']) await writer.add(end(name));
    const closing = writer.close(2000);
    await advance(2000);
    await closing;
    expect([writer.figures(), clock.pendingTimers]).toEqual([{ waiting: 0, lost: 2 }, 0]);
    expect(errors.at(-1)).toMatchObject({ code: 'STORAGE_FAILED', details: { count: 2 } });
    await writer.add(end('late'));
    expect([writer.figures(), clock.pendingTimers]).toEqual([{ waiting: 0, lost: 3 }, 0]);
  });

  it('that is closed in the middle of an attempt plans no other', async () => {
    const { writer, clock, advance } = openWriter();
    const gate = deferred();
    let attempts = 0;
    await writer.add(async () => {
      attempts += 1;
      if (attempts > 1) await gate.promise;
      throw away();
    });
    await advance(1000);
    const closing = writer.close(0);
    await advance(0);
    await closing;
    gate.resolve();
    await advance(0);
    expect([attempts, writer.figures(), clock.pendingTimers]).toEqual([2, { waiting: 0, lost: 1 }, 0]);
  });
});
