import { clientTokenInput } from '@parlance/core/administration';
import { z } from 'zod';
import { time } from '../answers/times.ts';
import { SPEECH_FAMILY } from '../errors/error-families.ts';
import { sendUnkept } from '../kit/answers/send-unkept.ts';
import { defineEndpoint } from '../kit/endpoint/define-endpoint.ts';
import { json } from '../kit/endpoint/json-answer.ts';
import { markReplay } from '../kit/idempotency.ts';
import { named } from '../kit/named-schema.ts';
import { APP } from './access.ts';

const clientToken = named(
  'ClientToken',
  z.strictObject({
    appId: z.string(),
    token: z.string(),
    expiresAt: time,
    maxUses: z.int().nullable().meta({ description: 'null: any number.' }),
  }),
);

/** Create client token: for live speech only, valid for minutes, for use in a browser. */
export const createClientToken = defineEndpoint({
  method: 'POST',
  url: '/v1/client-tokens',
  operationId: 'createClientToken',
  tag: 'Tokens',
  summary: 'Create a short-lived token for a browser',
  description:
    'For live speech only: `sync` synthesis and transcription, live recognition, the list of voices and the OpenAI endpoints. It ' +
    'ends with its time, and with the token that it was made from. Every call or connection counts as a use.',
  access: APP,
  isIdempotent: true,
  body: { schema: clientTokenInput, example: { expiresInSeconds: 600, maxUses: 20 } },
  answers: { 200: json('The token, shown in this answer only.', clientToken) },
  errors: SPEECH_FAMILY,
  faults: ['INVALID_INPUT', 'IDEMPOTENCY_CONFLICT', 'STORAGE_FAILED'],
  handler:
    ({ service }) =>
    async ({ caller, body, idempotency, reply }) => {
      const created = await service.createClientToken(body, { caller, idempotency: idempotency() });
      const { appId, token, expiresAt, maxUses, isReplay } = created;
      markReplay(reply, isReplay);
      return sendUnkept(reply, { appId, token, expiresAt, maxUses });
    },
});
