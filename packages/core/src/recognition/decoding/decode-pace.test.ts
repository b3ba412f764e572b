import { manualClock } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { createDecodePace } from './decode-pace.ts';

function paceOf(concurrency: number) {
  const clock = manualClock();
  return { clock, pace: createDecodePace({ clock, concurrency }) };
}

describe('the pace of decoding', () => {
  it('always leaves one of several workers to finals', () => {
    const { pace } = paceOf(3);
    const interims = [pace.tryInterim(), pace.tryInterim(), pace.tryInterim()];
    expect(interims.map((end) => end !== undefined)).toEqual([true, true, false]);
  });

  it('gives interims nothing while finals take every worker', () => {
    const { pace } = paceOf(2);
    const endOf = [pace.beginFinal(), pace.beginFinal()];
    expect(pace.tryInterim()).toBeUndefined();
    endOf[0]?.();
    endOf[0]?.();
    expect(pace.tryInterim()).toBeDefined();
  });

  it('reports how many of the workers are decoding finals, however many wait', () => {
    const { pace } = paceOf(2);
    expect(pace.busyShare).toBe(0);
    const endOf = [pace.beginFinal()];
    expect(pace.busyShare).toBe(0.5);
    endOf.push(pace.beginFinal(), pace.beginFinal());
    expect(pace.busyShare).toBe(1);
    for (const end of endOf) end();
    expect(pace.busyShare).toBe(0);
  });

  it('lets interims of an idle recognizer take half of its time', () => {
    const { clock, pace } = paceOf(1);
    let busyMs = 0;
    for (let ms = 0; ms < 10_000; ms += 10) {
      const endOf = pace.tryInterim();
      clock.advance(10);
      if (endOf === undefined) continue;
      clock.advance(90);
      ms += 90;
      busyMs += 100;
      endOf();
    }
    expect(busyMs / clock.monotonicMs()).toBeGreaterThan(0.45);
    expect(busyMs / clock.monotonicMs()).toBeLessThan(0.55);
  });

  it.each([
    [0, 100],
    [0.5, 8],
    [0.9, 5],
  ])('with finals that take %d of the time admits about %d interims in 10 s', (share, expected) => {
    const { clock, pace } = paceOf(2);
    const run = (durationMs: number): number => {
      let begun = 0;
      const finals = [] as (() => void)[];
      let interim: { readonly endOf: () => void; readonly untilMs: number } | undefined;
      for (let ms = 0; ms < durationMs; ms += 10) {
        // Two finals at once, for their share of each second.
        if (ms % 1000 === 0) finals.push(...(share > 0 ? [pace.beginFinal(), pace.beginFinal()] : []));
        if (ms % 1000 === share * 1000) for (const endOf of finals.splice(0)) endOf();
        if (interim !== undefined && ms >= interim.untilMs) {
          interim.endOf();
          interim = undefined;
        }
        if (interim === undefined) {
          const endOf = pace.tryInterim();
          if (endOf !== undefined) {
            begun += 1;
            interim = { endOf, untilMs: ms + 100 };
          }
        }
        clock.advance(10);
      }
      for (const endOf of finals) endOf();
      interim?.endOf();
      return begun;
    };
    run(30_000);
    const interims = run(10_000);
    expect(interims).toBeGreaterThan(expected * 0.7);
    expect(interims).toBeLessThan(expected * 1.3 + 3);
  });

  it('forgets load that is over', () => {
    const { clock, pace } = paceOf(1);
    const endOf = pace.beginFinal();
    clock.advance(20_000);
    expect(pace.load).toBeGreaterThan(0.95);
    endOf();
    clock.advance(20_000);
    expect(pace.load).toBeLessThan(0.05);
  });
});
