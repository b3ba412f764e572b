import { overviewQueryInput } from '@parlance/core/reports';
import { z } from 'zod';
import { time } from '../../answers/times.ts';
import { defineEndpoint } from '../../kit/endpoint/define-endpoint.ts';
import { json } from '../../kit/endpoint/json-answer.ts';
import { named } from '../../kit/named-schema.ts';
import { OPERATOR } from './operator.ts';

const counts = z.strictObject({ processing: z.int(), success: z.int(), failed: z.int() });
const sorts = { synthesis: counts, transcription: counts };
const overview = named(
  'Overview',
  z.strictObject({
    ...sorts,
    series: z
      .array(z.strictObject({ at: time, ...sorts }))
      .meta({ description: 'A point for each hour or day, by its start.' }),
    rejected: z.array(z.strictObject({ status: z.int(), code: z.string(), count: z.int() })).meta({
      description: 'Calls of all apps that were refused, by whole hours; the most frequent reason first.',
    }),
  }),
);

export const getOverview = defineEndpoint({
  ...OPERATOR,
  method: 'GET',
  url: '/admin/v1/overview',
  operationId: 'getOverview',
  summary: 'How many requests of each status',
  query: overviewQueryInput,
  answers: { 200: json('The counts.', overview) },
  faults: ['INVALID_INPUT', 'STORAGE_FAILED'],
  handler:
    ({ service }) =>
    async ({ query }) =>
      service.overview(query),
});
