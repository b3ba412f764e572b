import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseRange } from './byte-range.ts';

describe('a Range of an object of 10 bytes', () => {
  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-9', 0, 9],
    ['bytes=3-5', 3, 5],
    ['bytes=9-', 9, 9],
    ['bytes=0-', 0, 9],
    ['bytes=4-99', 4, 9],
    ['bytes=-1', 9, 9],
    ['bytes=-10', 0, 9],
    ['bytes=-99', 0, 9],
    ['BYTES=1-2', 1, 2],
    ['bytes= 1-2 ', 1, 2],
    ['bytes=0-99999999999999999999999', 0, 9],
  ])('%s is the part %i to %i', (header, start, end) => {
    expect(chooseRange(header, 10)).toEqual({ type: 'part', start, end });
  });

  it.each(['bytes=10-', 'bytes=10-12', 'bytes=99999999999999999999-', 'bytes=-0'])(
    '%s has no byte of it',
    (header) => {
      expect(chooseRange(header, 10)).toEqual({ type: 'none' });
    },
  );

  it.each([
    undefined,
    '',
    'bytes=',
    'bytes=-',
    'bytes=a-b',
    'bytes=5-3',
    'bytes=1-2,4-5',
    'bytes=0-,',
    'lines=1-2',
    'bytes 1-2',
    'bytes=1.5-2',
    'bytes=--1',
  ])('%s is ignored', (header) => {
    expect(chooseRange(header, 10)).toEqual({ type: 'whole' });
  });

  it('never leaves the object, whatever the header', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.tuple(fc.nat(), fc.nat()).map(([a, b]) => `bytes=${a}-${b}`),
        ),
        fc.nat(1000),
        (header, bytes) => {
          const choice = chooseRange(header, bytes);
          if (choice.type !== 'part') return;
          expect(choice.start).toBeGreaterThanOrEqual(0);
          expect(choice.end).toBeGreaterThanOrEqual(choice.start);
          expect(choice.end).toBeLessThan(bytes);
        },
      ),
    );
  });

  it('of an empty object is never a part', () => {
    for (const header of ['bytes=0-', 'bytes=-1', 'bytes=0-0']) {
      expect(chooseRange(header, 0)).toEqual({ type: 'none' });
    }
  });
});
