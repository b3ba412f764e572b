import type { JSX } from 'preact';

const WIDTH = 120;
const HEIGHT = 28;

interface SparklineProps {
  /** Oldest first. */
  readonly values: readonly number[];
}

/** A trend without scales next to its number; hidden from screen readers. */
export function Sparkline({ values }: SparklineProps): JSX.Element {
  const top = Math.max(1, ...values);
  const gaps = Math.max(1, values.length - 1);
  const points = values.map((value, at) => {
    const x = (at / gaps) * WIDTH;
    const y = HEIGHT - 2 - (value / top) * (HEIGHT - 4);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg
      class="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <polyline points={points.join(' ')} />
    </svg>
  );
}
