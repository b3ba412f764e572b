import { SpeechError } from '@parlance/core/errors';
import { describe, expect, it } from 'vitest';
import { repeatWhileAway } from './repeat-while-away.ts';

const away = new SpeechError('STORAGE_FAILED', 'The database is away.');

describe('work that needs the database', () => {
  it('is repeated until the database is available', async () => {
    const failures: unknown[] = [];
    const repeat = repeatWhileAway({
      signal: new AbortController().signal,
      onFailure: (error) => failures.push(error),
    });
    const answers = [Promise.reject(away), Promise.resolve('here')];
    expect(await repeat(async () => answers.shift())).toBe('here');
    expect(failures).toEqual([away]);
  });

  it('fails with every other error', async () => {
    const broken = new SpeechError('INTERNAL', 'A fault of ours.');
    const repeat = repeatWhileAway({ signal: new AbortController().signal, onFailure: () => undefined });
    await expect(repeat(() => Promise.reject(broken))).rejects.toBe(broken);
  });

  it('is abandoned when the start is aborted', async () => {
    const ending = new AbortController();
    const repeat = repeatWhileAway({ signal: ending.signal, onFailure: () => ending.abort() });
    await expect(repeat(() => Promise.reject(away))).rejects.toMatchObject({ code: 'ABORTED' });
  });
});
