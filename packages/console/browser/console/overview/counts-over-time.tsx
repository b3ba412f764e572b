import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Counts, SeriesPoint } from '../../api/wire.ts';
import { Section } from '../../parts/page.tsx';
import { Segmented } from '../../parts/segmented.tsx';
import { formatCount } from '../../state/format.ts';
import { loadPart } from '../../state/load-part.ts';
import { THEME_CHANGED } from '../../state/theme.ts';
import type { CountsAt } from './draw-counts.ts';
import type { TimeRange } from './time-range.ts';

const SORTS = [
  ['both', 'Both'],
  ['synthesis', 'Text to speech'],
  ['transcription', 'Speech to text'],
] as const;
type Sort = (typeof SORTS)[number][0];

interface CountsOverTimeProps {
  /** Absent while loading. Spans without requests may be omitted. */
  readonly series: readonly SeriesPoint[] | undefined;
  readonly range: TimeRange;
}

/** The requests of each hour or day as stacked bars, and as a table for assistive technology. */
export function CountsOverTime({ series, range }: CountsOverTimeProps): JSX.Element {
  const [sort, setSort] = useState<Sort>('both');
  const points = fillSpans(series ?? [], range, sort);
  return (
    <Section
      title="Over time"
      lead={range.interval === 'hour' ? 'Each bar is an hour.' : 'Each bar is a day, in UTC.'}
      actions={<Segmented label="Type of request" value={sort} choices={SORTS} onChoose={setSort} />}
    >
      <Chart points={points} interval={range.interval} />
      <details class="as-table">
        <summary>As a table</summary>
        <CountsTable points={points} interval={range.interval} />
      </details>
    </Section>
  );
}

function Chart({
  points,
  interval,
}: {
  readonly points: readonly CountsAt[];
  readonly interval: 'hour' | 'day';
}): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const content = JSON.stringify(points);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    let isGone = false;
    let erase: (() => void) | undefined;
    const draw = async (): Promise<void> => {
      // Loaded only when the chart is drawn.
      const part = await loadPart(() => import('./draw-counts.ts'));
      if (isGone || part === undefined) return;
      erase?.();
      erase = part.drawCounts(element, JSON.parse(content), interval);
    };
    const redraw = (): void => void draw();
    redraw();
    const systemColours = matchMedia('(prefers-color-scheme: dark)');
    const size = new ResizeObserver(redraw);
    size.observe(element);
    systemColours.addEventListener('change', redraw);
    window.addEventListener(THEME_CHANGED, redraw);
    return () => {
      isGone = true;
      erase?.();
      size.disconnect();
      systemColours.removeEventListener('change', redraw);
      window.removeEventListener(THEME_CHANGED, redraw);
    };
  }, [content, interval]);
  const total = points.reduce(
    (sum, { success, processing, failed }) => sum + success + processing + failed,
    0,
  );
  return (
    <figure class="chart">
      <div ref={place} aria-hidden="true" />
      <figcaption class="legend">
        <span class="success">Success</span>
        <span class="processing">Processing</span>
        <span class="failed">Failed</span>
        <span class="unseen">{formatCount(total)} requests in this time.</span>
      </figcaption>
    </figure>
  );
}

function CountsTable({
  points,
  interval,
}: {
  readonly points: readonly CountsAt[];
  readonly interval: 'hour' | 'day';
}): JSX.Element {
  const format = new Intl.DateTimeFormat(
    undefined,
    interval === 'hour'
      ? { dateStyle: 'short', timeStyle: 'short' }
      : { dateStyle: 'medium', timeZone: 'UTC' },
  );
  const busy = points.filter(({ success, processing, failed }) => success + processing + failed > 0);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{interval === 'hour' ? 'Hour' : 'Day'}</th>
          <th scope="col">Success</th>
          <th scope="col">Processing</th>
          <th scope="col">Failed</th>
        </tr>
      </thead>
      <tbody>
        {busy.map((point) => (
          <tr key={point.atSeconds}>
            <td>{format.format(point.atSeconds * 1000)}</td>
            <td>{formatCount(point.success)}</td>
            <td>{formatCount(point.processing)}</td>
            <td>{formatCount(point.failed)}</td>
          </tr>
        ))}
        {busy.length === 0 ? (
          <tr>
            <td colSpan={4}>No requests in this period.</td>
          </tr>
        ) : null}
      </tbody>
    </table>
  );
}

const NONE: Counts = { processing: 0, success: 0, failed: 0 };

/** One point for each span of the range, including empty ones, so that gaps in time are visible. */
function fillSpans(
  series: readonly SeriesPoint[],
  { from, to, interval }: TimeRange,
  sort: Sort,
): CountsAt[] {
  const spanMs = interval === 'hour' ? 3_600_000 : 86_400_000;
  const known = new Map(series.map((point) => [Date.parse(point.at), point]));
  const points: CountsAt[] = [];
  for (let atMs = Math.floor(Date.parse(from) / spanMs) * spanMs; atMs < Date.parse(to); atMs += spanMs) {
    const point = known.get(atMs);
    const synthesis = sort === 'transcription' ? NONE : (point?.synthesis ?? NONE);
    const transcription = sort === 'synthesis' ? NONE : (point?.transcription ?? NONE);
    points.push({
      atSeconds: atMs / 1000,
      processing: synthesis.processing + transcription.processing,
      success: synthesis.success + transcription.success,
      failed: synthesis.failed + transcription.failed,
    });
  }
  return points;
}
