import type { Bar, ChartSection } from './sections.ts';

const WIDTH_PX = 760;
const LABEL_PX = 190;
const VALUE_PX = 90;
const PLOT_PX = WIDTH_PX - LABEL_PX - VALUE_PX;
const BAR_PX = 16;
const BAR_GAP_PX = 4;
const GROUP_GAP_PX = 14;
const TOP_PX = 78;
const BOTTOM_PX = 34;
/** Told apart by colour-blind readers too (Okabe and Ito). */
export const COLOURS = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#999999'];

/** Draws a chart as a complete SVG file. Values are at least 0. */
export function drawBarChart(chart: ChartSection): string {
  const bars = chart.groups.flatMap((group) => group.bars);
  const guides = chart.guides ?? [];
  const series = [...new Set(bars.map((bar) => bar.series))];
  const top = Math.max(...bars.map((bar) => bar.max), ...guides.map((guide) => guide.at));
  const stepValue = tickStep(top);
  const scaleEnd = Math.max(stepValue, Math.ceil(top / stepValue - 1e-9) * stepValue);
  const x = (value: number): number => round(LABEL_PX + (value / scaleEnd) * PLOT_PX);
  const bodies: string[] = [];
  let y = TOP_PX;
  for (const { title, bars: groupBars } of chart.groups) {
    const heightPx = groupBars.length * (BAR_PX + BAR_GAP_PX) - BAR_GAP_PX;
    bodies.push(
      text(LABEL_PX - 10, y + heightPx / 2 + 4, title, { anchor: 'end' }),
      ...groupBars.flatMap((bar, index) =>
        drawBar(bar, { y: y + index * (BAR_PX + BAR_GAP_PX), x, colour: colourOf(series, bar), chart }),
      ),
    );
    y += heightPx + GROUP_GAP_PX;
  }
  const plotEnd = y;
  const ticks = Array.from({ length: Math.round(scaleEnd / stepValue) + 1 }, (_, index) => index * stepValue);
  const heightPx = plotEnd + BOTTOM_PX;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH_PX} ${heightPx}" width="${WIDTH_PX}" height="${heightPx}" font-family="system-ui, sans-serif" font-size="12" role="img">`,
    `<title>${escaped(chart.title)}</title>`,
    `<rect width="${WIDTH_PX}" height="${heightPx}" fill="#ffffff"/>`,
    text(16, 24, `${chart.title} (${chart.unit})`, { size: 15, weight: 600 }),
    ...drawLegend(series),
    ...ticks.flatMap((tick) => [
      line(x(tick), TOP_PX - 8, x(tick), plotEnd - 6, '#e2e2e2'),
      text(x(tick), plotEnd + 10, format(tick, decimalsOf(stepValue)), {
        anchor: 'middle',
        colour: '#666666',
      }),
    ]),
    ...guides.flatMap(({ at, label }) => [
      line(x(at), TOP_PX - 8, x(at), plotEnd - 6, '#b00020', '4 3'),
      text(x(at) + 4, plotEnd + 26, label, { colour: '#b00020', anchor: 'middle' }),
    ]),
    ...bodies,
    '</svg>',
    '',
  ].join('\n');
}

interface BarPlace {
  readonly y: number;
  readonly x: (value: number) => number;
  readonly colour: string;
  readonly chart: ChartSection;
}

function drawBar(bar: Bar, { y, x, colour, chart }: BarPlace): readonly string[] {
  const middle = y + BAR_PX / 2;
  const widthPx = round(Math.max(1, x(bar.median) - LABEL_PX));
  return [
    `<rect x="${LABEL_PX}" y="${y}" width="${widthPx}" height="${BAR_PX}" fill="${colour}"/>`,
    line(x(bar.min), middle, x(bar.max), middle, '#222222'),
    line(x(bar.min), middle - 4, x(bar.min), middle + 4, '#222222'),
    line(x(bar.max), middle - 4, x(bar.max), middle + 4, '#222222'),
    text(x(bar.max) + 8, middle + 4, format(bar.median, chart.digits ?? 0), { weight: 600, hasRim: true }),
  ];
}

function drawLegend(series: readonly string[]): readonly string[] {
  let leftPx = 16;
  return series.flatMap((name, index) => {
    const left = leftPx;
    leftPx += 34 + name.length * 7;
    return [
      `<rect x="${left}" y="40" width="12" height="12" fill="${COLOURS[index % COLOURS.length]}"/>`,
      text(left + 18, 50, name),
    ];
  });
}

function colourOf(series: readonly string[], bar: Bar): string {
  return COLOURS[series.indexOf(bar.series) % COLOURS.length] as string;
}

/** 1, 2 or 5 times a power of ten, so that four to ten steps reach the greatest value. */
export function tickStep(greatest: number): number {
  if (!(greatest > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(greatest / 4));
  const lead = greatest / 4 / power;
  return power * (lead >= 5 ? 5 : lead >= 2 ? 2 : 1);
}

export interface TextStyle {
  readonly anchor?: 'middle' | 'end';
  readonly size?: number;
  readonly weight?: number;
  readonly colour?: string;
  /** A white rim, so that lines behind don't cross the letters. */
  readonly hasRim?: boolean;
}

export function text(x: number, y: number, content: string, style: TextStyle = {}): string {
  const attributes = [
    style.anchor && ` text-anchor="${style.anchor}"`,
    style.size && ` font-size="${style.size}"`,
    style.weight && ` font-weight="${style.weight}"`,
    style.hasRim && ' stroke="#ffffff" stroke-width="4" paint-order="stroke"',
    ` fill="${style.colour ?? '#222222'}"`,
  ].filter(Boolean);
  return `<text x="${x}" y="${y}"${attributes.join('')}>${escaped(content)}</text>`;
}

export function line(x1: number, y1: number, x2: number, y2: number, colour: string, dashes = ''): string {
  const dashed = dashes && ` stroke-dasharray="${dashes}"`;
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${colour}"${dashed}/>`;
}

function escaped(content: string): string {
  return content.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function format(value: number, digits: number): string {
  return value.toFixed(digits);
}

function decimalsOf(step: number): number {
  return Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
}
