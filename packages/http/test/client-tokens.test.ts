import type { Caller, Credentials } from '@parlance/core/accounts';
import { requireAppToken, unauthorized } from '@parlance/core/accounts';
import type { ClientTokenInput } from '@parlance/core/administration';
import type { SpeechService } from '@parlance/core/service';
import { expect, it } from 'vitest';
import { APP, CREDENTIALS, fakeService, TOKEN } from './support/fake-service.ts';
import { form, postForm } from './support/forms.ts';
import { errorOf, postJson, startServer } from './support/test-server.ts';

const CLIENT_TOKEN = 'a.client.token';
const CLIENT = { authorization: `Bearer ${CLIENT_TOKEN}`, 'app-id': APP.appId };
const AUDIO = Uint8Array.of(1, 2, 3);
const CREATED = {
  appId: APP.appId,
  token: CLIENT_TOKEN,
  expiresAt: '2026-11-22T00:10:00.000Z',
  maxUses: null,
};

/** A service that knows one client token beside the app's own, and checks both as the real one does. */
async function start() {
  const asked: (ClientTokenInput & { readonly key?: string | undefined })[] = [];
  const service: Partial<SpeechService> = {
    async authenticate({ token, appId, access = 'app' }: Credentials): Promise<Caller> {
      if (appId !== APP.appId || (token !== TOKEN && token !== CLIENT_TOKEN)) throw unauthorized();
      const clientToken = token === CLIENT_TOKEN ? { clientTokenId: 'client' } : undefined;
      const caller = { ...APP, clientToken };
      if (access === 'app') requireAppToken(caller);
      return caller;
    },
    async createClientToken(input, { idempotency }) {
      asked.push({ ...input, key: idempotency?.key });
      return { ...CREATED, isReplay: idempotency !== undefined };
    },
  };
  const submitted = async (_input: unknown, app: Caller): Promise<never> => {
    requireAppToken(app);
    return expect.unreachable('accepted');
  };
  const { url } = await startServer({
    service: fakeService({ ...service, submitSynthesis: submitted, submitTranscription: submitted }),
  });
  return { url, asked };
}

it("is created with the app's token", async () => {
  const { url, asked } = await start();
  const answer = await postJson(`${url}/v1/client-tokens`, { expiresInSeconds: 60, maxUses: 5 });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await answer.json()).toEqual(CREATED);
  const again = await postJson(`${url}/v1/client-tokens`, {}, { 'idempotency-key': 'one' });
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(asked).toEqual([
    { expiresInSeconds: 60, maxUses: 5, key: undefined },
    { expiresInSeconds: 600, key: 'one' },
  ]);
});

it.each([
  [{ expiresInSeconds: 59 }, 'expiresInSeconds must be a whole number of seconds from 60 to 3600'],
  [{ expiresInSeconds: 3601 }, 'expiresInSeconds must be'],
  [{ maxUses: 0 }, 'maxUses must be a whole number from 1 to 1000000'],
  [{ maxUses: 1.5 }, 'maxUses must be'],
])('is refused for %j', async (body, message) => {
  const { url } = await start();
  const answer = await postJson(`${url}/v1/client-tokens`, body);
  expect(answer.status).toBe(400);
  expect((await errorOf(answer)).message).toContain(message);
});

it('is valid for live speech and the list of voices', async () => {
  const { url } = await start();
  const speech = { mode: 'sync', voiceCode: 'voice-00', text: 'Hello' };
  expect((await postJson(`${url}/v1/tts`, speech, CLIENT)).status).toBe(200);
  const upload = form({ mode: 'sync', audioContent: AUDIO });
  expect((await postForm(url, upload, CLIENT)).status).toBe(200);
  expect((await fetch(`${url}/api/public/v1/voices`, { headers: CLIENT })).status).toBe(200);
});

it('is refused for everything else', async () => {
  const { url } = await start();
  const webhook = 'https://receiver.example/hook';
  const post = (path: string, body: object) => postJson(url + path, body, CLIENT);
  const upload = form({ mode: 'async', webhookUrl: webhook, audioContent: AUDIO });
  const answers = await Promise.all([
    post('/v1/tts', { mode: 'async', voiceCode: 'voice-00', text: 'Hello', webhookUrl: webhook }),
    post('/api/v1/tts', { input_text: 'Hello', voice_code: 'voice-00' }),
    post('/v1/client-tokens', {}),
    postForm(url, upload, CLIENT),
    fetch(`${url}/v1/tts/requests/request1`, { headers: CLIENT }),
    fetch(`${url}/v1/stt/transcripts/transcript1`, { headers: CLIENT }),
  ]);
  for (const answer of answers) {
    expect(answer.status, answer.url).toBe(403);
    expect(await answer.text(), answer.url).toContain('A client token is for live speech only');
  }
  expect((await fetch(`${url}/v1/tts/requests/request1`, { headers: CREDENTIALS })).status).toBe(200);
});
