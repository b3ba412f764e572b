import { APIConnectionError, APIError, APIStatusError } from '@livekit/agents';
import { ParlanceError } from '@parlance/client';

/**
 * The framework's error for one of the server: what is `retryable` it tries again, and all others it reports at once. `body` has
 * the server's `code`.
 *
 * @param isRepeatable whether the same call can be made again; false once audio of it was given out
 */
export function toApiError(error: unknown, isRepeatable = true): unknown {
  if (!(error instanceof ParlanceError)) return error;
  const { message, code, stage, status: statusCode, requestId = null } = error;
  const retryable = error.retryable && isRepeatable;
  const body = { code, ...(stage !== undefined && { stage }) };
  if (code === 'NETWORK') return new APIConnectionError({ message, options: { retryable } });
  if (statusCode === undefined) return new APIError(message, { body, retryable });
  return new APIStatusError({ message, options: { statusCode, requestId, body, retryable } });
}
