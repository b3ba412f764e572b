import { describe, expect, it } from 'vitest';
import { requireHoursInLedger } from './archived-hours.ts';

/** Everything before noon has left the ledger. */
function askedOf(time: Parameters<typeof requireHoursInLedger>[0]) {
  const asked: string[] = [];
  const done = requireHoursInLedger(time, async ({ from, to }) => {
    asked.push(`${from} ${to}`);
    return to <= '2026-01-01T12:00:00.000Z';
  });
  return { asked, done };
}

describe('a period of the report', () => {
  it.each([
    {},
    { from: '2026-01-01T05:00:00.000Z', to: '2026-01-01T07:00:00Z' },
    { from: '2026-01-01T12:30:00Z', to: '2026-01-01T13:30:00Z' },
  ])('may be %j', async (time) => {
    const { done } = askedOf(time);
    expect(await done).toBeUndefined();
  });

  it.each([
    ['from', { from: '2026-01-01T05:30:00Z', to: '2026-01-01T13:30:00Z' }, '05', '06'],
    ['to', { from: '2026-01-01T05:00:00Z', to: '2026-01-01T11:59:59.999Z' }, '11', '12'],
  ])('may not begin or end within an archived hour, as in %s', async (field, time, from, to) => {
    const { done, asked } = askedOf(time);
    await expect(done).rejects.toMatchObject({ code: 'INVALID_INPUT', details: { field } });
    expect(asked).toEqual([`2026-01-01T${from}:00:00.000Z 2026-01-01T${to}:00:00.000Z`]);
  });
});
