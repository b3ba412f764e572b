import { dateField } from '../../state/format.ts';

export const RANGES = [
  ['24h', '24 hours'],
  ['7d', '7 days'],
  ['30d', '30 days'],
  ['custom', 'Custom'],
] as const;
export type RangeName = (typeof RANGES)[number][0];

export interface TimeRange {
  readonly name: RangeName;
  /** ISO 8601; `from` is inclusive, `to` is exclusive. */
  readonly from: string;
  readonly to: string;
  readonly interval: 'hour' | 'day';
}

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const DAYS = { '24h': 1, '7d': 7, '30d': 30 } as const;
/** The longest range whose hours are distinguishable on a chart. */
const HOURLY_DAYS = 3;

/** The range in an address: `?range=7d`, or `?range=custom&from=2026-11-01&to=2026-11-20` with whole local days. */
export function rangeOf(query: URLSearchParams, nowMs: number): TimeRange {
  const name = RANGES.find(([known]) => known === query.get('range'))?.[0] ?? '7d';
  if (name !== 'custom') return lastDays(name, nowMs);
  const from = startOfDay(query.get('from')) ?? new Date(nowMs - DAYS['7d'] * DAY_MS);
  const last = startOfDay(query.get('to')) ?? new Date(nowMs);
  const to = new Date(last.getFullYear(), last.getMonth(), last.getDate() + 1);
  const isShort = to.getTime() - from.getTime() <= HOURLY_DAYS * DAY_MS;
  return { name, from: from.toISOString(), to: to.toISOString(), interval: isShort ? 'hour' : 'day' };
}

/** Ends with the current hour or day, so that a reload requests the same range. */
function lastDays(name: keyof typeof DAYS, nowMs: number): TimeRange {
  const interval = name === '24h' ? 'hour' : 'day';
  const spanMs = interval === 'hour' ? HOUR_MS : DAY_MS;
  const endMs = (Math.floor(nowMs / spanMs) + 1) * spanMs;
  return {
    name,
    interval,
    from: new Date(endMs - DAYS[name] * DAY_MS).toISOString(),
    to: new Date(endMs).toISOString(),
  };
}

function startOfDay(field: string | null): Date | undefined {
  const date = new Date(`${field ?? ''}T00:00:00`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** The first and the last day of a range, for date fields. */
export function daysOf({ from, to }: TimeRange): { readonly first: string; readonly last: string } {
  return { first: dateField(new Date(from)), last: dateField(new Date(Date.parse(to) - 1)) };
}
