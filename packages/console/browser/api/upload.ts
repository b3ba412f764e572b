import { ApiError, errorOf, ROOT, SIGNED_OUT } from './client.ts';

export interface UploadOptions {
  /** Called with the bytes sent so far and the total. */
  readonly onProgress: (sentBytes: number, totalBytes: number) => void;
  readonly signal: AbortSignal;
}

/** Posts a form to the admin API with the current session, and reports the progress, which `fetch` cannot. @throws ApiError */
export async function uploadForm<Answer>(
  path: string,
  form: FormData,
  { onProgress, signal }: UploadOptions,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const request = new XMLHttpRequest();
  request.open('POST', new URL(`admin/v1/${path}`, ROOT));
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded, total));
  request.addEventListener('load', () =>
    resolve(new Response(request.responseText, { status: request.status })),
  );
  request.addEventListener('error', () =>
    reject(new ApiError(0, 'NO_ANSWER', 'The server does not answer.')),
  );
  request.addEventListener('abort', () => reject(new ApiError(0, 'ABORTED', 'The upload was cancelled.')));
  signal.addEventListener('abort', () => request.abort(), { once: true });
  request.send(form);
  const response = await promise;
  if (response.ok) return response.json();
  if (response.status === 401) window.dispatchEvent(new Event(SIGNED_OUT));
  throw await errorOf(response);
}
