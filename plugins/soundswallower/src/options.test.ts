import { expect, it } from 'vitest';
import { soundSwallowerOptions } from './options.ts';
import { soundSwallower } from './plugin.ts';

it('uses one thread, and lets the host choose where it runs and how long it stays', () => {
  expect(soundSwallowerOptions.parse({})).toEqual({ threads: 1 });
  expect(soundSwallowerOptions.parse({ isolation: 'thread' }).isolation).toBe('thread');
});

it.each<[object, RegExp]>([
  [{ threads: 0 }, /soundswallower\.threads/],
  [{ threads: 65 }, /soundswallower\.threads/],
  [{ idleMs: 999 }, /soundswallower\.idleMs/],
  [{ idleMs: 1000.5 }, /soundswallower\.idleMs/],
  [{ isolation: 'none' }, /soundswallower\.isolation/],
  [{ thread: 1 }, /thread/],
])('refuses %j by name', (options, message) => {
  expect(() => soundSwallower(options)).toThrow(
    expect.objectContaining({ code: 'INVALID_CONFIG', message: expect.stringMatching(message) }),
  );
});
