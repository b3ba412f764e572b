import { APIConnectionError, APIError, APIStatusError } from '@livekit/agents';
import { ParlanceError } from '@parlance/client';

/**
 * Converts an error of the server to the framework's error. The framework retries it if it is `retryable`, else reports it at once. `body`
 * has the server's `code`.
 *
 * @param isRepeatable whether the same call can be repeated; false once some of its audio was passed on
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
