import { expect, it } from 'vitest';
import { changedLimits, fieldsOf, type LimitFields } from '../browser/console/apps/changed-limits.ts';

const SHOWN = { name: 'Shop', ttsConcurrency: 5, sttConcurrency: 3, requestsPerMinute: 600 };
const changed = (fields: Partial<LimitFields>, shown = SHOWN) =>
  changedLimits(shown, { ...fieldsOf(shown), ...fields });

it('returns nothing if nothing was changed', () => {
  expect(changed({})).toEqual({});
  expect(
    changedLimits({ ...SHOWN, requestsPerMinute: null }, fieldsOf({ ...SHOWN, requestsPerMinute: null })),
  ).toEqual({});
});

it.each([
  [{ name: 'Shop 2' }, { name: 'Shop 2' }],
  [{ tts: '6' }, { ttsConcurrency: 6 }],
  [{ stt: '1' }, { sttConcurrency: 1 }],
  [{ rate: '60' }, { requestsPerMinute: 60 }],
  [{ rate: '' }, { requestsPerMinute: null }],
  [
    { tts: '7', rate: '' },
    { ttsConcurrency: 7, requestsPerMinute: null },
  ],
])('of %o returns only %o', (fields, changes) => {
  expect(changed(fields)).toEqual(changes);
});

it('ignores spaces around a name, and another spelling of the same number', () => {
  expect(changed({ name: ' Shop ', tts: '05' })).toEqual({});
});
