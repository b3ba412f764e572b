import { clientTokenInput } from '@parlance/core/administration';
import { z } from 'zod';
import { SPEECH_FAMILY } from './error-families.ts';
import { BODY_APP_ID, json } from './members.ts';
import type { Operation } from './operation.ts';

/** What apps do about their own access. */
export const ACCOUNT_OPERATIONS: readonly Operation[] = [
  {
    method: 'POST',
    url: '/v1/client-tokens',
    operationId: 'createClientToken',
    tag: 'Tokens',
    summary: 'Create a short-lived token for a browser',
    description:
      'For live speech only: `sync` synthesis and transcription, live recognition, the list of voices and the OpenAI endpoints. It ' +
      'ends with its time, and with the token that it was made from. Every call or connection counts as a use.',
    access: 'app',
    isIdempotent: true,
    body: {
      mediaType: 'application/json',
      schema: z.object({ ...clientTokenInput.shape, ...BODY_APP_ID }),
      example: { expiresInSeconds: 600, maxUses: 20 },
    },
    answers: { 200: json('The token, shown in this answer only.', 'ClientToken') },
    errors: SPEECH_FAMILY,
    faults: ['INVALID_INPUT', 'IDEMPOTENCY_CONFLICT', 'STORAGE_FAILED'],
  },
];
