import { expect, it } from 'vitest';
import { fliteOptions } from './options.ts';
import { flite } from './plugin.ts';

it('lets the host choose where its threads run, and how many there are', () => {
  expect(fliteOptions.parse({})).toEqual({});
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
