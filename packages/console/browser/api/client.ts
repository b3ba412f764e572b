/** Where the service lies: the scripts are its `assets/…`, whatever prefix an application put it under. */
export const ROOT = new URL('..', import.meta.url);

/** The service's answer to a call that failed, or what kept the call from it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly code: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, code: string, message: string, retryAfterSeconds?: number) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Fired on `window` when a call shows that nobody is signed in any more. */
export const SIGNED_OUT = 'parlance-signed-out';

export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  /** Under the same key the server does the same thing once. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

/** Calls the admin API as who is signed in. @throws ApiError */
export async function callAdmin<Answer>(path: string, options: CallOptions = {}): Promise<Answer> {
  const { method = 'GET', body, idempotencyKey, signal } = options;
  const response = await fetchFrom(`admin/v1/${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
  if (response.ok) return (response.status === 204 ? undefined : await response.json()) as Answer;
  const error = await errorOf(response);
  // A wrong password is told where it was typed.
  if (error.status === 401 && path !== 'session') window.dispatchEvent(new Event(SIGNED_OUT));
  throw error;
}

/** Fetches from the service. @throws ApiError when there is no answer */
export async function fetchFrom(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(new URL(path, ROOT), init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, 'NO_ANSWER', 'The server gives no answer.');
  }
}

/** Reads the error that an endpoint answered. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => undefined)) as
    | { error?: { code?: string; message?: string } }
    | undefined;
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiError(
    response.status,
    body?.error?.code ?? `HTTP_${response.status}`,
    body?.error?.message ?? `The server answered with status ${response.status}.`,
    Number.isFinite(retryAfter) ? retryAfter : undefined,
  );
}

/** `?a=1&b=2` of what has a value. */
export function queryOf(parameters: Readonly<Record<string, string | number | undefined>>): string {
  const entries = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
}
