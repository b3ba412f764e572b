import { expect, it } from 'vitest';
import { changedLimits, fieldsOf, type LimitFields } from '../browser/console/apps/changed-limits.ts';

const SHOWN = { name: 'Shop', ttsConcurrency: 5, sttConcurrency: 3, requestsPerMinute: 600 };
const changed = (fields: Partial<LimitFields>, shown = SHOWN) =>
  changedLimits(shown, { ...fieldsOf(shown), ...fields });

it('names nothing when nothing was changed', () => {
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
])('of %o asks for %o alone', (fields, changes) => {
  expect(changed(fields)).toEqual(changes);
});

it('takes spaces around a name, and the same number written otherwise, for no change', () => {
  expect(changed({ name: ' Shop ', tts: '05' })).toEqual({});
});
