import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ChildOutput } from './child-output.ts';

async function tailOf(pieces: readonly string[], lines: number): Promise<string> {
  const output = new ChildOutput();
  const stream = Readable.from(pieces, { objectMode: false });
  output.follow(stream);
  await finished(stream);
  return output.tail(lines);
}

it('keeps the last informative lines, however the stream is cut', async () => {
  const text = 'first\n\nsecond line\nthird\n  \nfourth, unended';
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: text.length - 1 }));
  await fc.assert(
    fc.asyncProperty(cuts, async (places) => {
      const ends = [0, ...places.toSorted((a, b) => a - b), text.length];
      const pieces = ends.slice(1).map((end, index) => text.slice(ends[index], end));
      expect(await tailOf(pieces, 3)).toBe('second line\nthird\nfourth, unended');
    }),
    { numRuns: 50 },
  );
});

it('stays small however much is written', async () => {
  const flood = Array.from({ length: 1000 }, () => `${'x'.repeat(5000)}\n`);
  expect((await tailOf(flood, 1000)).length).toBeLessThanOrEqual(20 * 301);
});
