import { expect, it } from 'vitest';
import { drawBarChart, tickStep } from './bar-chart.ts';

const chart = {
  kind: 'chart',
  name: 'first-byte',
  title: 'First byte <warm> & wav',
  unit: 'ms',
  groups: [
    {
      title: '12 characters',
      bars: [
        { series: 'a', median: 50, min: 40, max: 100 },
        { series: 'b', median: 25, min: 25, max: 25 },
      ],
    },
  ],
} as const;

it('draws bars in proportion to their medians', () => {
  const widths = [...drawBarChart(chart).matchAll(/width="([\d.]+)" height="16"/g)].map(([, width]) =>
    Number(width),
  );
  expect(widths).toEqual([240, 120]);
});

it('escapes what has a meaning in XML', () => {
  expect(drawBarChart(chart)).toContain('First byte &lt;warm&gt; &amp; wav');
});

it('keeps a guide beyond all bars inside the plot', () => {
  const svg = drawBarChart({ ...chart, guides: [{ at: 200, label: 'aim' }] });
  expect(svg).toContain('x1="670" y1="70" x2="670"');
});

it.each([
  [0, 1],
  [1, 0.2],
  [4, 1],
  [7.9, 1],
  [8, 2],
  [897, 200],
  [2500, 500],
])('divides a scale to %d by %d', (greatest, step) => {
  expect(tickStep(greatest)).toBeCloseTo(step, 9);
});
