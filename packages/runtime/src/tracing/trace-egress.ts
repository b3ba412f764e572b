import type { Tracer } from '@parlance/core/platform';
import type { Egress } from '@parlance/core/requests';
import { inSpan } from './in-span.ts';

/** Wraps an egress so that each webhook attempt is a span, which is propagated to the receiver. */
export function traceEgress(egress: Egress, tracer: Tracer): Egress {
  return {
    check: (url, field) => egress.check(url, field),
    deliver: (message, signal) =>
      inSpan(tracer, 'webhook', {
        kind: 'client',
        attributes: { 'http.request.method': 'POST', 'parlance.delivery.id': message.deliveryId },
        work: async (span) => {
          const answer = await egress.deliver({ ...message, traceparent: span.traceparent }, signal);
          if (answer.status !== null) span.set({ 'http.response.status_code': answer.status });
          return answer;
        },
      }),
    fetchRecording: (url, options) => egress.fetchRecording(url, options),
    close: () => egress.close(),
  };
}
