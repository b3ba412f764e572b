import { manualClock } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { createMemoryRoom } from './memory-room.ts';

const MIB = 2 ** 20;
const LIMIT_MIB = 768;
const RESERVE_MIB = 48;
/** 80 MiB, plus one and a half times 60. */
const LOAD = { modelBytes: 60 * MIB, isOwnProcess: true };
const CALL = { lane: 'first' } as const;

/**
 * Engines in so much memory, of which each takes some until it is unloaded.
 *
 * @param failures errors of those that fail to unload, by name
 */
function openRoom(freeMib: number | undefined, failures: ReadonlyMap<string, Error> = new Map()) {
  const memory = { freeMib };
  const clock = manualClock();
  const unloaded: string[] = [];
  const errors: unknown[] = [];
  const engineOf = (name: string, residentMib: number, lastUsedMs: number) => ({
    isIdle: true,
    lastUsedMs,
    async unload() {
      const failure = failures.get(name);
      if (failure !== undefined) throw failure;
      unloaded.push(name);
      this.isIdle = false;
      memory.freeMib = (memory.freeMib ?? 0) + residentMib;
    },
  });
  const engines = [engineOf('newer', 120, 200), engineOf('older', 120, 100), engineOf('newest', 120, 300)];
  const room = createMemoryRoom({
    reserveBytes: RESERVE_MIB * MIB,
    clock,
    engines: () => engines,
    onError: (error) => void errors.push(error),
    readHeadroom: () =>
      memory.freeMib === undefined
        ? undefined
        : { freeBytes: memory.freeMib * MIB, limitBytes: LIMIT_MIB * MIB },
  });
  return { room, memory, clock, engines, unloaded, errors };
}

describe('room for a model', () => {
  it('exists while there is enough memory, and nothing is unloaded', async () => {
    const { room, unloaded } = openRoom(RESERVE_MIB + 170);
    await room.makeRoom(LOAD);
    expect(unloaded).toEqual([]);
  });

  it('is made by unloading idle engines, the least recently used one first, and no more than necessary', async () => {
    const { room, unloaded } = openRoom(100);
    await room.makeRoom(LOAD);
    expect(unloaded).toEqual(['older']);
    const other = openRoom(0);
    await other.room.makeRoom(LOAD);
    expect(other.unloaded).toEqual(['older', 'newer']);
  });

  it('is made with the next engine if one fails to unload, which is reported', async () => {
    const failure = new Error('It does not unload.');
    const { room, unloaded, errors } = openRoom(100, new Map([['older', failure]]));
    await room.makeRoom(LOAD);
    expect(unloaded).toEqual(['newer']);
    expect(errors).toEqual([failure]);
  });

  it('is not made by unloading busy engines', async () => {
    const { room, unloaded, engines } = openRoom(100);
    for (const engine of engines) engine.isIdle = false;
    await expect(room.makeRoom(LOAD)).rejects.toMatchObject({
      code: 'MEMORY_LOW',
      message:
        'There is too little memory: this takes about 170 MiB, 100 of 768 MiB are free, and 48 MiB of it stay reserved. Try again in 5 s.',
      details: { retryAfterSeconds: 5, freeBytes: 100 * MIB, limitBytes: LIMIT_MIB * MIB },
    });
    expect(unloaded).toEqual([]);
  });

  it('counts loads that do not show in the figures yet', async () => {
    const { room, engines, clock } = openRoom(RESERVE_MIB + 2 * 170 - 1);
    for (const engine of engines) engine.isIdle = false;
    const [first, second] = await Promise.allSettled([room.makeRoom(LOAD), room.makeRoom(LOAD)]);
    expect([first.status, second.status]).toEqual(['fulfilled', 'rejected']);
    clock.advance(10_001);
    await room.makeRoom(LOAD);
  });

  it('counts a load only until it shows in the figures', async () => {
    const { room, memory, engines } = openRoom(RESERVE_MIB + 2 * 170);
    for (const engine of engines) engine.isIdle = false;
    await room.makeRoom(LOAD);
    memory.freeMib = RESERVE_MIB + 170;
    await expect(room.makeRoom(LOAD)).resolves.toBeUndefined();
  });

  it('counts what does not show yet of several loads', async () => {
    const { room, memory, engines } = openRoom(RESERVE_MIB + 3 * 170);
    for (const engine of engines) engine.isIdle = false;
    await room.makeRoom(LOAD);
    await room.makeRoom(LOAD);
    memory.freeMib = RESERVE_MIB + 2 * 170;
    await room.makeRoom(LOAD);
    await expect(room.makeRoom(LOAD)).rejects.toMatchObject({ code: 'MEMORY_LOW' });
  });

  it('is made by unloading no more than necessary right after another load', async () => {
    const { room, memory, unloaded } = openRoom(RESERVE_MIB + 170);
    await room.makeRoom(LOAD);
    memory.freeMib = RESERVE_MIB;
    await room.makeRoom(LOAD);
    expect(unloaded).toEqual(['older', 'newer']);
  });

  it('is smaller if the workers are threads of this process', async () => {
    const { room, unloaded } = openRoom(RESERVE_MIB + 23);
    await room.makeRoom({ modelBytes: 2 * MIB, isOwnProcess: false });
    expect(unloaded).toEqual([]);
  });
});

describe('a live call', () => {
  const admission = { admit: () => undefined };

  it('is admitted while enough stays free, and counted until it shows in the figures', () => {
    const { room, clock } = openRoom(RESERVE_MIB + 7);
    const guarded = room.guard(admission);
    guarded.admit('joe', CALL);
    guarded.admit('joe', CALL);
    expect(() => guarded.admit('joe', CALL)).toThrow(expect.objectContaining({ code: 'MEMORY_LOW' }));
    clock.advance(5001);
    guarded.admit('joe', CALL);
  });

  it('that is refused causes idle engines to be unloaded for the next one', async () => {
    const { room, unloaded } = openRoom(RESERVE_MIB);
    const guarded = room.guard(admission);
    expect(() => guarded.admit('joe', CALL)).toThrow(expect.objectContaining({ code: 'MEMORY_LOW' }));
    await Promise.resolve();
    expect(unloaded).toEqual(['older', 'newer', 'newest']);
    guarded.admit('joe', CALL);
  });

  it('that is refused reports an engine that fails to unload', async () => {
    const failure = new Error('It does not unload.');
    const { room, unloaded, errors } = openRoom(RESERVE_MIB, new Map([['older', failure]]));
    const guarded = room.guard(admission);
    expect(() => guarded.admit('joe', CALL)).toThrow(expect.objectContaining({ code: 'MEMORY_LOW' }));
    await expect.poll(() => errors).toEqual([failure]);
    expect(unloaded).toEqual(['newer', 'newest']);
  });

  it('is refused because of the queue first', () => {
    const { room } = openRoom(0);
    const full = new Error('The queue is full.');
    const guarded = room.guard({
      admit() {
        throw full;
      },
    });
    expect(() => guarded.admit('joe', CALL)).toThrow(full);
  });

  it('is admitted if the system reports no figures', () => {
    openRoom(undefined).room.guard(admission).admit('joe', CALL);
  });

  it('is not counted while the system reports no figures', () => {
    const { room, memory } = openRoom(undefined);
    const guarded = room.guard(admission);
    for (let calls = 0; calls < 10; calls += 1) guarded.admit('joe', CALL);
    memory.freeMib = RESERVE_MIB + 3;
    expect(() => guarded.admit('joe', CALL)).not.toThrow();
  });
});
