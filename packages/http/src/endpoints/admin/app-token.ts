import { rotateTokenInput } from '@parlance/core/administration';
import { z } from 'zod';
import { shortToken } from '../../answers/short-token.ts';
import { maybeTime } from '../../answers/times.ts';
import { sendUnkept } from '../../kit/answers/send-unkept.ts';
import { defineEndpoint } from '../../kit/endpoint/define-endpoint.ts';
import { json } from '../../kit/endpoint/json-answer.ts';
import { markReplay } from '../../kit/idempotency.ts';
import { named } from '../../kit/named-schema.ts';
import { ONE_APP } from './operator.ts';

const rotatedToken = named(
  'RotatedToken',
  z.strictObject({
    appId: z.string(),
    token: z.string(),
    expiresAt: maybeTime,
    oldTokenGoodUntil: maybeTime.meta({ description: 'null: it ended at once.' }),
  }),
);

export const rotateToken = defineEndpoint({
  ...ONE_APP,
  method: 'POST',
  url: '/admin/v1/apps/:appId/token/rotate',
  operationId: 'rotateToken',
  summary: 'A new token in place of one that was lost or leaked',
  description:
    'Without a grace period every older token is refused from now on, in open sessions within 5 s, and so is every client token ' +
    'made from one. The new token ends when the app does. A repeat with the same Idempotency-Key gets the same token.',
  isIdempotent: true,
  body: { schema: rotateTokenInput, example: { graceSeconds: 3600 }, isOptional: true },
  answers: { 200: json('The token, shown in this answer only.', rotatedToken) },
  faults: ['INVALID_INPUT', 'NOT_FOUND', 'IDEMPOTENCY_CONFLICT', 'REQUEST_RATE_EXCEEDED', 'STORAGE_FAILED'],
  handler:
    ({ service }) =>
    async ({ params, body, caller, idempotency, reply }) => {
      const options = { ...body, idempotency: idempotency(), by: caller };
      const { isReplay, ...rotated } = await service.rotateToken(params.appId, options);
      markReplay(reply, isReplay);
      return sendUnkept(reply, rotated);
    },
});

export const issueTryToken = defineEndpoint({
  ...ONE_APP,
  method: 'POST',
  url: '/admin/v1/apps/:appId/try-token',
  operationId: 'issueTryToken',
  summary: 'A token of the app for a quarter of an hour',
  answers: { 200: json('The token.', shortToken) },
  faults: ['INVALID_INPUT', 'NOT_FOUND', 'STORAGE_FAILED'],
  handler: ({ service: { admin } }) =>
    admin &&
    (async ({ params, caller, reply }) => sendUnkept(reply, await admin.issueTryToken(params.appId, caller))),
});
