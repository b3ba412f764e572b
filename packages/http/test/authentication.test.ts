import { describe, expect, it } from 'vitest';
import { CREDENTIALS, TOKEN } from './support/fake-service.ts';
import { startServer } from './support/test-server.ts';

const ENDPOINTS = [
  ['POST', '/v1/tts'],
  ['GET', '/v1/tts/requests/none'],
  ['POST', '/v1/stt'],
  ['GET', '/v1/stt/transcripts/none'],
  ['GET', '/api/public/v1/voices'],
] as const;

const { authorization, 'app-id': appId } = CREDENTIALS;

const STRANGERS: [string, Record<string, string>][] = [
  ['nothing', {}],
  ['no token', { 'app-id': appId }],
  ['no App ID', { authorization }],
  ['an empty App ID', { authorization, 'app-id': '' }],
  ['another app', { authorization, 'app-id': 'app-2' }],
  ['another token', { authorization: 'Bearer x.y.z', 'app-id': appId }],
  ['an empty token', { authorization: 'Bearer ', 'app-id': appId }],
  ['no scheme', { authorization: TOKEN, 'app-id': appId }],
  ['another scheme', { authorization: `Basic ${TOKEN}`, 'app-id': appId }],
  ['two tokens', { authorization: `${authorization}, ${authorization}`, 'app-id': appId }],
];

describe.each(ENDPOINTS)('%s %s', (method, path) => {
  it.each(STRANGERS)('refuses %s with the same text', async (_what, credentials) => {
    const { url } = await startServer();
    const init =
      method === 'GET'
        ? { headers: credentials }
        : path === '/v1/tts'
          ? { method, headers: { ...credentials, 'content-type': 'application/json' }, body: '{}' }
          : {
              method,
              headers: { ...credentials, 'content-type': 'multipart/form-data; boundary=x' },
              body: '--x--\r\n',
            };
    const response = await fetch(url + path, init);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(response.headers.get('x-request-id')).toBeTruthy();
    const { error } = (await response.json()) as { error: unknown };
    expect(error).toEqual({
      code: 'UNAUTHORIZED',
      message:
        'The access token or the app ID is missing, invalid or expired. Send "Authorization: Bearer <token>" and "App-Id: <app ID>".',
    });
  });
});

describe('credentials', () => {
  it.each([
    [{ authorization: `bearer ${TOKEN}`, 'APP-ID': appId }, {}],
    [{ authorization }, { app_id: appId }],
    [{ authorization }, { appId }],
    [{ authorization, 'app-id': appId }, { app_id: 'app-2' }],
  ])('are accepted as %o with the body %o', async (headers, body) => {
    const { url } = await startServer();
    const response = await fetch(`${url}/v1/tts`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' } as Record<string, string>,
      body: JSON.stringify({ text: 'a', mode: 'sync', voiceCode: 'v', ...body }),
    });
    expect(response.status).toBe(200);
    await response.arrayBuffer();
  });
});
