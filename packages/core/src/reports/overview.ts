import { SpeechError } from '../errors/speech-error.ts';
import type { Clock } from '../platform/clock.ts';
import type { RejectedCalls, Tally } from '../storage/admin-records.ts';
import type { Records } from '../storage/record-store.ts';
import {
  type ReportQuery,
  type ReportStatus,
  SYNTHESIS_STATE_OF,
  TRANSCRIPT_STATES_OF,
} from './list-requests.ts';

export interface RequestCounts {
  readonly synthesis: Readonly<Record<ReportStatus, number>>;
  readonly transcription: Readonly<Record<ReportStatus, number>>;
}

export interface Overview extends RequestCounts {
  /** The same over time: a point for each hour or day of the period, including empty ones, with its start. */
  readonly series: readonly (RequestCounts & { readonly at: string })[];
  /** Calls of all apps that were refused in the period, by whole hours; the most frequent reason first. */
  readonly rejected: readonly Omit<RejectedCalls, 'at'>[];
}

export interface OverviewQuery extends ReportQuery {
  /** In UTC. Absent: hours if the period is no longer than two days, otherwise days. */
  readonly interval?: 'hour' | 'day' | undefined;
}

const REQUEST_TYPES = ['synthesis', 'transcription'] as const;
const HOUR_MS = 3_600_000;
const STEP_MS = { hour: HOUR_MS, day: 24 * HOUR_MS } as const;
/** For longer periods a chart by hours is unreadable. */
const HOURS_UP_TO_MS = 48 * HOUR_MS;
/** Three months of hours, or years of days. */
const MAX_POINTS = 2500;

/**
 * How many requests of each group were created in the period, and the same over time.
 *
 * @throws SpeechError `INVALID_INPUT` for a period with too many intervals
 */
export async function overview(
  records: Pick<Records, 'tallies' | 'rejections'>,
  clock: Pick<Clock, 'now'>,
  query: OverviewQuery,
): Promise<Overview> {
  const interval = query.interval ?? intervalFor(query, clock.now());
  const stepMs = STEP_MS[interval];
  const tallies = await records.tallies.sum({ ...query, interval, types: REQUEST_TYPES });
  const byStart = Map.groupBy(tallies, ({ at }) => Date.parse(at ?? ''));
  const firstMs = query.from === undefined ? Math.min(...byStart.keys()) : Date.parse(query.from);
  const endMs = query.to === undefined ? clock.now() + 1 : Date.parse(query.to);
  const rejected = await records.rejections.sum({
    ...query,
    ...(query.from !== undefined && {
      from: new Date(Math.floor(Date.parse(query.from) / HOUR_MS) * HOUR_MS).toISOString(),
    }),
  });
  const points = pointsOf({ firstMs: Math.floor(firstMs / stepMs) * stepMs, endMs, stepMs }, interval);
  return {
    ...countsOf(tallies),
    series: points.map((atMs) => ({
      at: new Date(atMs).toISOString(),
      ...countsOf(byStart.get(atMs) ?? []),
    })),
    rejected,
  };
}

function intervalFor({ from, to }: OverviewQuery, nowMs: number): 'hour' | 'day' {
  if (from === undefined) return 'day';
  const endMs = to === undefined ? nowMs : Date.parse(to);
  return endMs - Date.parse(from) <= HOURS_UP_TO_MS ? 'hour' : 'day';
}

function pointsOf(
  { firstMs, endMs, stepMs }: { firstMs: number; endMs: number; stepMs: number },
  interval: string,
): readonly number[] {
  // Without any request there is no first one.
  if (!Number.isFinite(firstMs)) return [];
  const count = Math.max(0, Math.ceil((endMs - firstMs) / stepMs));
  if (count > MAX_POINTS) {
    throw new SpeechError(
      'INVALID_INPUT',
      `The time has ${count} intervals of one ${interval}; the limit is ${MAX_POINTS}. Ask for less time, or for days.`,
      { field: 'interval' },
    );
  }
  return Array.from({ length: count }, (_, index) => firstMs + index * stepMs);
}

function countsOf(tallies: readonly Tally[]): RequestCounts {
  const count = (wanted: Tally['type'], states: readonly string[]): number =>
    tallies
      .filter(({ type, status }) => type === wanted && status !== null && states.includes(status))
      .reduce((sum, { amount }) => sum + Number(amount), 0);
  return {
    synthesis: grouped((status) => count('synthesis', [SYNTHESIS_STATE_OF[status]])),
    transcription: grouped((status) => count('transcription', TRANSCRIPT_STATES_OF[status])),
  };
}

function grouped(count: (status: ReportStatus) => number): Readonly<Record<ReportStatus, number>> {
  return { processing: count('processing'), success: count('success'), failed: count('failed') };
}
