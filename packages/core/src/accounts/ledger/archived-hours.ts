import { SpeechError } from '../../errors/speech-error.ts';

const HOUR_MS = 3_600_000;

/**
 * If a period begins or ends within an hour, the rows of that hour must still be in the ledger: archived rows are only summed by whole hours.
 *
 * @param isArchived whether rows of a period have left the ledger; ISO 8601, `from` inclusive, `to` exclusive
 * @throws SpeechError `INVALID_INPUT`
 */
export async function requireHoursInLedger(
  time: { readonly from?: string | undefined; readonly to?: string | undefined },
  isArchived: (hour: { readonly from: string; readonly to: string }) => Promise<boolean>,
): Promise<void> {
  for (const field of ['from', 'to'] as const) {
    const edgeMs = Date.parse(time[field] ?? '');
    if (Number.isNaN(edgeMs) || edgeMs % HOUR_MS === 0) continue;
    const hourMs = Math.floor(edgeMs / HOUR_MS) * HOUR_MS;
    const [from, to] = [hourMs, hourMs + HOUR_MS].map((ms) => new Date(ms).toISOString());
    if (from !== undefined && to !== undefined && (await isArchived({ from, to })))
      throw new SpeechError(
        'INVALID_INPUT',
        `${field} lies within an hour of which the ledger's rows are archived; ask for whole hours, such as ${from}.`,
        { field },
      );
  }
}
