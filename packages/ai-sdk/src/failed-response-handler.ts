import { createJsonErrorResponseHandler } from '@ai-sdk/provider-utils';
import { z } from 'zod/v4';

const errorBody = z.object({
  error: z.object({ message: z.string(), code: z.string().nullish(), type: z.string().nullish() }),
});

const RETRYABLE_STATUSES = new Set([408, 429, 500, 502, 503, 504]);

/** Makes an `APICallError` of a refusal. The server's `Retry-After` is among its headers, and the SDK obeys it. */
export const failedResponseHandler = createJsonErrorResponseHandler({
  errorSchema: errorBody,
  errorToMessage: ({ error }) => error.message,
  // Too many calls and an empty account are both 429: only the first passes by itself.
  isRetryable: ({ status }, body) =>
    RETRYABLE_STATUSES.has(status) && body?.error.code !== 'insufficient_quota',
});
