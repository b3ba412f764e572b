import { SpeechError } from '@parlance/core/errors';
import { transition } from '@parlance/core/platform';
import { manualClock } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { createEngineHealth, HEALTH_MOVES, type HealthEvent, type HealthState } from './engine-health.ts';

const MOVES: readonly (readonly [HealthState, HealthEvent, HealthState | undefined])[] = [
  ['well', 'fail', 'failing'],
  ['well', 'probe', undefined],
  ['well', 'recover', undefined],
  ['well', 'relapse', undefined],
  ['failing', 'fail', 'failing'],
  ['failing', 'probe', 'probing'],
  ['failing', 'recover', undefined],
  ['failing', 'relapse', undefined],
  ['probing', 'fail', 'probing'],
  ['probing', 'probe', undefined],
  ['probing', 'recover', 'well'],
  ['probing', 'relapse', 'failing'],
];

it.each(MOVES)('%s on %s goes to %s', (state, event, next) => {
  const move = () => transition(HEALTH_MOVES, state, event);
  if (next === undefined) expect(move).toThrow('does not answer');
  else expect(move()).toBe(next);
});

describe("an engine's health", () => {
  function open(answers: readonly boolean[]) {
    const clock = manualClock();
    const changes: boolean[] = [];
    const left = [...answers];
    let probes = 0;
    const health = createEngineHealth({
      clock,
      probeAfterMs: 1000,
      onChange: (isWell) => changes.push(isWell),
      probe: async () => {
        probes += 1;
        if (left.shift() !== true) throw new SpeechError('ENGINE_FAILED', 'Not well.');
      },
    });
    /** Lets time pass until the next probe has ended. */
    const wait = async () => {
      clock.advance(1000);
      for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    };
    return { health, changes, clock, wait, probes: () => probes };
  }
  const fault = new SpeechError('ENGINE_CRASHED', 'It died.');

  it('is lost with a fault of the engine and restored by a successful probe', async () => {
    const { health, changes, wait, probes } = open([false, true]);
    expect([health.failed(fault), health.isWell]).toEqual([true, false]);
    expect(health.failed(fault)).toBe(true);
    await wait();
    expect([probes(), health.isWell]).toEqual([1, false]);
    await wait();
    expect([probes(), health.isWell]).toEqual([2, true]);
    expect(changes).toEqual([false, true]);
  });

  it.each(['ABORTED', 'TEXT_TOO_LONG', 'SHUTTING_DOWN', 'INTERNAL'] as const)(
    '%s is not the fault of the engine',
    (code) => {
      const { health, clock } = open([]);
      expect([health.failed(new SpeechError(code, 'No.')), health.isWell]).toEqual([false, true]);
      expect(health.failed(new TypeError('What?'))).toBe(false);
      expect(clock.pendingTimers).toBe(0);
    },
  );

  it('is not probed after it is closed', async () => {
    const { health, clock, wait, probes } = open([true]);
    health.failed(fault);
    health.close();
    expect(clock.pendingTimers).toBe(0);
    await wait();
    expect(probes()).toBe(0);
  });

  it('stays lost while a probe throws before it returns a promise', async () => {
    const clock = manualClock();
    const health = createEngineHealth({
      clock,
      probeAfterMs: 1000,
      onChange: () => undefined,
      probe: () => {
        throw fault;
      },
    });
    health.failed(fault);
    clock.advance(1000);
    await expect.poll(() => clock.pendingTimers).toBe(1);
    expect(health.isWell).toBe(false);
    health.close();
  });
});
