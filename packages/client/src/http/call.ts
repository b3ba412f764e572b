import { ParlanceError } from '../parlance-error.ts';

/** The server and the credentials. */
export interface Connection {
  /** Without a slash at its end. */
  readonly url: string;
  readonly appId: string;
  readonly token: string;
  readonly fetch: typeof fetch;
}

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** A repeat of the same request within 24 hours gets the first answer and is not performed again. */
  readonly idempotencyKey?: string | undefined;
}

export interface Call extends RequestOptions {
  readonly method?: 'GET' | 'POST';
  readonly json?: unknown;
  readonly form?: FormData;
}

/** Temporary statuses. */
const RETRYABLE = new Set([408, 429, 502, 503, 504]);
const MS_IN_SECOND = 1000;

/**
 * Sends one request.
 *
 * @returns the answer, with its body unread
 * @throws ParlanceError for any status other than 2xx, and `NETWORK` if there was no answer; the reason of an abort unchanged
 */
export async function call(connection: Connection, path: string, request: Call = {}): Promise<Response> {
  const headers = new Headers({ authorization: `Bearer ${connection.token}`, 'app-id': connection.appId });
  if (request.json !== undefined) headers.set('content-type', 'application/json');
  if (request.idempotencyKey !== undefined) headers.set('idempotency-key', request.idempotencyKey);
  const body = request.form ?? (request.json === undefined ? null : JSON.stringify(request.json));
  let answer: Response;
  try {
    answer = await connection.fetch(connection.url + path, {
      method: request.method ?? 'GET',
      headers,
      body,
      signal: request.signal ?? null,
    });
  } catch (cause) {
    request.signal?.throwIfAborted();
    throw new ParlanceError(
      `${connection.url} does not answer.`,
      { code: 'NETWORK', retryable: true },
      { cause },
    );
  }
  if (answer.ok) return answer;
  const text = await answer.text().catch(() => '');
  request.signal?.throwIfAborted();
  throw refusal(answer, text);
}

/** @param text the answer's body; empty if the connection was lost meanwhile */
function refusal({ status, headers }: Response, text: string): ParlanceError {
  const { code = 'PROTOCOL', message = `The server answered ${status}.` } = errorOf(text);
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN);
  return new ParlanceError(message, {
    code,
    status,
    retryable: RETRYABLE.has(status),
    retryAfterMs: Number.isNaN(retryAfter) ? undefined : retryAfter * MS_IN_SECOND,
    requestId: headers.get('x-request-id') ?? undefined,
  });
}

/** Reads the error of an answer, which may come from a proxy and have any form. */
function errorOf(text: string): { readonly code?: string; readonly message?: string } {
  try {
    const body: { error?: { code?: string; message?: string } } | null = JSON.parse(text);
    return body?.error ?? {};
  } catch {
    return {};
  }
}

/**
 * Sends one request, and reads its answer, which is JSON.
 *
 * @throws ParlanceError as `call` does, `NETWORK` also if the connection was lost in the middle of the answer, and `PROTOCOL` for another
 * answer; the reason of an abort unchanged
 */
export async function callJson<Body>(connection: Connection, path: string, request: Call): Promise<Body> {
  const answer = await call(connection, path, request);
  let text: string;
  try {
    text = await answer.text();
  } catch (cause) {
    request.signal?.throwIfAborted();
    throw new ParlanceError(
      `The connection to ${connection.url} was lost.`,
      { code: 'NETWORK', retryable: true },
      { cause },
    );
  }
  try {
    return JSON.parse(text) as Body;
  } catch (cause) {
    throw new ParlanceError(
      'The answer is not JSON.',
      { code: 'PROTOCOL', status: answer.status, retryable: false },
      { cause },
    );
  }
}
