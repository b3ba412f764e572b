import { ApiError, errorOf, fetchFrom, ROOT } from '../api/client.ts';

/** The app that the page calls as. */
export interface Credentials {
  readonly appId: string;
  readonly token: string;
}

/** A call of the service, which the page sends and shows as code. */
export interface ServiceCall {
  /** Relative to the service's root, without a leading slash. */
  readonly path: string;
  /** Whether the endpoint needs an `App-Id` in addition to the token. */
  readonly needsAppId: boolean;
  readonly json: Readonly<Record<string, unknown>>;
}

/** @throws ApiError */
export async function getJson<Answer>(credentials: Credentials, path: string): Promise<Answer> {
  const response = await fetchFrom(path, { headers: headersOf(credentials, false) });
  if (!response.ok) throw await errorOf(response);
  return (await response.json()) as Answer;
}

/** @returns the answer as soon as its headers have arrived. @throws ApiError */
export async function send(
  credentials: Credentials,
  { path, needsAppId, json }: ServiceCall,
  signal: AbortSignal,
): Promise<Response> {
  const response = await fetchFrom(path, {
    method: 'POST',
    headers: { ...headersOf(credentials, needsAppId), 'content-type': 'application/json' },
    body: JSON.stringify(json),
    signal,
  });
  if (!response.ok) throw await errorOf(response);
  return response;
}

export interface UploadOptions {
  readonly signal: AbortSignal;
  /** Called with the uploaded share of the file, 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** Sends a form with XMLHttpRequest, since `fetch` does not report upload progress. @throws ApiError */
export function upload<Answer>(
  credentials: Credentials,
  path: string,
  form: FormData,
  { signal, onProgress }: UploadOptions,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', new URL(path, ROOT));
    for (const [name, value] of Object.entries(headersOf(credentials, false)))
      request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onerror = () => reject(new ApiError(0, 'NO_ANSWER', 'The server does not answer.'));
    request.onabort = () => reject(signal.reason);
    request.onload = () => {
      const { status, responseText } = request;
      if (status === 200) return resolve(JSON.parse(responseText) as Answer);
      const retryAfter = request.getResponseHeader('retry-after');
      const headers = retryAfter === null ? {} : { 'retry-after': retryAfter };
      return errorOf(new Response(responseText, { status, headers })).then(reject);
    };
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

function headersOf({ appId, token }: Credentials, needsAppId: boolean): Record<string, string> {
  return { authorization: `Bearer ${token}`, ...(needsAppId ? { 'app-id': appId } : {}) };
}
