import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { systemClock } from '@parlance/core/platform';
import type { Egress, WebhookAnswer } from '@parlance/core/requests';
import { createEgress } from '@parlance/egress';
import { manualClock } from '@parlance/testkit';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { httpServer, LOOPBACK, type LoopbackServer, tcpServer } from './support/loopback-server.ts';
import { webhookMessage } from './support/webhook-message.ts';

/** The common text for all reasons why a webhook did not reach its receiver. */
const UNREACHABLE = 'The receiver could not be reached, or did not answer in time.';
const NOT_SENT = { status: null, retryAfterMs: null, problem: UNREACHABLE };

let egress: Egress;
beforeEach(() => {
  egress = createEgress({ clock: systemClock, allowNetworks: LOOPBACK });
});
afterEach(async () => await egress.close());

async function answerTo(
  listener: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<WebhookAnswer> {
  await using server = await httpServer(listener);
  return await egress.deliver(webhookMessage(`${server.origin}/hook?a=1`));
}

describe('a webhook', () => {
  it('is a POST of exactly the text, as JSON, signed, over a new connection', async () => {
    const body = JSON.stringify({ text: 'Grüße, 世界 😀' });
    let seen: IncomingMessage | undefined;
    let received = '';
    await using server = await httpServer(async (request, response) => {
      seen = request;
      for await (const chunk of request.setEncoding('utf8')) received += chunk;
      response.writeHead(204).end();
    });
    const answer = await egress.deliver(webhookMessage(`${server.origin}/hook?a=1#part`, { body }));
    expect(answer).toEqual({
      durationMs: expect.any(Number),
      status: 204,
      retryAfterMs: null,
      problem: null,
    });
    expect(received).toBe(body);
    expect(seen?.method).toBe('POST');
    expect(seen?.url).toBe('/hook?a=1');
    expect(seen?.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'accept-encoding': 'identity',
      'user-agent': 'Parlance',
      'webhook-id': 'msg_r1_success',
      'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
      connection: 'close',
    });
    expect(server.connections()).toBe(1);
  });

  it.each([
    ['continues the given trace', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
    ['has no trace header without a trace', undefined],
  ])('%s', async (_, traceparent) => {
    let seen: string | string[] | undefined = 'nothing came';
    await using server = await httpServer((request, response) => {
      seen = request.headers.traceparent;
      response.writeHead(204).end();
    });
    const answer = await egress.deliver({ ...webhookMessage(server.origin), traceparent });
    expect([answer.status, seen]).toEqual([204, traceparent]);
  });

  it.each([200, 201, 299, 400, 401, 404, 410, 500, 599])('returns the status %i', async (status) => {
    const answer = await answerTo((_, response) => response.writeHead(status).end('{}'));
    expect(answer).toMatchObject({ status, problem: null, retryAfterMs: null });
  });

  it.each([301, 302, 303, 307, 308])('does not follow the redirect %i', async (status) => {
    await using elsewhere = await httpServer((_, response) => response.end());
    const answer = await answerTo((_, response) =>
      response.writeHead(status, { location: elsewhere.origin }).end(),
    );
    expect(answer).toMatchObject({ status, problem: null });
    expect(elsewhere.connections()).toBe(0);
  });

  it.each([
    ['seconds', '90', 90_000],
    ['more than a day', '172800', 86_400_000],
    ['a past date', 'Wed, 21 Oct 2015 07:28:00 GMT', 0],
    ['a meaningless value', 'later', null],
  ])('returns the time of Retry-After: %s', async (_, retryAfter, retryAfterMs) => {
    const answer = await answerTo((_request, response) =>
      response.writeHead(429, { 'retry-after': retryAfter }).end(),
    );
    expect(answer).toMatchObject({ status: 429, retryAfterMs });
  });

  it('reports only that there was no answer if the receiver resets the connection', async () => {
    await using server = await tcpServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(await egress.deliver(webhookMessage(server.origin))).toMatchObject(NOT_SENT);
    expect(server.connections()).toBe(1);
  });

  it.each([
    ['closes without an answer', ''],
    ['stops inside its headers', 'HTTP/1.1 200 OK\r\nContent-Le'],
    ['does not speak HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['answers with endless headers', `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(20_000)}`],
  ])('reports the same if the receiver %s', async (_, words) => {
    await using server = await tcpServer((socket) => socket.once('data', () => socket.end(words)));
    expect(await egress.deliver(webhookMessage(server.origin))).toMatchObject(NOT_SENT);
  });

  it('reports the same if nobody listens, the name is unknown, or the address is invalid', async () => {
    const gone = await tcpServer(() => undefined);
    await gone[Symbol.asyncDispose]();
    const nameless = createEgress({
      clock: systemClock,
      resolveName: async () => await Promise.reject(new TypeError('no such name')),
    });
    expect(await egress.deliver(webhookMessage(gone.origin))).toMatchObject(NOT_SENT);
    expect(await nameless.deliver(webhookMessage('https://unknown.test/'))).toMatchObject(NOT_SENT);
    expect(await nameless.deliver(webhookMessage('mailto:a@b.test'))).toMatchObject(NOT_SENT);
  });

  it('accepts a 200 whatever follows it, and stops reading after 64 KB', async () => {
    let isClosed: Promise<unknown> = Promise.resolve();
    // Its clock stands still, so that nothing else ends it.
    const timeless = createEgress({ clock: manualClock(), allowNetworks: LOOPBACK });
    onTestFinished(() => timeless.close());
    await using server = await httpServer((_, response) => {
      isClosed = once(response, 'close');
      const write = (): void => {
        while (response.write(Buffer.alloc(65_536)));
        response.once('drain', write);
      };
      write();
    });
    const answer = await timeless.deliver(webhookMessage(server.origin));
    expect(answer).toMatchObject({ status: 200, problem: null });
    await isClosed;
  });

  it.each([200, 299])(
    'to a receiver that answers %i is sent four at a time, however many were sent before',
    async (status) => {
      const held: ServerResponse[] = [];
      let holds = false;
      await using server = await httpServer((_, response) => {
        if (holds) held.push(response);
        else response.writeHead(status).end();
      });
      for (let index = 0; index < 10; index++) await egress.deliver(webhookMessage(server.origin));
      holds = true;
      const both = [
        egress.deliver(webhookMessage(server.origin)),
        egress.deliver(webhookMessage(server.origin)),
      ];
      await expect.poll(() => held.length).toBe(2);
      for (const response of held) response.writeHead(status).end();
      expect(await Promise.all(both)).toMatchObject([{ status }, { status }]);
    },
  );

  it.each([300, 500, null])(
    'to a receiver that failed ten times in a row, with %s, is sent alone: others are deferred at once',
    async (status) => {
      const asked = Promise.withResolvers<Socket>();
      let holds = false;
      await using server = await tcpServer((socket) =>
        socket.once('data', () => {
          if (holds) asked.resolve(socket);
          else if (status === null) socket.resetAndDestroy();
          else socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
        }),
      );
      for (let index = 0; index < 10; index++) await egress.deliver(webhookMessage(server.origin));
      holds = true;
      const only = egress.deliver(webhookMessage(server.origin));
      const socket = await asked.promise;
      expect(await egress.deliver(webhookMessage(server.origin))).toMatchObject({
        status: null,
        deferMs: 15_000,
        problem: "The receiver's limit of concurrent deliveries is reached.",
      });
      socket.end('HTTP/1.1 204 No Content\r\n\r\n');
      expect(await only).toMatchObject({ status: 204 });
      expect(server.connections()).toBe(11);
    },
  );

  it.each([
    ['an id with a dot', { deliveryId: 'msg.1' }],
    ['a short secret', { secrets: ['whsec_c2hvcnQ='] }],
    ['no secret', { secrets: [] }],
  ])('is not sent with %s, and reports why', async (_, changes) => {
    await using server = await httpServer((_request, response) => response.end());
    const answer = await egress.deliver(webhookMessage(server.origin, changes));
    expect(answer).toMatchObject({ status: null, problem: expect.stringContaining('could not be signed') });
    expect(server.connections()).toBe(0);
  });

  it('uses no proxy, whatever the environment', async () => {
    await using proxy = await tcpServer((socket) => socket.destroy());
    const names = ['http_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];
    for (const name of names) process.env[name] = proxy.origin;
    try {
      expect(await answerTo((_, response) => response.end())).toMatchObject({ status: 200 });
    } finally {
      for (const name of names) delete process.env[name];
    }
    expect(proxy.connections()).toBe(0);
  });
});

describe('the delivery of a webhook', () => {
  const clock = manualClock();
  let timed: Egress;
  beforeEach(() => {
    timed = createEgress({ clock, allowNetworks: LOOPBACK });
  });
  afterEach(async () => await timed.close());

  async function silentServer(
    words = '',
  ): Promise<LoopbackServer & { asked: Promise<unknown>; left: Promise<unknown> }> {
    const asked = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    const server = await tcpServer((socket) => {
      socket.once('close', () => left.resolve());
      socket.once('data', () =>
        words === '' ? asked.resolve() : socket.write(words, () => asked.resolve()),
      );
    });
    return Object.assign(server, { asked: asked.promise, left: left.promise });
  }

  it.each([
    ['says nothing', ''],
    ['drips its headers', 'HTTP/1.1 200 OK\r\nx: '],
  ])('ends after fifteen seconds for a receiver that %s', async (_, words) => {
    await using server = await silentServer(words);
    const answer = timed.deliver(webhookMessage(server.origin));
    await server.asked;
    clock.advance(14_999);
    expect(await Promise.race([answer, new Promise((resolve) => setImmediate(resolve, 'waits'))])).toBe(
      'waits',
    );
    clock.advance(1);
    expect(await answer).toEqual({ ...NOT_SENT, durationMs: 15_000 });
    expect(clock.pendingTimers).toBe(0);
  });

  it('ends after fifteen seconds for a receiver that drips its reply, with the status of the reply', async () => {
    await using server = await tcpServer((socket) =>
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nx')),
    );
    const answer = timed.deliver(webhookMessage(server.origin));
    // The timer of the headers ends when they have arrived; then only that of the whole is left.
    while (server.connections() === 0 || clock.pendingTimers !== 1) await new Promise(setImmediate);
    clock.advance(15_000);
    expect(await answer).toMatchObject({ status: 200, durationMs: 15_000, problem: null });
  });

  it('ends after five seconds without an answer of DNS or TLS', async () => {
    const asked = Promise.withResolvers<void>();
    const silent = createEgress({
      clock,
      resolveName: async () => {
        asked.resolve();
        return await new Promise(() => undefined);
      },
    });
    const unnamed = silent.deliver(webhookMessage('https://slow.test/'));
    await asked.promise;
    clock.advance(5_000);
    expect(await unnamed).toEqual({ ...NOT_SENT, durationMs: 5_000 });

    await using server = await silentServer();
    const unsecured = timed.deliver(webhookMessage(server.origin.replace('http:', 'https:')));
    await server.asked;
    clock.advance(5_000);
    expect(await unsecured).toEqual({ ...NOT_SENT, durationMs: 5_000 });
    // Its connection does not stay open either.
    await server.left;
    expect(clock.pendingTimers).toBe(0);
  });

  it('combines no signal that outlives it, since Node may keep a record of that', async () => {
    const any = vi.spyOn(AbortSignal, 'any');
    onTestFinished(() => any.mockRestore());
    await using server = await httpServer((_, response) => void response.writeHead(204).end());
    const combined = async (): Promise<ReadonlySet<AbortSignal>> => {
      any.mockClear();
      await egress.deliver(webhookMessage(server.origin), new AbortController().signal);
      return new Set(any.mock.calls.flatMap(([signals]) => [...signals]));
    };
    const [first, second] = [await combined(), await combined()];
    expect(first.size).toBeGreaterThan(0);
    expect([...second].filter((signal) => first.has(signal))).toEqual([]);
  });

  it('ends at once, as aborted, when its caller aborts or the egress is closed', async () => {
    for (const end of ['caller', 'egress']) {
      await using server = await silentServer();
      const stop = new AbortController();
      const answer = timed.deliver(webhookMessage(server.origin), stop.signal);
      await server.asked;
      if (end === 'caller') stop.abort();
      else await timed.close();
      await expect(answer).rejects.toMatchObject({ code: 'ABORTED' });
      expect(clock.pendingTimers).toBe(0);
    }
  });

  it('is deferred if its origin has four running for two seconds, which does not count as an attempt', async () => {
    await using server = await silentServer();
    const stop = new AbortController();
    const four = [1, 2, 3, 4].map((id) =>
      timed.deliver(webhookMessage(server.origin, { deliveryId: `msg_${id}` }), stop.signal),
    );
    const fifth = timed.deliver(webhookMessage(server.origin, { deliveryId: 'msg_5' }));
    while (server.connections() < 4) await new Promise(setImmediate);
    clock.advance(2_000);
    expect(await fifth).toMatchObject({ status: null, deferMs: 15_000 });
    expect(server.connections()).toBe(4);
    stop.abort();
    await Promise.allSettled(four);
  });
});
