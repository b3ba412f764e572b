import { expect, it, vi } from 'vitest';
import { PooledEngine } from './pooled-engine.ts';

const release = (): void => undefined;

function open() {
  const pool = {
    warm: vi.fn(async () => undefined),
    unload: vi.fn(async () => undefined),
    close: vi.fn(async () => undefined),
    keepLoaded: vi.fn(() => release),
    loadState: 'loading' as const,
    problem: () => 'Its workers ended.',
    stats: () => ({ rssBytes: 42 }),
  };
  class Engine extends PooledEngine {
    protected readonly pool = pool as unknown as PooledEngine['pool'];
  }
  return { engine: new Engine(), pool };
}

it('has the state of its pool', () => {
  const { engine } = open();
  expect(engine.loadState).toBe('loading');
  expect(engine.residentBytes()).toBe(42);
  expect(engine.problem()).toBe('Its workers ended.');
  expect(engine.keepLoaded()).toBe(release);
});

it.each(['warm', 'unload', 'close'] as const)(
  'calls its pool to %s, and passes on its failure',
  async (what) => {
    const { engine, pool } = open();
    await engine[what]();
    expect(pool[what]).toHaveBeenCalledTimes(1);
    pool[what].mockRejectedValue(new Error('No.'));
    await expect(engine[what]()).rejects.toThrow('No.');
  },
);
