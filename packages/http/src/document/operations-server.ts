import { readinessQuery } from '../routes/probes.ts';
import { ADMIN_FAMILY } from './error-families.ts';
import { json } from './members.ts';
import type { Operation } from './operation.ts';

const open = { tag: 'Server', access: 'none', errors: ADMIN_FAMILY, method: 'GET', faults: [] } as const;

export const SERVER_OPERATIONS: readonly Operation[] = [
  {
    ...open,
    url: '/healthz',
    operationId: 'getHealth',
    summary: 'Whether the process lives',
    answers: { 200: json('It does.', 'Health') },
  },
  {
    ...open,
    url: '/readyz',
    operationId: 'getReadiness',
    summary: 'Whether models are loaded, the default engines can serve and storage answers',
    description:
      '`live` asks about calls that are answered at once, which need no audio storage; `batch` about work that waits in the queue. ' +
      'Without it the whole is meant, but for the audio storage of a process that answers callers and keeps audio in a bucket.',
    query: readinessQuery,
    answers: { 200: json('Ready for work.', 'Readiness'), 503: json('Not ready.', 'Readiness') },
    faults: ['INVALID_INPUT'],
  },
  {
    ...open,
    url: '/metrics',
    operationId: 'getMetrics',
    summary: 'Counts and gauges for Prometheus',
    answers: { 200: { description: 'The text format of Prometheus.', mediaTypes: ['text/plain'] } },
  },
  {
    ...open,
    url: '/openapi.json',
    operationId: 'getOpenApi',
    summary: 'This document, of the endpoints that the server has',
    answers: { 200: { description: 'OpenAPI 3.1.', mediaTypes: ['application/json'] } },
  },
  {
    ...open,
    url: '/asyncapi.json',
    operationId: 'getAsyncApi',
    summary: 'The messages of live recognition',
    answers: { 200: { description: 'AsyncAPI 3.', mediaTypes: ['application/json'] } },
  },
];
