import { expect, it } from 'vitest';
import { type EspeakNgOptions, readOptions } from './options.ts';

it('takes one thread that stays five minutes, and leaves it to the host where it lives', () => {
  expect(readOptions({})).toEqual({ threads: 1, idleMs: 300_000 });
  expect(readOptions({ isolation: 'thread' }).isolation).toBe('thread');
});

it.each<[object, RegExp]>([
  [{ threads: 0 }, /espeakNg\.threads/],
  [{ threads: 65 }, /espeakNg\.threads/],
  [{ idleMs: 999 }, /espeakNg\.idleMs/],
  [{ idleMs: 1000.5 }, /espeakNg\.idleMs/],
  [{ isolation: 'none' }, /espeakNg\.isolation/],
  [{ thread: 1 }, /thread/],
])('refuses %j by name', (options, message) => {
  expect(() => readOptions(options as EspeakNgOptions)).toThrow(
    expect.objectContaining({ code: 'INVALID_CONFIG', message: expect.stringMatching(message) }),
  );
});
