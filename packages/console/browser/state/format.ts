/** Formats of numbers and times: those of the browser's language, with days in its time zone. */
const count = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const preciseMoment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

const SPANS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

export const formatCount = (value: number | string): string => count.format(Number(value));
export const formatMoment = (iso: string): string => moment.format(new Date(iso));
export const formatPrecise = (iso: string): string => preciseMoment.format(new Date(iso));
export const formatDay = (date: Date | string): string => day.format(new Date(date));

/** "3 hours ago", "in 2 days". */
export function formatRelative(iso: string, nowMs = Date.now()): string {
  const seconds = (Date.parse(iso) - nowMs) / 1000;
  const [unit, size] = SPANS.find(([, span]) => Math.abs(seconds) >= span) ?? ['second', 1];
  return relative.format(Math.round(seconds / size), unit);
}

export function formatDuration(durationMs: number): string {
  if (durationMs < 1000) return `${Math.round(durationMs)} ms`;
  const seconds = durationMs / 1000;
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** The local date as `YYYY-MM-DD`, for date fields. */
export function dateField(date: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** "3.4 MB", with decimal units. */
export function formatBytes(bytes: number): string {
  const units = ['kB', 'MB', 'GB'];
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1000)) / 3) - 1);
  return `${formatCount((bytes / 1000 ** (step + 1)).toFixed(1))} ${units[step]}`;
}
