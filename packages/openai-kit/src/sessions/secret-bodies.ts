import { clientTokenInput } from '@parlance/core/administration';
import { LIMITS } from '@parlance/core/limits';
import { z } from 'zod';
import { betaSessionInput, sessionInput } from './realtime-settings.ts';

const { minLifeSeconds, maxLifeSeconds } = LIMITS.clientToken;
const lifetime = z
  .object({
    anchor: z.literal('created_at', 'must be created_at').optional(),
    seconds: clientTokenInput.shape.expiresInSeconds,
  })
  .prefault({})
  .meta({
    description: `From ${minLifeSeconds} to ${maxLifeSeconds} seconds; fewer if the app's token expires sooner.`,
  });

/** Body of `POST /v1/realtime/client_secrets`. */
export const clientSecretBody = z.object({ expires_after: lifetime, session: sessionInput.optional() });

/** Body of `POST /v1/realtime/transcription_sessions`, which also contains the session. */
export const transcriptionSessionBody = z.intersection(
  betaSessionInput,
  z.object({ client_secret: z.object({ expires_at: lifetime }).prefault({}) }),
);
