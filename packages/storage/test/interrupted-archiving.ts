import { expect } from 'vitest';
import { type ArchivingDesk, archive, spend, sumsOf, truthOf } from './archiving.ts';
import { app, entry, minute } from './sample-records.ts';

/** More steps than a round has, to detect one that never ends. */
const MAX_STEPS = 60;

/**
 * Archives repeatedly, interrupted at each step in turn, until a round completes. No result of the ledger may change
 * by the interruption, or by the round that continues from there.
 *
 * @param interrupted runs a round that ends at the step with that number, counted from 1. @returns whether it completed before
 * @param more adds rows of an app to archive
 * @param every skips steps, if a round is expensive
 * @returns the number of steps of a round
 */
export async function interruptAtEachStep(
  open: () => Promise<ArchivingDesk & AsyncDisposable>,
  interrupted: (step: number) => Promise<boolean>,
  {
    more = async () => undefined,
    every = 1,
  }: {
    readonly more?: (desk: ArchivingDesk, appId: string) => Promise<void>;
    readonly every?: number;
  } = {},
): Promise<number> {
  for (let step = 1; ; step += every) {
    const appId = `app-${step}`;
    const read = async (desk: ArchivingDesk) => ({
      ...(await truthOf(desk, appId)),
      sums: await sumsOf(desk, appId),
    });
    let before: Awaited<ReturnType<typeof read>>;
    {
      await using desk = await open();
      await desk.store.apps.insert(app(appId));
      await desk.store.ledger.setBalance(appId, 'credits', '0');
      await desk.store.ledger.append(entry(`top-up-${step}`, '1000.5', { appId, kind: 'grant' }));
      await spend(desk, appId, { requests: 3, at: minute(step * 10) });
      await more(desk, appId);
      before = await read(desk);
    }
    const isThrough = await interrupted(step);
    await using desk = await open();
    expect(await read(desk), `interrupted at step ${step}`).toEqual(before);
    await archive(desk);
    expect(await read(desk), `gone on after step ${step}`).toEqual(before);
    expect(await desk.store.ledgerArchives.rows({ after: '0', limit: 1 })).toEqual([]);
    if (isThrough) return step - 1;
    expect(step).toBeLessThan(MAX_STEPS);
  }
}
