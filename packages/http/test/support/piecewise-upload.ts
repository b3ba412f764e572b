import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { MULTIPART } from './forms.ts';

/** Sends a form piece by piece and lets the test see the answer as soon as it comes. */
export function upload(url: string, headers: Record<string, string> = {}) {
  const request = httpRequest(`${url}/v1/stt`, { method: 'POST', headers: { ...MULTIPART, ...headers } });
  request.on('error', () => undefined);
  const answered = once(request, 'response');
  return {
    async write(piece: string | Uint8Array): Promise<void> {
      if (!request.write(piece)) await Promise.race([once(request, 'drain'), answered]);
    },
    end: () => request.end(),
    destroy: () => request.destroy(),
    async answer() {
      const [response] = await answered;
      const pieces: Buffer[] = [];
      for await (const piece of response) pieces.push(piece);
      const text = Buffer.concat(pieces).toString();
      return { status: response.statusCode as number, headers: response.headers, body: JSON.parse(text) };
    },
  };
}
