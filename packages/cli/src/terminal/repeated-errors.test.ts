import { SpeechError } from '@parlance/core/errors';
import { manualClock } from '@parlance/testkit';
import { expect, it, vi } from 'vitest';
import { tellRepeatedOnce } from './repeated-errors.ts';

const away = () =>
  new SpeechError('STORAGE_FAILED', 'The database does not answer.', { reason: 'ECONNREFUSED' });
const full = () => new SpeechError('STORAGE_FULL', 'The disk is full.');

it('logs an outage at once, and then once a minute how often it was repeated', () => {
  const clock = manualClock();
  const tell = vi.fn();
  const note = tellRepeatedOnce(tell, 'It failed.', clock);
  for (let second = 0; second < 90; second += 1) {
    note(away());
    if (second === 30) note(full());
    clock.advance(1000);
  }
  expect(tell.mock.calls.map(([{ err, repeated }]) => [err.code, repeated])).toEqual([
    ['STORAGE_FAILED', undefined],
    ['STORAGE_FULL', undefined],
    ['STORAGE_FAILED', 59],
  ]);
  clock.advance(60_000);
  expect(tell.mock.lastCall?.[0]).toMatchObject({ repeated: 30, err: { code: 'STORAGE_FAILED' } });
  // The outage is over: nothing is logged, and no timer is left.
  clock.advance(120_000);
  expect([tell.mock.calls.length, clock.pendingTimers]).toEqual([4, 0]);
  note(away());
  expect(tell.mock.lastCall?.[0]).not.toHaveProperty('repeated');
});
