import { z } from 'zod';
import { pageLimit } from '../input/page-limit.ts';
import { LIMITS } from '../limits/limits.ts';
import type { WebhookDeliveryState } from '../requests/egress/webhook-delivery.ts';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;
const timeMessage = 'must be a date YYYY-MM-DD or an ISO 8601 time with its offset';

/** The range of days in which a database can compute the next day, which reports need for the end of an interval. */
const FIRST_DAY = '0001-01-01';
const LAST_DAY = '9999-12-30';
const daysMessage = `must lie between ${FIRST_DAY} and ${LAST_DAY}`;

function isTold(text: string): boolean {
  const atMs = Date.parse(text);
  return atMs >= Date.parse(FIRST_DAY) && atMs < Date.parse(LAST_DAY) + DAY_MS;
}

/** A time, or a date: its beginning, or at the end of a range its end, so that the day is included. Parsed to ISO 8601 UTC. */
const moment = (edge: 'from' | 'to') =>
  z
    .union([z.iso.date(timeMessage), z.iso.datetime({ offset: true, error: timeMessage })], timeMessage)
    .refine(isTold, daysMessage)
    .transform((text) => {
      const daysMs = edge === 'to' && DATE.test(text) ? DAY_MS : 0;
      return new Date(Date.parse(text) + daysMs).toISOString();
    })
    .optional();

const text = z.string('must be a string').min(1, 'must not be empty').optional();

const REPORT_STATUSES = ['processing', 'success', 'failed'] as const;
const DELIVERY_STATES = ['pending', 'delivered', 'dead'] as const satisfies readonly WebhookDeliveryState[];

/** The filters that every report has. */
const reportQueryInput = z.object({ from: moment('from'), to: moment('to'), appId: text });

export const overviewQueryInput = reportQueryInput.extend({
  interval: z.enum(['hour', 'day'], 'must be hour or day').optional(),
});

/** Query of an export of a ledger. */
export const ledgerQueryInput = z.object({
  from: moment('from'),
  to: moment('to'),
  format: z.enum(['csv', 'json'], 'must be csv or json').default('json'),
});

/** Query of the log of admin actions. */
export const auditQueryInput = z.object({ limit: pageLimit(LIMITS.reports), cursor: text });

/** Query of the list of requests. */
export const requestQueryInput = reportQueryInput.extend({
  status: z.enum(REPORT_STATUSES, `must be one of ${REPORT_STATUSES.join(', ')}`).optional(),
  limit: pageLimit(LIMITS.reports),
  cursor: text,
});

/** Query of the list of webhook deliveries. */
export const deliveryQueryInput = z.object({
  appId: text,
  state: z.enum(DELIVERY_STATES, `must be one of ${DELIVERY_STATES.join(', ')}`).optional(),
  limit: pageLimit(LIMITS.reports),
  cursor: text,
});
export type DeliveryQuery = z.output<typeof deliveryQueryInput>;
