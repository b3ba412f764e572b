import type { Egress, WebhookAnswer } from '../requests/egress/egress.ts';
import type { WebhookAttempt, WebhookDelivery } from '../requests/egress/webhook-delivery.ts';
import type { JobContext } from '../requests/jobs/job-queue.ts';
import { MAX_JOB_STARTS, poisonOf } from '../requests/jobs/job-retries.ts';
import type { DatedRecords } from '../storage/record-keeping.ts';
import { putOff, stepDelivery } from './delivery-progress.ts';
import { isAccepted } from './retry-schedule.ts';
import { signingSecrets } from './webhook-secrets.ts';

/** What sending webhooks needs. */
export interface WebhookSender extends DatedRecords {
  readonly egress: Pick<Egress, 'deliver'>;
  /** Creates a link to an object of the audio store, valid from now on. */
  readonly linkTo: (objectName: string) => Promise<string>;
  /** @returns a random number in [0, 1) */
  readonly chance: () => number;
  /** Waits between attempts, in milliseconds; absent: the defaults. */
  readonly retryDelaysMs?: readonly number[] | undefined;
}

/** A job may start slightly early if clocks differ between machines; if it is earlier than this, it waits for the rest of the time. */
const EARLY_MS = 1000;

/**
 * Makes one attempt of a delivery and plans the next. The receiver may get an attempt twice, with the same `webhook-id`, if
 * the worker is killed before it has stored the answer, but no attempt is lost.
 *
 * @throws SpeechError `ABORTED` or a storage code; then the attempt is made again
 */
export async function deliverWebhook(
  sender: WebhookSender,
  deliveryId: string,
  context: JobContext,
): Promise<void> {
  const { records, clock } = sender;
  const delivery = await records.deliveries.get(deliveryId);
  if (delivery === undefined || delivery.state !== 'pending') return;
  const { nextAttemptAt } = delivery;
  const earlyByMs = nextAttemptAt === null ? 0 : Date.parse(nextAttemptAt) - clock.now();
  if (earlyByMs > EARLY_MS) {
    // By the clock of the queue it may be due already: added for the same time, it would come back at once, again and again.
    await records.jobs.add('webhook-delivery', deliveryId, { turn: delivery.appId, startInMs: earlyByMs });
    return;
  }
  const atMs = clock.now();
  const answer = await attemptDelivery(sender, delivery, { ...context, atMs });
  await writeDown(sender, delivery, { answer, atMs });
}

async function attemptDelivery(
  { records, egress, linkTo }: WebhookSender,
  { deliveryId, appId, url, body, audioObjectName }: WebhookDelivery,
  { starts, signal, atMs }: JobContext & { readonly atMs: number },
): Promise<WebhookAnswer> {
  if (poisonOf(starts, { forgivenStarts: 0 }))
    return noAnswer(`The attempt was begun ${MAX_JOB_STARTS} times and never ended.`);
  const app = await records.apps.get(appId);
  if (app === undefined) return noAnswer('The app is gone, and its secret with it.');
  const link = audioObjectName === null ? {} : { audio_link: await linkTo(audioObjectName) };
  return egress.deliver(
    { url, deliveryId, atMs, body: JSON.stringify({ ...body, ...link }), secrets: signingSecrets(app, atMs) },
    signal,
  );
}

const noAnswer = (problem: string): WebhookAnswer => ({
  durationMs: 0,
  status: null,
  retryAfterMs: null,
  problem,
});

/** Stores the attempt, and the job of the next one, in one transaction. */
async function writeDown(
  { records, clock, chance, retryDelaysMs: delaysMs }: WebhookSender,
  sent: WebhookDelivery,
  { answer, atMs }: { readonly answer: WebhookAnswer; readonly atMs: number },
): Promise<void> {
  const random = chance();
  const nowMs = clock.now();
  await records.transact(async (tables) => {
    const delivery = await tables.deliveries.getForUpdate(sent.deliveryId);
    // Another worker has made the same attempt, or the delivery was sent again manually meanwhile, which has its own job.
    if (delivery?.state !== 'pending' || !isSameRound(delivery, sent)) return;
    const step =
      answer.deferMs === undefined
        ? stepDelivery(delivery, {
            attempt: attemptOf(answer, atMs),
            outcome: answer,
            nowMs,
            random,
            delaysMs,
          })
        : putOff(delivery, nowMs + answer.deferMs);
    await tables.deliveries.update(delivery.deliveryId, step);
    if (step.nextAttemptAt !== null)
      await tables.jobs.add('webhook-delivery', delivery.deliveryId, {
        turn: delivery.appId,
        startAfter: step.nextAttemptAt,
      });
  });
}

function isSameRound(now: WebhookDelivery, sent: WebhookDelivery): boolean {
  return (
    now.attempts.length === sent.attempts.length &&
    now.attempts.at(-1)?.replayedAt === sent.attempts.at(-1)?.replayedAt
  );
}

function attemptOf({ status, problem, durationMs }: WebhookAnswer, atMs: number): WebhookAttempt {
  const refused =
    status === null || isAccepted(status) ? null : `The receiver answered with status ${status}.`;
  return { at: new Date(atMs).toISOString(), durationMs, status, problem: problem ?? refused };
}
