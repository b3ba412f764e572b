import { type Readiness, SERVICE_CAPABILITIES } from '@parlance/core/service';
import { z } from 'zod';
import { ADMIN_FAMILY } from '../errors/error-families.ts';
import { defineEndpoint } from '../kit/endpoint/define-endpoint.ts';
import { json } from '../kit/endpoint/json-answer.ts';
import { named } from '../kit/named-schema.ts';
import { EVERYBODY } from './access.ts';

const health = named('Health', z.strictObject({ status: z.literal('ok') }));
const readiness = named(
  'Readiness',
  z.strictObject({
    status: z.enum(['ready', 'not ready']),
    problems: z
      .array(z.string())
      .meta({ description: 'One line for each part that is not ready, with a fix.' }),
  }),
);

/** Endpoints for machines, which are answered even while the server drains. */
const probe = {
  method: 'GET',
  tag: 'Server',
  access: EVERYBODY,
  errors: ADMIN_FAMILY,
  config: { isProbe: true },
  faults: [],
} as const;

/** Whether the process is alive. */
export const getHealth = defineEndpoint({
  ...probe,
  url: '/healthz',
  operationId: 'getHealth',
  summary: 'Whether the process is alive',
  answers: { 200: json('It does.', health) },
  handler: () => async () => ({ status: 'ok' }),
});

/** Whether it may get work. */
export const getReadiness = defineEndpoint({
  ...probe,
  url: '/readyz',
  operationId: 'getReadiness',
  summary: 'Whether models are loaded, the default engines can serve and storage answers',
  description:
    '`live` asks about calls that are answered at once, which need no audio storage; `batch` about work that waits in the queue. ' +
    'Without it everything is checked, except the audio storage of a process that answers callers and keeps audio in a bucket.',
  query: z.object({
    capability: z.enum(SERVICE_CAPABILITIES, `must be one of ${SERVICE_CAPABILITIES.join(', ')}`).optional(),
  }),
  answers: { 200: json('Ready for work.', readiness), 503: json('Not ready.', readiness) },
  faults: ['INVALID_INPUT'],
  handler:
    ({ live, service }) =>
    async ({ query, reply }) => {
      const { isReady, problems } = live.isLeaving
        ? notReady('The server is shutting down.')
        : await service.readiness(query.capability).then((found) =>
            // A problem of an engine or of storage is more specific than this.
            found.isReady && live.isStarting ? notReady('The server is starting.') : found,
          );
      return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready', problems });
    },
});

const notReady = (problem: string): Readiness => ({ isReady: false, problems: [problem] });

/** What it has done. */
export const getMetrics = defineEndpoint({
  ...probe,
  url: '/metrics',
  operationId: 'getMetrics',
  summary: 'Counts and gauges for Prometheus',
  answers: { 200: { description: 'The text format of Prometheus.', mediaTypes: ['text/plain'] } },
  handler:
    ({ metrics }) =>
    async ({ reply }) =>
      reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
});
