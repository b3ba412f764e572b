import { COLOURS, line, text } from './bar-chart.ts';
import type { LinesSection } from './sections.ts';

const WIDTH_PX = 760;
const HEIGHT_PX = 420;
const LEFT_PX = 70;
const RIGHT_PX = 20;
const TOP_PX = 72;
const BOTTOM_PX = 50;
/** Of values: what is less is nothing to wait for. */
const FOOT = 1;

/** Draws a chart as a complete SVG file. */
export function drawLineChart({ title, unit, acrossTitle, series }: LinesSection): string {
  const points = series.flatMap((one) => one.points);
  const [firstPower, lastPower] = powersAround(points.map(({ across }) => across));
  const [, topPower] = powersAround(points.map(({ value }) => Math.max(FOOT, value)));
  const footPower = Math.log10(FOOT);
  const x = (across: number): number =>
    scaled(Math.log10(across), [firstPower, lastPower], [LEFT_PX, WIDTH_PX - RIGHT_PX]);
  const y = (value: number): number =>
    scaled(
      Math.log10(Math.max(FOOT, value)),
      [footPower, Math.max(topPower, footPower + 1)],
      [HEIGHT_PX - BOTTOM_PX, TOP_PX],
    );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH_PX} ${HEIGHT_PX}" width="${WIDTH_PX}" height="${HEIGHT_PX}" font-family="system-ui, sans-serif" font-size="12" role="img">`,
    `<title>${title}</title>`,
    `<rect width="${WIDTH_PX}" height="${HEIGHT_PX}" fill="#ffffff"/>`,
    text(16, 24, `${title} (${unit})`, { size: 15, weight: 600 }),
    ...powersOfTen(firstPower, lastPower).flatMap((across) => [
      line(x(across), TOP_PX, x(across), HEIGHT_PX - BOTTOM_PX, '#e2e2e2'),
      text(x(across), HEIGHT_PX - BOTTOM_PX + 16, String(across), { anchor: 'middle', colour: '#666666' }),
    ]),
    ...powersOfTen(footPower, Math.max(topPower, footPower + 1)).flatMap((value) => [
      line(LEFT_PX, y(value), WIDTH_PX - RIGHT_PX, y(value), '#e2e2e2'),
      text(LEFT_PX - 8, y(value) + 4, String(value), { anchor: 'end', colour: '#666666' }),
    ]),
    text((LEFT_PX + WIDTH_PX - RIGHT_PX) / 2, HEIGHT_PX - 12, acrossTitle, { anchor: 'middle' }),
    ...series.flatMap(({ name, points: own }, index) => {
      const colour = COLOURS[index % COLOURS.length] as string;
      const path = own.map(({ across, value }) => `${x(across)},${y(value)}`).join(' ');
      const legendPx = 16 + index * 100;
      return [
        `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`,
        ...own.map(
          ({ across, value }) => `<circle cx="${x(across)}" cy="${y(value)}" r="3" fill="${colour}"/>`,
        ),
        `<rect x="${legendPx}" y="40" width="12" height="12" fill="${colour}"/>`,
        text(legendPx + 18, 50, name),
      ];
    }),
    '</svg>',
    '',
  ].join('\n');
}

function powersAround(values: readonly number[]): readonly [number, number] {
  return [Math.floor(Math.log10(Math.min(...values))), Math.ceil(Math.log10(Math.max(...values)))];
}

function powersOfTen(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => 10 ** (from + index));
}

function scaled(
  value: number,
  [low, high]: readonly [number, number],
  [from, to]: readonly [number, number],
): number {
  return Math.round((from + ((value - low) / (high - low)) * (to - from)) * 10) / 10;
}
