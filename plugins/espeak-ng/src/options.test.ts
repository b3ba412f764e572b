import { expect, it } from 'vitest';
import { espeakNgOptions } from './options.ts';
import { espeakNg } from './plugin.ts';

it('uses one thread, and lets the host choose where it runs and how long it stays', () => {
  expect(espeakNgOptions.parse({})).toEqual({ threads: 1 });
  expect(espeakNgOptions.parse({ isolation: 'thread' }).isolation).toBe('thread');
});

it.each<[object, RegExp]>([
  [{ threads: 0 }, /espeak-ng\.threads/],
  [{ threads: 65 }, /espeak-ng\.threads/],
  [{ idleMs: 999 }, /espeak-ng\.idleMs/],
  [{ idleMs: 1000.5 }, /espeak-ng\.idleMs/],
  [{ isolation: 'none' }, /espeak-ng\.isolation/],
  [{ thread: 1 }, /thread/],
])('refuses %j by name', (options, message) => {
  expect(() => espeakNg(options)).toThrow(
    expect.objectContaining({ code: 'INVALID_CONFIG', message: expect.stringMatching(message) }),
  );
});
