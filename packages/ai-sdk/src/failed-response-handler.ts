import { createJsonErrorResponseHandler } from '@ai-sdk/provider-utils';
import { z } from 'zod/v4';

const errorBody = z.object({
  error: z.object({ message: z.string(), code: z.string().nullish(), type: z.string().nullish() }),
});

const RETRYABLE_STATUSES = new Set([408, 429, 500, 502, 503, 504]);

/** Converts a refusal to an `APICallError`. Its headers include the server's `Retry-After`, which the SDK obeys. */
export const failedResponseHandler = createJsonErrorResponseHandler({
  errorSchema: errorBody,
  errorToMessage: ({ error }) => error.message,
  // Too many calls and an empty balance are both 429, but only the former is worth a retry.
  isRetryable: ({ status }, body) =>
    RETRYABLE_STATUSES.has(status) && body?.error.code !== 'insufficient_quota',
});
