import type { WebhookAttempt, WebhookDelivery } from '../requests/egress/webhook-delivery.ts';
import { type NextWebhookAttempt, nextAttempt, type WebhookOutcome } from './retry-schedule.ts';

/** What a delivery becomes by one more attempt. */
export type DeliveryStep = Pick<WebhookDelivery, 'state' | 'attempts' | 'nextAttemptAt' | 'endedAt'>;

export interface AnsweredAttempt {
  readonly attempt: WebhookAttempt;
  readonly outcome: WebhookOutcome;
  /** Epoch milliseconds. */
  readonly nowMs: number;
  /** From 0 up to, not including, 1. */
  readonly random: number;
  /** Waits between attempts, in milliseconds; absent: the usual ones. */
  readonly delaysMs?: readonly number[] | undefined;
}

/** Moves a delivery on by an attempt that was made. Since it was sent again by hand its schedule starts again. */
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

/** The delivery after nothing was sent, because its receiver has enough under way: due later, and no attempt poorer. */
export function putOff({ state, attempts, endedAt }: WebhookDelivery, untilMs: number): DeliveryStep {
  return { state, attempts, endedAt, nextAttemptAt: new Date(untilMs).toISOString() };
}

/** The delivery as it is when it is sent again by hand: due now, with every attempt of the schedule before it. */
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
