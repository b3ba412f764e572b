import { addDecimals } from '../accounts/ledger/decimal.ts';
import type { Clock } from '../platform/clock.ts';
import type { TalliedType } from '../storage/admin-records.ts';
import type { Records } from '../storage/record-store.ts';

/** What an app used in a period. Amounts that may be fractions are decimal strings. */
export interface AppUsage {
  readonly syntheses: number;
  readonly transcriptions: number;
  readonly credits: string;
  readonly seconds: string;
}

const HOUR_MS = 3_600_000;
const SPAN_MS = 30 * 24 * HOUR_MS;

/** What an app used in the last 30 days, to the hour. */
export async function getUsage(
  records: Pick<Records, 'tallies'>,
  clock: Pick<Clock, 'now'>,
  appId: string,
): Promise<AppUsage> {
  const fromMs = Math.floor((clock.now() - SPAN_MS) / HOUR_MS) * HOUR_MS;
  const tallies = await records.tallies.sum({ appId, from: new Date(fromMs).toISOString() });
  const sumOf = (wanted: TalliedType): string =>
    tallies.filter(({ type }) => type === wanted).reduce((sum, { amount }) => addDecimals(sum, amount), '0');
  return {
    syntheses: Number(sumOf('synthesis')),
    transcriptions: Number(sumOf('transcription')),
    credits: sumOf('credits'),
    seconds: sumOf('seconds'),
  };
}
