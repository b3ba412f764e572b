import { z } from 'zod';
import { maybeTime } from '../../answers/times.ts';
import { sendUnkept } from '../../kit/answers/send-unkept.ts';
import { defineEndpoint } from '../../kit/endpoint/define-endpoint.ts';
import { json } from '../../kit/endpoint/json-answer.ts';
import { markReplay } from '../../kit/idempotency.ts';
import { named } from '../../kit/named-schema.ts';
import { ONE_APP } from './operator.ts';

const newWebhookSecret = named(
  'NewWebhookSecret',
  z.strictObject({
    appId: z.string(),
    webhookSecret: z.string(),
    oldSecretSignsUntil: maybeTime.meta({
      description: 'Until when the replaced secret also signs.',
    }),
  }),
);

export const rotateWebhookSecret = defineEndpoint({
  ...ONE_APP,
  method: 'POST',
  url: '/admin/v1/apps/:appId/webhook-secret/rotate',
  operationId: 'rotateWebhookSecret',
  summary: 'A new webhook secret; the old one signs beside it for a day',
  description:
    'Secrets that were replaced before sign until the time that was announced then. While five of them do, it is refused. ' +
    'A repeat with the same Idempotency-Key gets the same secret, whatever was rotated since.',
  isIdempotent: true,
  answers: {
    200: json('The secret, which is shown only in this answer and its repeats.', newWebhookSecret),
  },
  faults: ['INVALID_INPUT', 'NOT_FOUND', 'IDEMPOTENCY_CONFLICT', 'REQUEST_RATE_EXCEEDED', 'STORAGE_FAILED'],
  handler:
    ({ service }) =>
    async ({ params, caller, idempotency, reply }) => {
      const options = { idempotency: idempotency(), by: caller };
      const { isReplay, ...rotated } = await service.rotateWebhookSecret(params.appId, options);
      markReplay(reply, isReplay);
      const { appId, webhookSecret, oldSecretSignsUntil } = rotated;
      return sendUnkept(reply, { appId, webhookSecret, oldSecretSignsUntil });
    },
});
