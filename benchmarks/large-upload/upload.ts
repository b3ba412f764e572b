import { once } from 'node:events';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Caller } from '../service/caller.ts';

export interface UploadAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** Of the recording, written to the socket when the answer came. */
  readonly sentBytes: number;
}

const BOUNDARY = 'parlance-benchmark-boundary';
const HEAD = [
  `--${BOUNDARY}`,
  'Content-Disposition: form-data; name="mode"',
  '',
  'async',
  `--${BOUNDARY}`,
  'Content-Disposition: form-data; name="audioContent"; filename="long.wav"',
  'Content-Type: audio/wav',
  '',
  '',
].join('\r\n');

/** Sends a recording without telling its length; stops when it is answered. */
export async function upload(
  { url, headers }: Caller,
  recording: Iterable<Uint8Array>,
): Promise<UploadAnswer> {
  const sent = request(`${url}/v1/stt`, {
    method: 'POST',
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  });
  const { promise, resolve, reject } = Promise.withResolvers<UploadAnswer>();
  let sentBytes = 0;
  let isAnswered = false;
  sent.on('response', (response) => {
    isAnswered = true;
    const status = response.statusCode ?? 0;
    json(response).then((body) => resolve({ status, body: body as UploadAnswer['body'], sentBytes }), reject);
  });
  // A refusal may close the connection under the pieces that are still on their way: the answer counts.
  sent.on('error', (error) => {
    if (!isAnswered) reject(error);
  });
  sent.write(HEAD);
  for (const piece of recording) {
    if (isAnswered || sent.destroyed) break;
    sentBytes += piece.byteLength;
    if (!sent.write(piece))
      await Promise.race([once(sent, 'drain'), once(sent, 'response'), once(sent, 'close')]);
  }
  if (!isAnswered && !sent.destroyed) sent.end(`\r\n--${BOUNDARY}--\r\n`);
  const answer = await promise;
  sent.destroy();
  return answer;
}
