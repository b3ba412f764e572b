import { describe, expect, it } from 'vitest';
import { requireArchived, sumByDay } from './ledger-days.ts';

const entry = (place: number, members: object = {}) => ({
  ...({
    place: String(place),
    entryId: `e${place}`,
    appId: 'b',
    unit: 'credits',
    kind: 'charge',
    amount: '-0.5',
  } as const),
  ...{ reference: `r${place}`, epoch: null, at: '2026-01-02T10:00:00.000Z' },
  ...members,
});

describe('rows of the ledger', () => {
  it('are summed by app, day, unit and kind, in that order', () => {
    const rows = [
      entry(1),
      entry(2, { amount: '-0.25' }),
      entry(3, { at: '2026-01-01T23:59:59.999Z' }),
      entry(4, { unit: 'seconds', amount: '-3' }),
      entry(5, { kind: 'grant', amount: '10' }),
      entry(6, { appId: 'a' }),
    ];
    const sums = sumByDay(rows).map(({ appId, day, unit, kind, entries, amount }) =>
      [appId, day, unit, kind, entries, amount].join(' '),
    );
    expect(sums).toEqual([
      'a 2026-01-02 credits charge 1 -0.5',
      'b 2026-01-01 credits charge 1 -0.5',
      'b 2026-01-02 credits charge 2 -0.75',
      'b 2026-01-02 credits grant 1 10',
      'b 2026-01-02 seconds charge 1 -3',
    ]);
    expect(sumByDay(rows.toReversed())).toEqual(sumByDay(rows));
  });

  it('may leave it once a file has them, in whatever order', () => {
    const rows = [entry(1), entry(2)];
    expect(() => requireArchived(rows, [entry(3), entry(2), entry(1)], 'file')).not.toThrow();
    expect(() => requireArchived([], [], null)).not.toThrow();
  });

  it.each([
    ['lacks one', [entry(1)]],
    ['has one with another amount', [entry(1), entry(2, { amount: '-0.4' })]],
    ['has one with another reference', [entry(1), entry(2, { reference: 'other' })]],
    ['is empty', []],
  ])('may not if the file %s', (_what, archived) => {
    expect(() => requireArchived([entry(1), entry(2)], archived, null)).toThrow(
      expect.objectContaining({
        code: 'STORAGE_FAILED',
        details: expect.objectContaining({ reason: 'DAMAGED_ARCHIVE' }),
      }),
    );
  });
});
