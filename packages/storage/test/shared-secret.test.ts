import { describe, expect, it } from 'vitest';
import { shareSecret } from '../src/records/shared-secret.ts';
import { useEmbeddedDatabase } from './opened-database.ts';

const database = useEmbeddedDatabase();

describe('a shared secret', () => {
  it('is made once, however many ask for it at the same time, and is the same for all', async () => {
    let made = 0;
    const ask = () => shareSecret(database(), 'keys', async () => ({ value: `secret ${made++}` }));
    const answers = await Promise.all(Array.from({ length: 8 }, ask));
    expect(new Set(answers.map(({ value }) => value)).size).toBe(1);
    const makesBefore = made;
    expect(await ask()).toEqual(answers[0]);
    expect(made).toBe(makesBefore);
  });

  it('is another one under another name', async () => {
    const one = await shareSecret(database(), 'one', async () => ({ value: 1 }));
    const two = await shareSecret(database(), 'two', async () => ({ value: 2 }));
    expect([one, two]).toEqual([{ value: 1 }, { value: 2 }]);
  });

  it('is not kept when it could not be made', async () => {
    const failing = shareSecret(database(), 'broken', () => Promise.reject(new TypeError('no entropy')));
    await expect(failing).rejects.toThrow();
    expect(await shareSecret(database(), 'broken', async () => ({ value: 3 }))).toEqual({ value: 3 });
  });
});
