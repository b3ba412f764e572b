import { SpeechError, type SpeechErrorCode } from '@parlance/core/errors';
import type { StreamedForm } from './pack-form.ts';

/** The server no longer listens at its address, so nothing was sent. */
export class ServerGone extends SpeechError {}

/** Address and token of a running server's admin API. */
export interface AdminAddress {
  readonly url: string;
  readonly adminToken: string;
}

interface AdminCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: object | undefined;
  /** Replaces the body. */
  readonly form?: StreamedForm;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Calls the admin API of a running server.
 *
 * @throws SpeechError the same codes as work on the data folder itself; {@link ServerGone}
 */
export async function callAdmin<Answer>({ url, adminToken }: AdminAddress, call: AdminCall): Promise<Answer> {
  const { method, path, body, form, signal } = call;
  let response: Response;
  try {
    response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${adminToken}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(form !== undefined && { 'content-type': form.contentType }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(form !== undefined && { body: form.body, duplex: 'half' }),
      ...(signal !== undefined && { signal }),
    });
  } catch (cause) {
    if (signal?.aborted) throw SpeechError.aborted(signal);
    throw unreachable(url, cause);
  }
  const hasNone = response.status === 204;
  const answer: unknown = hasNone ? null : await response.json().catch(() => undefined);
  if (response.ok && answer !== undefined) return answer as Answer;
  throw refused(response.status, answer as Refusal | undefined);
}

interface Refusal {
  readonly error?: { readonly code?: string; readonly message?: string };
}

function unreachable(url: string, cause: unknown): SpeechError {
  const reason =
    cause instanceof Error ? (cause.cause as NodeJS.ErrnoException | undefined)?.code : undefined;
  const message = `The server that owns this data folder does not answer at ${url}; restart it, and try again.`;
  return reason === 'ECONNREFUSED'
    ? new ServerGone('STORAGE_FAILED', message, {}, { cause })
    : new SpeechError('STORAGE_FAILED', message, {}, { cause });
}

/** Error codes by HTTP status of the admin API, so that a command fails in the same way with and without a server. */
const CODES: Readonly<Record<number, SpeechErrorCode>> = {
  400: 'INVALID_INPUT',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'IDEMPOTENCY_CONFLICT',
  429: 'REQUEST_RATE_EXCEEDED',
  503: 'SHUTTING_DOWN',
};

function refused(status: number, answer: Refusal | undefined): SpeechError {
  const message = answer?.error?.message ?? `The server answered with the status ${status}.`;
  const isPackConflict = answer?.error?.code === 'VOICE_PACK_CONFLICT';
  const code = isPackConflict ? 'VOICE_PACK_CONFLICT' : (CODES[status] ?? 'STORAGE_FAILED');
  return new SpeechError(code, message, { status });
}
