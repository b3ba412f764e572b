import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import { CREDENTIALS, fakeService, pieces, synthesisOf } from './support/fake-service.ts';
import { openRaw, rawRequest } from './support/raw-client.ts';
import { errorOf, postJson, startServer } from './support/test-server.ts';

const BODY = { text: 'Hello', mode: 'sync', voiceCode: 'v' };

/** A server with one synthesis in the middle of its audio. */
async function startBusy() {
  const go = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<void>();
  const service = fakeService({
    synthesizeLive: async (_input, _app, options) => {
      options?.signal?.addEventListener('abort', () => {
        aborted.resolve();
        go.resolve();
      });
      return synthesisOf(
        (async function* () {
          yield* pieces('first ');
          await go.promise;
          yield* pieces('last');
        })(),
      );
    },
  });
  const started = await startServer({ service });
  const answer = await postJson(`${started.url}/v1/tts`, BODY);
  return { ...started, go, aborted, answer };
}

describe('drain', () => {
  it('refuses new work with 503 and Connection: close, while the live request ends', async () => {
    const { server, url, go, answer } = await startBusy();
    const drained = server.drain(20_000);
    for (const [path, code] of [
      ['/v1/tts', 'INTERNAL_SERVER_ERROR'],
      ['/v1/stt', 'PROVIDER_UNAVAILABLE'],
    ] as const) {
      const refused = await postJson(url + path, BODY);
      expect(refused.status).toBe(503);
      expect(refused.headers.get('connection')).toBe('close');
      expect(refused.headers.get('retry-after')).toBe('5');
      expect((await errorOf(refused)).code).toBe(code);
    }
    const ready = await fetch(`${url}/readyz`);
    expect(ready.headers.get('connection')).toBe('close');
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: 'not ready', problems: ['The server is shutting down.'] },
    ]);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    go.resolve();
    expect(await answer.text()).toBe('first last');
    await drained;
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });

  it('refuses new work with 503 and Connection: close for as long as a session on its port continues', async () => {
    const { server, url } = await startServer({ service: fakeService({}) });
    const session = Promise.withResolvers<void>();
    const drained = server.drain(20_000, session.promise);
    const refused = await postJson(`${url}/v1/tts`, BODY);
    expect([refused.status, refused.headers.get('connection')]).toEqual([503, 'close']);
    // Of a request without a body too, whose connection could be kept.
    const asked = await fetch(`${url}/v1/voices`, { headers: CREDENTIALS });
    expect([asked.status, asked.headers.get('connection')]).toEqual([503, 'close']);
    session.resolve();
    await drained;
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });

  it('lets scripts of other origins read that new work is refused', async () => {
    const origin = 'https://app.example';
    const { server, url } = await startServer({ corsOrigins: [origin] });
    const session = Promise.withResolvers<void>();
    const drained = server.drain(20_000, session.promise);
    const asked = { origin, 'access-control-request-method': 'POST' };
    const preflight = await fetch(`${url}/v1/tts`, { method: 'OPTIONS', headers: asked });
    expect([preflight.status, preflight.headers.get('connection')]).toEqual([204, 'close']);
    const refused = await postJson(`${url}/v1/tts`, BODY, { origin });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([503, origin]);
    session.resolve();
    await drained;
  });

  it('ends connections with the answers in progress when it begins, streamed or whole', async () => {
    const [spoken, listed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const made = Promise.withResolvers<void>();
    const service = fakeService({
      synthesizeLive: async () => {
        spoken.resolve();
        await made.promise;
        return synthesisOf(pieces('all'));
      },
      listVoices: async (...asked) => {
        listed.resolve();
        await made.promise;
        return fakeService().listVoices(...asked);
      },
    });
    const { server, url } = await startServer({ service });
    const answering = [
      postJson(`${url}/v1/tts`, BODY),
      fetch(`${url}/api/public/v1/voices`, { headers: CREDENTIALS }),
    ];
    await Promise.all([spoken.promise, listed.promise]);
    const drained = server.drain(20_000);
    made.resolve();
    for (const { status, headers } of await Promise.all(answering))
      expect([status, headers.get('connection')]).toEqual([200, 'close']);
    await drained;
  });

  it('cuts off what is still live when the time is over, and aborts its work', async () => {
    const { server, answer, aborted } = await startBusy();
    await server.drain(50);
    await aborted.promise;
    await expect(answer.text()).rejects.toThrow();
  });

  it('closes idle kept connections at once', async () => {
    const { server, url, go, answer } = await startBusy();
    const agent = new Agent({ keepAlive: true });
    const request = httpRequest(`${url}/healthz`, { agent });
    request.end();
    const [socket] = await once(request, 'socket');
    const closed = once(socket, 'close');
    const [response] = await once(request, 'response');
    response.resume();
    await once(response, 'end');
    const drained = server.drain(20_000);
    await closed;
    go.resolve();
    await answer.text();
    await drained;
    agent.destroy();
  });

  it('ends at once with nothing to wait for, and closing again is not an error', async () => {
    const { server, port } = await startServer();
    const client = await openRaw(port);
    client.socket.write(rawRequest('GET /healthz', {}));
    await client.until('"ok"');
    await server.drain(20_000);
    await client.ended;
    await server.close();
  });
});

describe('a start', () => {
  it('is not ready before its end, but answers requests', async () => {
    const startup = Promise.withResolvers<void>();
    const { url } = await startServer({ service: fakeService(), startup: startup.promise });
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: 'not ready', problems: ['The server is starting.'] },
    ]);
    expect((await fetch(`${url}/api/public/v1/voices`, { headers: CREDENTIALS })).status).toBe(200);
    startup.resolve();
    await startup.promise;
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  it('that fails is never ready, and ends nothing', async () => {
    const { url } = await startServer({ startup: Promise.reject(new Error('no model')) });
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it('reports a problem of an engine rather than that it is starting', async () => {
    const problems = ['The engine of joe is loading.'];
    const service = fakeService({ readiness: async () => ({ isReady: false, problems }) });
    const { url } = await startServer({ service, startup: new Promise(() => undefined) });
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'not ready', problems });
  });
});

describe('listen', () => {
  it('reports which address is in use and what to do', async () => {
    const { port } = await startServer();
    const { createSpeechServer } = await import('../src/index.ts');
    const other = await createSpeechServer({ service: fakeService() });
    await expect(other.listen({ port })).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining('another program listens there'),
    });
    await other.close();
  });
});
