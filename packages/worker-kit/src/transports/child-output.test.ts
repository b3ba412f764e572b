import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { ChildOutput } from './child-output.ts';

const longLine = (sign: string): string => `${sign.repeat(200)}-${sign.repeat(400)}`;

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

it('keeps the beginnings of long lines, the end of one that is still written, and twenty in all', async () => {
  expect(await tailOf([`${longLine('a')}\n${longLine('b')}`], 2)).toBe(
    `${longLine('a').slice(0, 300)}\n${'b'.repeat(300)}`,
  );
  const lines = Array.from({ length: 25 }, (_, number) => String(number));
  expect(await tailOf([`${lines.join('\n')}\n`], 25)).toBe(lines.slice(5).join('\n'));
});

it('is empty without any output, of a stream or of none', async () => {
  expect(await tailOf([], 3)).toBe('');
  const output = new ChildOutput();
  output.follow(null);
  expect(output.tail(3)).toBe('');
});

it('does not keep the process alive for a pipe, nor fail when it breaks', () => {
  const unref = vi.fn<() => void>();
  const pipe = Object.assign(new Readable({ read: () => undefined }), { unref });
  new ChildOutput().follow(pipe);
  expect(unref).toHaveBeenCalledOnce();
  expect(() => pipe.emit('error', new Error('EPIPE'))).not.toThrow();
});

it('stays small however much is written', async () => {
  const flood = Array.from({ length: 1000 }, () => `${'x'.repeat(5000)}\n`);
  expect((await tailOf(flood, 1000)).length).toBeLessThanOrEqual(20 * 301);
});
