import { manualClock } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { OriginGate, type Pass } from './origin-gate.ts';

const ORIGIN = 'https://a.test';

async function enterTimes(gate: OriginGate, count: number): Promise<Pass[]> {
  const passes = await Promise.all(Array.from({ length: count }, async () => await gate.enter(ORIGIN)));
  return passes.filter((pass) => pass !== null);
}

async function failTimes(gate: OriginGate, count: number): Promise<void> {
  for (let index = 0; index < count; index++) (await gate.enter(ORIGIN))?.leave(false);
}

describe('the gate for an origin', () => {
  it('admits four, and the next one when one of them leaves, in the order of arrival', async () => {
    const gate = new OriginGate(manualClock());
    const [first, ...others] = await enterTimes(gate, 4);
    expect(others).toHaveLength(3);
    const entered: string[] = [];
    const fifth = gate.enter(ORIGIN).then(() => entered.push('fifth'));
    const sixth = gate.enter(ORIGIN).then(() => entered.push('sixth'));
    expect(await gate.enter('https://b.test')).not.toBe(null);
    expect(entered).toEqual([]);
    first?.leave(true);
    await fifth;
    expect(entered).toEqual(['fifth']);
    others[0]?.leave(true);
    await sixth;
  });

  it('counts running deliveries when one of them has succeeded', async () => {
    const clock = manualClock();
    const gate = new OriginGate(clock);
    const [first] = await enterTimes(gate, 4);
    first?.leave(true);
    expect(await gate.enter(ORIGIN)).not.toBe(null);
    const sixth = gate.enter(ORIGIN);
    clock.advance(2_000);
    expect(await sixth).toBe(null);
  });

  it('refuses a delivery that has waited for two seconds, and leaves no timer behind', async () => {
    const clock = manualClock();
    const gate = new OriginGate(clock);
    const [first] = await enterTimes(gate, 4);
    const fifth = gate.enter(ORIGIN);
    const sixth = gate.enter(ORIGIN);
    clock.advance(1_999);
    first?.leave(true);
    expect(await fifth).not.toBe(null);
    clock.advance(1);
    expect(await sixth).toBe(null);
    expect(clock.pendingTimers).toBe(0);
  });

  it('refuses a waiting delivery that is aborted', async () => {
    const clock = manualClock();
    const gate = new OriginGate(clock);
    await enterTimes(gate, 4);
    const stop = new AbortController();
    const fifth = gate.enter(ORIGIN, stop.signal);
    stop.abort();
    expect(await fifth).toBe(null);
    expect(clock.pendingTimers).toBe(0);
  });

  it('admits one at a time after ten failures in a row, and four again after a success', async () => {
    const gate = new OriginGate(manualClock());
    await failTimes(gate, 9);
    expect((await enterTimes(gate, 4)).map((pass) => pass.leave(true))).toHaveLength(4);
    await failTimes(gate, 10);
    const only = await gate.enter(ORIGIN);
    expect(await gate.enter(ORIGIN)).toBe(null);
    only?.leave(true);
    expect(await enterTimes(gate, 4)).toHaveLength(4);
  });

  it('refuses waiting deliveries at the tenth failure', async () => {
    const gate = new OriginGate(manualClock());
    await failTimes(gate, 9);
    const [first] = await enterTimes(gate, 4);
    const fifth = gate.enter(ORIGIN);
    first?.leave(false);
    expect(await fifth).toBe(null);
  });

  it('remembers a failing origin, however many others succeed meanwhile', async () => {
    const gate = new OriginGate(manualClock());
    await failTimes(gate, 10);
    for (let index = 0; index < 10_001; index++) (await gate.enter(`https://${index}.test`))?.leave(true);
    expect(await gate.enter(ORIGIN)).not.toBe(null);
    expect(await gate.enter(ORIGIN)).toBe(null);
  });

  it('forgets the oldest of many failing origins, but never one with a running delivery', async () => {
    const gate = new OriginGate(manualClock());
    await failTimes(gate, 10);
    const busy = 'https://busy.test';
    await Promise.all([1, 2, 3, 4].map(async () => await gate.enter(busy)));
    for (let index = 0; index < 10_001; index++) (await gate.enter(`https://${index}.test`))?.leave(false);
    expect(await enterTimes(gate, 4)).toHaveLength(4);
    const stop = AbortSignal.abort();
    expect(await gate.enter(busy, stop)).toBe(null);
  });

  it('remembers failing origins that were used recently rather than others', async () => {
    const gate = new OriginGate(manualClock());
    await failTimes(gate, 10);
    const failOthers = async (from: number, to: number): Promise<void> => {
      for (let index = from; index < to; index++) (await gate.enter(`https://${index}.test`))?.leave(false);
    };
    await failOthers(0, 9_000);
    await failTimes(gate, 1);
    await failOthers(9_000, 12_000);
    expect(await enterTimes(gate, 2)).toHaveLength(1);
  });
});
