import { describe, expect, it } from 'vitest';
import type { MovableEntry } from '../accounts/ledger/ledger-archives.ts';
import { movableEntries } from './movable-entries.ts';

const BEFORE = '2026-01-02T00:00:00.000Z';

/** A row of the ledger, written at so many minutes of the first of January. */
const row = (place: number, minutes: number, members: Partial<MovableEntry> = {}): MovableEntry => ({
  ...{ place: String(place).padStart(8, '0'), epoch: null, entryId: `e${place}`, appId: 'app1' },
  ...{ unit: 'credits', kind: 'charge', amount: '-1', reference: `r${place}`, isOpen: false },
  at: new Date(Date.parse('2026-01-01T00:00:00.000Z') + minutes * 60_000).toISOString(),
  ...members,
});

/** What would be moved of a ledger, how it is summed up, and how many pages of it were read. */
async function moved(rows: readonly MovableEntry[], signal?: AbortSignal) {
  let pages = 0;
  const archives = {
    async rows({ after, limit }: { readonly after: string; readonly limit: number }) {
      pages += 1;
      return rows.filter(({ place }) => place > after).slice(0, limit);
    },
  };
  const movable = movableEntries(archives, { after: '00000000', before: BEFORE }, signal);
  const entries = await Array.fromAsync(movable.entries);
  return { entries, summary: movable.summary(), pages };
}

describe('the rows that leave the ledger', () => {
  it('are those of ended requests before the time, and are summed up', async () => {
    const rows = [row(1, 20), row(2, 10), row(3, 30, { isOpen: true }), row(4, 25), row(5, 1440)];
    const { entries, summary } = await moved(rows);
    expect(entries.map(({ entryId }) => entryId)).toEqual(['e1', 'e2', 'e4']);
    for (const entry of entries) expect(entry).not.toHaveProperty('isOpen');
    expect(summary).toEqual({
      entries: 3,
      firstPlace: '00000001',
      lastPlace: '00000004',
      firstAt: row(2, 10).at,
      lastAt: row(4, 25).at,
      // Up to here none had to stay.
      settledPlace: '00000002',
    });
  });

  it('are none of an empty ledger, whose summary says where it would go on', async () => {
    const { entries, summary, pages } = await moved([]);
    expect([entries, pages]).toEqual([[], 1]);
    expect(summary).toEqual({
      ...{ entries: 0, firstPlace: '00000000', lastPlace: '00000000', settledPlace: '00000000' },
      ...{ firstAt: BEFORE, lastAt: BEFORE },
    });
  });

  it('are looked for page by page, until all of a page were written more than an hour later', async () => {
    const early = Array.from({ length: 2000 }, (_, at) => row(at + 1, 60));
    const soon = Array.from({ length: 2000 }, (_, at) => row(at + 2001, 1440 + 59));
    const late = Array.from({ length: 4000 }, (_, at) => row(at + 4001, 1440 + 60));
    expect(await moved([...early, ...soon, row(4001, 60), ...late.slice(1)])).toMatchObject({
      pages: 4,
      summary: { entries: 2001, lastPlace: '00004001' },
    });
    expect(await moved([...early, ...late])).toMatchObject({ pages: 2, summary: { entries: 2000 } });
  });

  it('are no more than a file has', async () => {
    const rows = Array.from({ length: 100_001 }, (_, at) => row(at + 1, 60));
    expect((await moved(rows)).summary).toMatchObject({ entries: 100_000, lastPlace: '00100000' });
  });

  it('are looked for no further at an abort', async () => {
    await expect(moved([row(1, 1)], AbortSignal.abort(new Error('Over.')))).rejects.toThrow('Over.');
  });
});
