import { dateField } from '../../state/format.ts';

export const PERIODS_DAYS = [7, 30, 60, 90] as const;
const DAY_MS = 86_400_000;

/** What a person chose: a period in days, a day, or no end. */
export type Expiry =
  | { readonly kind: 'period'; readonly days: (typeof PERIODS_DAYS)[number] }
  | { readonly kind: 'permanent' }
  /** `date` as a date field has it: `YYYY-MM-DD`, of the reader's time zone. */
  | { readonly kind: 'custom'; readonly date: string };

/** The moment at which the token ends; `null`: never; `undefined`: no day was chosen. */
export function endOf(expiry: Expiry, nowMs: number): Date | null | undefined {
  switch (expiry.kind) {
    case 'permanent':
      return null;
    case 'period':
      return new Date(nowMs + expiry.days * DAY_MS);
    case 'custom': {
      // With the end of that day where the reader is: today is a choice, and good until midnight.
      const end = new Date(`${expiry.date}T23:59:59.999`);
      return Number.isNaN(end.getTime()) ? undefined : end;
    }
  }
}

/** What the API is asked for. */
export function expiryBody(expiry: Expiry, nowMs: number): { expires: string } | { expiresAt: string } {
  if (expiry.kind === 'permanent') return { expires: 'permanent' };
  if (expiry.kind === 'period') return { expires: `${expiry.days}d` };
  return { expiresAt: endOf(expiry, nowMs)?.toISOString() ?? '' };
}

export const today = (): string => dateField(new Date());
