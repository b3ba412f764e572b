import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SampleHistory } from './sample-history.ts';

const step = fc.oneof(
  fc.record({ do: fc.constant('append' as const), count: fc.integer({ min: 0, max: 3000 }) }),
  // From before what is kept to after all there is.
  fc.record({ do: fc.constant('drop' as const), share: fc.double({ min: -0.2, max: 1.2, noNaN: true }) }),
);

it('keeps what was appended and not dropped, wherever its buffer begins', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const history = new SampleHistory();
      let [start, next] = [0, 0];
      for (const one of steps) {
        if (one.do === 'append') {
          history.append(Float32Array.from({ length: one.count }, () => next++));
        } else {
          const position = Math.round(start + one.share * (next - start));
          history.dropBefore(position);
          start = Math.min(Math.max(position, start), next);
        }
        expect([history.startSamples, history.endSamples]).toEqual([start, next]);
        const all = history.view(start, next);
        expect([all.length, all[0], all.at(-1)]).toEqual(
          start === next ? [0, undefined, undefined] : [next - start, start, next - 1],
        );
        const middle = Math.floor((start + next) / 2);
        expect(history.view(middle, next)[0]).toBe(middle === next ? undefined : middle);
      }
    }),
    { numRuns: 200 },
  );
});

it('takes no more memory than four times what it held at the fullest', () => {
  const history = new SampleHistory();
  for (let second = 0; second < 1000; second += 1) {
    history.append(new Float32Array(16_000));
    history.dropBefore(history.endSamples - 16_000);
  }
  expect(history.view(history.startSamples, history.endSamples).buffer.byteLength).toBeLessThanOrEqual(
    4 * 2 * 16_000 * Float32Array.BYTES_PER_ELEMENT,
  );
});
