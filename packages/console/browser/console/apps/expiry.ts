import { dateField } from '../../state/format.ts';

export const PERIODS_DAYS = [7, 30, 60, 90] as const;
const DAY_MS = 86_400_000;

/** The chosen expiry: a period in days, a date, or none. */
export type Expiry =
  | { readonly kind: 'period'; readonly days: (typeof PERIODS_DAYS)[number] }
  | { readonly kind: 'permanent' }
  /** `date` in the form of a date field, `YYYY-MM-DD`, in the browser's time zone. */
  | { readonly kind: 'custom'; readonly date: string };

/** When the token expires; `null`: never; `undefined`: no date was chosen. */
export function endOf(expiry: Expiry, nowMs: number): Date | null | undefined {
  switch (expiry.kind) {
    case 'permanent':
      return null;
    case 'period':
      return new Date(nowMs + expiry.days * DAY_MS);
    case 'custom': {
      // The end of that day in the browser's time zone, so that a token that expires today is valid until midnight.
      const end = new Date(`${expiry.date}T23:59:59.999`);
      return Number.isNaN(end.getTime()) ? undefined : end;
    }
  }
}

/** The expiry as the API expects it. */
export function expiryBody(expiry: Expiry, nowMs: number): { expires: string } | { expiresAt: string } {
  if (expiry.kind === 'permanent') return { expires: 'permanent' };
  if (expiry.kind === 'period') return { expires: `${expiry.days}d` };
  return { expiresAt: endOf(expiry, nowMs)?.toISOString() ?? '' };
}

export const today = (): string => dateField(new Date());
