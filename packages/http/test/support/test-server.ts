import { afterEach } from 'vitest';
import type { SpeechServerOptions } from '../../src/server/create-speech-app.ts';
import { createSpeechServer, type SpeechServer } from '../../src/server/create-speech-server.ts';
import { CREDENTIALS, fakeService } from './fake-service.ts';

export interface TestServer {
  readonly server: SpeechServer;
  readonly url: string;
  readonly port: number;
}

const running: SpeechServer[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

/** A real server on a free port, closed after the test. */
export async function startServer(options: Partial<SpeechServerOptions> = {}): Promise<TestServer> {
  const server = await createSpeechServer({ service: fakeService(), ...options });
  running.push(server);
  const { url, port } = await server.listen({ port: 0 });
  return { server, url, port };
}

/** POST of a JSON body by an authenticated caller; a string goes as it is. */
export function postJson(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { ...CREDENTIALS, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

export interface ErrorBody {
  readonly error: { readonly code: string; readonly message: string };
}

export async function errorOf(response: Response): Promise<ErrorBody['error']> {
  return ((await response.json()) as ErrorBody).error;
}
