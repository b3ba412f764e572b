import { z } from 'zod';
import { defineEndpoint } from '../../kit/endpoint/define-endpoint.ts';
import { json } from '../../kit/endpoint/json-answer.ts';
import { named } from '../../kit/named-schema.ts';
import { OPERATOR } from './operator.ts';

const keyIds = named(
  'KeyIds',
  z.strictObject({ keyIds: z.array(z.string()).meta({ description: 'The new key first.' }) }),
);

export const rotateKeys = defineEndpoint({
  ...OPERATOR,
  method: 'POST',
  url: '/admin/v1/keys/rotate',
  operationId: 'rotateKeys',
  summary: 'Sign tokens with a new key; tokens of the old keys stay valid',
  answers: { 200: json('The keys.', keyIds) },
  faults: ['FORBIDDEN', 'STORAGE_FAILED'],
  handler: ({ service: { admin } }) =>
    admin && (async ({ caller }) => ({ keyIds: await admin.rotateKeys(caller) })),
});
