import { usableCores } from '@parlance/worker-kit';
import { expect, it } from 'vitest';
import { fliteOptions } from './options.ts';
import { flite } from './plugin.ts';

it('gives each core a thread, and leaves it to the host where they live', () => {
  expect(fliteOptions.parse({})).toEqual({ threads: usableCores() });
  expect(fliteOptions.parse({ isolation: 'thread' }).isolation).toBe('thread');
});

it.each<[object, RegExp]>([
  [{ threads: 0 }, /flite\.threads/],
  [{ threads: 1.5 }, /flite\.threads/],
  [{ threads: 65 }, /flite\.threads/],
  [{ isolation: 'none' }, /flite\.isolation/],
  [{ thread: 1 }, /thread/],
])('refuses %j by name', (options, message) => {
  expect(() => flite(options)).toThrow(
    expect.objectContaining({ code: 'INVALID_CONFIG', message: expect.stringMatching(message) }),
  );
});
