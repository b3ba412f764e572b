import { signInInput } from '@parlance/core/administration';
import { defineEndpoint } from '../../kit/endpoint/define-endpoint.ts';
import { OPERATOR } from './operator.ts';

export const setPassword = defineEndpoint({
  ...OPERATOR,
  method: 'PUT',
  url: '/admin/v1/password',
  operationId: 'setPassword',
  summary: 'Change the admin password; every session ends',
  body: { schema: signInInput },
  answers: { 204: { description: 'Changed.' } },
  faults: ['INVALID_INPUT', 'FORBIDDEN', 'STORAGE_FAILED'],
  handler: ({ service: { admin } }) =>
    admin &&
    (async ({ body, caller, reply }) => {
      await admin.setPassword(body.password, caller);
      return reply.code(204).send();
    }),
});
