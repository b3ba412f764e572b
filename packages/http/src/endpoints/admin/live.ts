import { z } from 'zod';
import { defineEndpoint } from '../../kit/endpoint/define-endpoint.ts';
import { json } from '../../kit/endpoint/json-answer.ts';
import { named } from '../../kit/named-schema.ts';
import { OPERATOR } from './operator.ts';

const percentiles = z.strictObject({ p50: z.number().nullable(), p95: z.number().nullable() });
const liveState = named(
  'LiveState',
  z.strictObject({
    queue: z.strictObject({ jobs: z.record(z.string(), z.int()) }),
    workers: z.array(
      z.strictObject({
        engine: z.string(),
        busy: z.int(),
        size: z.int(),
        loadState: z.enum(['unloaded', 'loading', 'loading-more', 'loaded']).nullable().meta({
          description:
            'Whether its model is loaded. An engine that is not the default loads for its first call. loading-more: some of its workers serve while others load. null: unknown.',
        }),
        problem: z
          .string()
          .nullable()
          .meta({ description: 'Why it cannot serve calls now; null while it can.' }),
      }),
    ),
    sessions: z.strictObject({ open: z.int() }),
    live: z.strictObject({ syntheses: z.int() }),
    latency: z.strictObject({ firstAudioMs: percentiles, finalMs: percentiles }),
  }),
);

export const getLiveState = defineEndpoint({
  ...OPERATOR,
  method: 'GET',
  url: '/admin/v1/live',
  operationId: 'getLiveState',
  summary: 'The current activity',
  answers: { 200: json('Queue, workers, sessions, latency.', liveState) },
  faults: ['STORAGE_FAILED'],
  handler: ({ service: { admin } }) => admin && (async () => admin.getLiveState()),
});
