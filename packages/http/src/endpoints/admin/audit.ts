import { auditQueryInput } from '@parlance/core/reports';
import { z } from 'zod';
import { time } from '../../answers/times.ts';
import { defineEndpoint } from '../../kit/endpoint/define-endpoint.ts';
import { json } from '../../kit/endpoint/json-answer.ts';
import { named } from '../../kit/named-schema.ts';
import { OPERATOR } from './operator.ts';

const audit = named(
  'Audit',
  z.strictObject({
    entries: z.array(
      z.strictObject({
        entryId: z.string(),
        createdAt: time,
        actor: z.enum(['token', 'session', 'command-line', 'nobody']),
        sessionId: z.string().nullable(),
        action: z.string(),
        target: z.string().nullable(),
        address: z.string().nullable(),
      }),
    ),
    nextCursor: z.string().nullable(),
  }),
);

export const listActions = defineEndpoint({
  ...OPERATOR,
  method: 'GET',
  url: '/admin/v1/audit',
  operationId: 'listActions',
  summary: 'What operators did, newest first',
  query: auditQueryInput,
  answers: { 200: json('A page.', audit) },
  faults: ['INVALID_INPUT', 'STORAGE_FAILED'],
  handler: ({ service: { admin } }) =>
    admin &&
    (async ({ query }) => {
      const { items, nextCursor } = await admin.listActions(query);
      return { entries: items, nextCursor };
    }),
});
