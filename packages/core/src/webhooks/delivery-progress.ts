import type { WebhookAttempt, WebhookDelivery } from '../requests/egress/webhook-delivery.ts';
import { type NextWebhookAttempt, nextAttempt, type WebhookOutcome } from './retry-schedule.ts';

/** The changes of a delivery by one more attempt. */
export type DeliveryStep = Pick<WebhookDelivery, 'state' | 'attempts' | 'nextAttemptAt' | 'endedAt'>;

export interface AnsweredAttempt {
  readonly attempt: WebhookAttempt;
  readonly outcome: WebhookOutcome;
  /** Epoch milliseconds. */
  readonly nowMs: number;
  /** A random number in [0, 1). */
  readonly random: number;
  /** Waits between attempts, in milliseconds; absent: the defaults. */
  readonly delaysMs?: readonly number[] | undefined;
}

/** The delivery after an attempt. If it was sent again manually, the schedule counts from then. */
export function stepDelivery(
  delivery: WebhookDelivery,
  { attempt, outcome, nowMs, random, delaysMs }: AnsweredAttempt,
): DeliveryStep {
  const attempts = [...delivery.attempts, attempt];
  const replay = delivery.attempts.findLastIndex(({ replayedAt }) => replayedAt !== undefined);
  const begunAt = delivery.attempts[replay]?.replayedAt ?? delivery.createdAt;
  const progress = { attempts: attempts.length - (replay + 1), elapsedMs: nowMs - Date.parse(begunAt) };
  return { attempts, ...endOf(nextAttempt(progress, outcome, random, delaysMs), nowMs) };
}

function endOf(next: NextWebhookAttempt, nowMs: number): Omit<DeliveryStep, 'attempts'> {
  const now = new Date(nowMs).toISOString();
  switch (next.kind) {
    case 'delivered':
      return { state: 'delivered', nextAttemptAt: null, endedAt: now };
    case 'dead':
      return { state: 'dead', nextAttemptAt: null, endedAt: now };
    case 'retry':
      return { state: 'pending', nextAttemptAt: new Date(nowMs + next.afterMs).toISOString(), endedAt: null };
  }
}

/** The delivery after nothing was sent, because its receiver had too many deliveries in progress: due later, without a counted attempt. */
export function putOff({ state, attempts, endedAt }: WebhookDelivery, untilMs: number): DeliveryStep {
  return { state, attempts, endedAt, nextAttemptAt: new Date(untilMs).toISOString() };
}

/** The delivery when it is sent again manually: due now, with all attempts of the schedule ahead. */
export function replayed(delivery: WebhookDelivery, nowIso: string): DeliveryStep {
  const last = delivery.attempts.length - 1;
  return {
    state: 'pending',
    attempts: delivery.attempts.map((attempt, index) =>
      index === last ? { ...attempt, replayedAt: nowIso } : attempt,
    ),
    nextAttemptAt: nowIso,
    endedAt: null,
  };
}
