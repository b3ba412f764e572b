import type { SpeechService } from '@parlance/core/service';
import { fakeService } from './fake-service.ts';
import { startServer } from './test-server.ts';

export const ADMIN_TOKEN = 'admin-token';
export const ADMIN = { authorization: `Bearer ${ADMIN_TOKEN}` };

/** A server with an admin API, and calls of it by the admin. */
export async function startAdmin(script: Partial<SpeechService> = {}) {
  const { url } = await startServer({ service: fakeService(script), adminToken: ADMIN_TOKEN });
  const get = (path: string) => fetch(`${url}/admin/v1${path}`, { headers: ADMIN });
  const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}/admin/v1${path}`, {
      method: 'POST',
      headers: {
        ...ADMIN,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return { url, get, post };
}
