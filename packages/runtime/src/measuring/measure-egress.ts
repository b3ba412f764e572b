import type { Egress, WebhookAnswer } from '@parlance/core/requests';
import type { Measure } from './measure.ts';

/** Wraps an egress to report each webhook attempt. */
export function measureEgress(egress: Egress, measure: Measure): Egress {
  return {
    check: (url, field) => egress.check(url, field),
    async deliver(message, signal) {
      const answer = await egress.deliver(message, signal);
      measure({ type: 'webhook-attempt', outcome: outcomeOf(answer), durationMs: answer.durationMs });
      return answer;
    },
    fetchRecording: (url, options) => egress.fetchRecording(url, options),
    close: () => egress.close(),
  };
}

function outcomeOf({ status, deferMs }: WebhookAnswer) {
  if (deferMs !== undefined) return 'deferred';
  if (status === null) return 'unanswered';
  return status >= 200 && status <= 299 ? 'delivered' : 'refused';
}
