/** Address of the service's root: the scripts are in its `assets/`, whatever prefix an application mounted it under. */
export const ROOT = new URL('..', import.meta.url);

/** A failed call: the service's error, or the reason why there was no answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 if there was no answer. */
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

/** Fired on `window` when a call shows that the session has ended. */
export const SIGNED_OUT = 'parlance-signed-out';

export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  /** The server does the same thing only once under the same key. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

/** Calls the admin API with the current session. @throws ApiError */
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
  // A wrong password is reported next to its field.
  if (error.status === 401 && path !== 'session') window.dispatchEvent(new Event(SIGNED_OUT));
  throw error;
}

/** Fetches from the service. @throws ApiError if there is no answer */
export async function fetchFrom(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(new URL(path, ROOT), init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, 'NO_ANSWER', 'The server does not answer.');
  }
}

/** Reads the error in an answer. */
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

/** `?a=1&b=2` of the parameters that have a value. */
export function queryOf(parameters: Readonly<Record<string, string | number | undefined>>): string {
  const entries = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
}
