import type { JSX } from 'preact';
import { callAdmin } from '../api/client.ts';
import type { Delivery, DeliveryAttempt } from '../api/wire.ts';
import { formatDuration } from '../state/format.ts';
import { useAction } from '../state/use-action.ts';
import { Moment } from './moment.tsx';
import { Failure } from './notice.tsx';
import { DeliveryBadge } from './status-badge.tsx';

interface DeliveryCardProps {
  readonly delivery: Delivery;
  /** Called with the delivery as it is now. */
  readonly onReplayed: (delivery: Delivery) => void;
}

/** One webhook delivery: every attempt, and a button to send it again. */
export function DeliveryCard({ delivery, onReplayed }: DeliveryCardProps): JSX.Element {
  const { deliveryId, url, state, attempts, nextAttemptAt } = delivery;
  const replay = useAction(async () => {
    const path = `webhooks/${encodeURIComponent(deliveryId)}/replay`;
    onReplayed(await callAdmin<Delivery>(path, { method: 'POST' }));
  });
  return (
    <article class="delivery">
      <div class="delivery-head">
        <DeliveryBadge state={state} />
        <span class="mono breaks">{url}</span>
        <button type="button" class="button" aria-disabled={replay.isBusy} onClick={() => replay.run()}>
          {replay.isBusy ? 'Sending…' : 'Send again'}
        </button>
      </div>
      <Failure error={replay.error} />
      <ol class="attempts">
        {attempts.map((attempt, at) => (
          <li key={attempt.at + String(at)}>
            <Moment at={attempt.at} style="precise" />
            <span class={attempt.problem === null ? 'good' : 'bad'}>{outcomeOf(attempt)}</span>
            <span class="muted">{formatDuration(attempt.durationMs)}</span>
          </li>
        ))}
        {attempts.length === 0 ? <li class="muted">Not sent yet.</li> : null}
      </ol>
      {nextAttemptAt === null ? null : (
        <p class="muted small">
          Next attempt: <Moment at={nextAttemptAt} style="relative" />
        </p>
      )}
    </article>
  );
}

function outcomeOf({ status, problem }: DeliveryAttempt): string {
  const answer = status === null ? 'No answer' : `Answered ${status}`;
  return problem === null ? answer : `${answer}: ${problem}`;
}
