import UPlot from 'uplot';
import type { Counts } from '../../api/wire.ts';

const HEIGHT_PX = 220;
/** Seconds between two labels, large enough that no two labels are equal. */
const LABEL_STEPS = {
  hour: [1, 2, 3, 6, 12, 24].map((hours) => hours * 3600),
  day: [1, 2, 7, 14, 28, 56, 112, 364].map((days) => days * 86_400),
} as const;
const BAR = UPlot.paths.bars?.({ size: [0.72, 40], radius: 0.12 });

export interface CountsAt extends Counts {
  /** Start of the span, in seconds since the epoch. */
  readonly atSeconds: number;
}

/** Draws stacked bars into `element`. @returns removes them */
export function drawCounts(
  element: HTMLElement,
  points: readonly CountsAt[],
  interval: 'hour' | 'day',
): () => void {
  const colour = (name: string): string => colourOf(element, name);
  const success = points.map((point) => point.success);
  const processing = points.map((point, at) => (success[at] ?? 0) + point.processing);
  const failed = points.map((point, at) => (processing[at] ?? 0) + point.failed);
  const bars = (name: string): UPlot.Series => ({
    fill: colour(name),
    stroke: colour(name),
    width: 0,
    points: { show: false },
    ...(BAR === undefined ? {} : { paths: BAR }),
  });
  const axis: UPlot.Axis = {
    stroke: colour('--muted'),
    font: '12px "Inter Variable", system-ui, sans-serif',
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
  };
  const spanSeconds = interval === 'hour' ? 3600 : 86_400;
  const chart = new UPlot(
    {
      width: element.clientWidth,
      height: HEIGHT_PX,
      legend: { show: false },
      cursor: { show: false },
      padding: [8, 20, 0, 0],
      tzDate: (seconds) =>
        interval === 'hour' ? new Date(seconds * 1000) : UPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
      scales: {
        x: { range: (_chart, min, max) => [min - spanSeconds / 2, max + spanSeconds / 2] },
        y: { range: (_chart, _min, max) => [0, Math.max(4, Math.ceil(max * 1.08))] },
      },
      axes: [
        {
          ...axis,
          size: 28,
          grid: { show: false },
          incrs: [...LABEL_STEPS[interval]],
          values: xLabels(interval),
        },
        {
          ...axis,
          size: 46,
          incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000, 100_000],
        },
      ],
      // The highest bars first, so that lower ones are drawn over them.
      series: [{}, bars('--failed'), bars('--processing'), bars('--success')],
    },
    [points.map(({ atSeconds }) => atSeconds), failed, processing, success],
    element,
  );
  return () => chart.destroy();
}

function xLabels(interval: 'hour' | 'day'): UPlot.Axis.DynamicValues {
  const format = new Intl.DateTimeFormat(
    undefined,
    interval === 'hour'
      ? { hour: '2-digit', minute: '2-digit' }
      : { day: 'numeric', month: 'short', timeZone: 'UTC' },
  );
  return (_chart, splits) => splits.map((seconds) => format.format(seconds * 1000));
}

/** A canvas does not support custom properties, so the current colour is read from the computed style. */
function colourOf(element: HTMLElement, property: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${property})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
