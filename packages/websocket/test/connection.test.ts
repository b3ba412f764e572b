import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect as connectTcp } from 'node:net';
import type { RecognitionSession } from '@parlance/core/session';
import { deferred, manualClock } from '@parlance/testkit';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { pcm } from './support/pcm.ts';
import { connectRaw, fragments, textFrame } from './support/raw-websocket.ts';
import { CONFIG, connect, connectReady } from './support/realtime-client.ts';
import { startRealtime, TOKEN } from './support/realtime-server.ts';

const PATH = '/v1/stt/realtime';
const UPGRADE = ['Connection: Upgrade', 'Upgrade: websocket'];
const VERSION = 'Sec-WebSocket-Version: 13';
const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
const HANDSHAKE = [...UPGRADE, VERSION, KEY];

/** Sends the request and waits for what the server has to say to it first. */
async function askRaw(port: number, lines: readonly string[]): Promise<{ head: string; body: string }> {
  const socket = connectTcp({ port, host: '127.0.0.1' });
  socket.write([...lines, 'Host: x', '', ''].join('\r\n'));
  const [answer] = await once(socket, 'data');
  socket.destroy();
  const [head = '', body = ''] = String(answer).split('\r\n\r\n');
  return { head, body };
}

const idIn = (head: string): string | undefined => /^x-request-id: (.*)$/im.exec(head)?.[1];

describe('the endpoint', () => {
  it('leaves plain requests to the server', async () => {
    const { port } = await startRealtime();
    expect(await (await fetch(`http://127.0.0.1:${port}/v1/stt/realtime`)).text()).toBe('plain');
  });

  it('leaves other paths to other listeners for upgrades', async () => {
    const { port, server } = await startRealtime();
    const own = new WebSocketServer({ noServer: true });
    server.on('upgrade', (request, stream, head) => {
      if (request.url === '/chat') own.handleUpgrade(request, stream, head, (socket) => socket.send('hello'));
    });
    const chat = new WebSocket(`ws://127.0.0.1:${port}/chat`);
    const [greeting] = await once(chat, 'message');
    expect(String(greeting)).toBe('hello');
    const echoed = once(chat, 'pong');
    chat.ping();
    await echoed;
    expect(chat.readyState).toBe(chat.OPEN);
    chat.terminate();
    own.close();
    // Nobody takes this one, and its client breaks off: an error that nobody listens for would end the process.
    const lost = connectTcp({ port, host: '127.0.0.1' });
    const arrived = once(server, 'upgrade');
    lost.write([`GET /nobody HTTP/1.1`, ...HANDSHAKE, 'Host: x', '', ''].join('\r\n'));
    const [, stream] = await arrived;
    const gone = new Promise((resolve) => stream.once('close', resolve));
    lost.resetAndDestroy();
    await gone;
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  });

  it('leaves requests that offer another protocol to the server, as Java’s client offers h2c with each', async () => {
    const { port, endpoint } = await startRealtime();
    const offer = ['POST /v1/tts HTTP/1.1', 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c'];
    expect((await askRaw(port, [...offer, 'Content-Length: 0'])).body).toBe('plain');
    await endpoint.close();
    expect((await askRaw(port, [...offer, 'Content-Length: 0'])).body).toBe('plain');
    expect((await askRaw(port, [`GET ${PATH} HTTP/1.1`, ...UPGRADE])).body).toBe('plain');
  });

  it.each([
    ['another path', [`GET /other?token=${TOKEN} HTTP/1.1`, ...HANDSHAKE], 404, 'NOT_FOUND', PATH],
    [
      'no key',
      [`GET ${PATH}?token=${TOKEN} HTTP/1.1`, ...UPGRADE, VERSION],
      400,
      'BAD_REQUEST',
      'Sec-WebSocket-Key',
    ],
    [
      'another version',
      [`GET ${PATH}?token=${TOKEN} HTTP/1.1`, ...UPGRADE, KEY, 'Sec-WebSocket-Version: 7'],
      400,
      'BAD_REQUEST',
      'Sec-WebSocket-Version',
    ],
    [
      'another method',
      [`POST ${PATH}?token=${TOKEN} HTTP/1.1`, ...HANDSHAKE],
      405,
      'METHOD_NOT_ALLOWED',
      'GET',
    ],
  ] as const)(
    'refuses an upgrade with %s as HTTP tells of errors, and logs it',
    async (_what, lines, status, code, names) => {
      const logged: [object, string][] = [];
      const { port } = await startRealtime({ logger: { info: (...line) => void logged.push(line) } });
      const { head, body } = await askRaw(port, lines);
      expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} \\w`));
      expect(head).toMatch(/^content-type: application\/json/im);
      if (status === 405) expect(head).toMatch(/^allow: GET$/im);
      if (status === 400) expect(head).toMatch(/^sec-websocket-version: 13, 8$/im);
      const { error } = JSON.parse(body) as { error: { code: string; message: string } };
      expect(error).toEqual({ code, message: expect.stringContaining(names) });
      const requestId = idIn(head);
      expect(requestId).toMatch(/^[\da-f-]{36}$/);
      expect(logged).toMatchObject([[{ requestId, status }, 'upgrade refused']]);
      expect(JSON.stringify(logged)).not.toContain(TOKEN);
    },
  );

  it('has a request id in every answer: the caller’s if it is well-formed', async () => {
    const { port } = await startRealtime();
    const idFor = async (given: string, path = PATH) =>
      idIn((await askRaw(port, [`GET ${path} HTTP/1.1`, ...HANDSHAKE, `X-Request-Id: ${given}`])).head);
    expect([await idFor('trace-0123'), await idFor('trace-0123', '/other')]).toEqual([
      'trace-0123',
      'trace-0123',
    ]);
    expect(await idFor('two words')).toMatch(/^[\da-f-]{36}$/);
    expect(await idFor('short')).not.toBe(await idFor('short'));
  });

  it('logs how a session ended, and never the token', async () => {
    const lines: [object, string][] = [];
    const logged = deferred();
    const logger = {
      info(facts: object, message: string) {
        lines.push([facts, message]);
        logged.resolve();
      },
    };
    const { url } = await startRealtime({ logger });
    const client = connect(url, { appId: 'app-2' });
    const [upgraded] = (await once(client.socket, 'upgrade')) as [IncomingMessage];
    await client.closed;
    await logged.promise;
    const requestId = upgraded.headers['x-request-id'];
    expect(requestId).toMatch(/^[\da-f-]{36}$/);
    expect(lines).toMatchObject([
      [{ requestId, closeCode: 1008, errorCode: 'UNAUTHORIZED' }, 'recognition session ended'],
    ]);
    expect(JSON.stringify([lines, client.messages])).not.toContain(TOKEN);
  });

  it('disconnects a client that answers no ping for 10 seconds, and keeps one that does', async () => {
    const clock = manualClock();
    const { url, opened, slots } = await startRealtime({ clock });
    const alive = await connectReady(url);
    const mute = await connectReady(url);
    mute.socket.pause();
    const pinged = once(alive.socket, 'ping');
    clock.advance(15_000);
    await pinged;
    // A message of its own behind the pong shows that the server has read it.
    alive.send({ type: 'PING' });
    await alive.until('PONG');
    clock.advance(10_000);
    await opened[1]?.ended;
    expect(slots.inUse('app-1')).toBe(1);
    expect(alive.socket.readyState).toBe(alive.socket.OPEN);
    mute.socket.terminate();
  });

  it('accepts any byte as a sign of life: on a slow connection the pong waits behind audio', async () => {
    const clock = manualClock();
    const { port, slots } = await startRealtime({ clock });
    const client = await connectRaw(port);
    const heard = (what: string) => expect.poll(() => client.received()).toContain(what);
    client.socket.write(textFrame({ type: 'STREAMING_CONFIG', config: CONFIG }));
    await heard('READY');
    // It never answers a ping of the protocol, and says something each time.
    for (const turn of [1, 2, 3]) {
      clock.advance(15_000);
      client.socket.write(textFrame({ type: 'PING' }));
      await expect.poll(() => client.received().split('"PONG"')).toHaveLength(turn + 1);
      clock.advance(10_000);
    }
    expect(slots.inUse('app-1')).toBe(1);
    clock.advance(15_000);
    clock.advance(10_000);
    await client.closed;
  });

  it('tells its session about a long message that is arriving, but not about a short one', async () => {
    const { port, opened } = await startRealtime();
    const client = await connectRaw(port);
    client.socket.write(textFrame({ type: 'STREAMING_CONFIG', config: CONFIG }));
    await expect.poll(() => client.received()).toContain('READY');
    const arriving = vi.spyOn(opened[0] as RecognitionSession, 'arriving');
    const chunk = textFrame({
      type: 'AUDIO_CHUNK',
      audioContent: Buffer.from(pcm([0.5])).toString('base64'),
    });
    client.socket.write(chunk.subarray(0, 500));
    client.socket.write(chunk.subarray(500, 3000));
    await expect.poll(() => arriving.mock.calls.length).toBeGreaterThan(0);
    client.socket.write(chunk.subarray(3000));
    client.socket.write(textFrame({ type: 'PING' }));
    await expect.poll(() => client.received()).toContain('PONG');
    // Cut in pieces, as clients with a small buffer do: what the headers take must not add up.
    for (let chunk = 0; chunk < 300; chunk++) {
      client.socket.write(Buffer.concat(fragments({ type: 'AUDIO_CHUNK', audioContent: 'AAAAAAAA' }, 4)));
    }
    client.socket.write(textFrame({ type: 'PING' }));
    await expect.poll(() => client.received().split('"PONG"')).toHaveLength(3);
    arriving.mockClear();
    for (const turn of [3, 4, 5]) {
      client.socket.write(textFrame({ type: 'PING' }));
      await expect.poll(() => client.received().split('"PONG"')).toHaveLength(turn + 1);
    }
    expect(arriving).not.toHaveBeenCalled();
    client.socket.destroy();
  });

  it('accepts a large message in as many fragments as browsers and proxies make of it', async () => {
    const { url } = await startRealtime();
    const client = await connectReady(url);
    const message = Buffer.from(JSON.stringify({ type: 'PING', padding: 'x'.repeat(1_400_000) }));
    const fragmentBytes = 16_384;
    for (let from = 0; from < message.length; from += fragmentBytes) {
      const end = from + fragmentBytes;
      client.socket.send(message.subarray(from, end), { binary: false, fin: end >= message.length });
    }
    await client.until('PONG');
    client.socket.terminate();
  });

  it('drops the interims of a client that never reads, then its connection', async () => {
    const facts: Record<string, unknown>[] = [];
    const logged = deferred();
    const { url, slots, opened } = await startRealtime({
      recognition: { script: { texts: ['x'.repeat(4_000_000)] } },
      logger: {
        info(line) {
          facts.push(line as Record<string, unknown>);
          logged.resolve();
        },
      },
    });
    const other = await connectReady(url);
    const client = await connectReady(url);
    client.socket.pause();
    client.sendAudio(pcm([1, -1, 1, -1, 1, -1]));
    await opened[1]?.ended;
    expect(slots.inUse('app-1')).toBe(1);
    await logged.promise;
    expect(facts).toMatchObject([{ closeCode: 1006 }]);
    other.send({ type: 'PING' });
    await other.until('PONG');
    client.socket.terminate();
  });
});

describe('clients that vanish', () => {
  it('leave no slot, timer, stream or session behind, 500 of them at random points', async () => {
    const { url, clock, slots, detector, opened, endpoint } = await startRealtime({ sttConcurrency: 500 });
    const steps = fc.sample(fc.integer({ min: 0, max: 4 }), { numRuns: 500, seed: 7 });
    const speech = pcm([0.6, -1, 0.6]);
    for (let start = 0; start < steps.length; start += 50) {
      await Promise.all(
        steps.slice(start, start + 50).map(async (step) => {
          const client = connect(url);
          await once(client.socket, 'open');
          if (step > 0) client.send({ type: 'STREAMING_CONFIG', config: CONFIG });
          if (step > 1) await client.until('READY');
          if (step > 1) client.sendAudio(speech);
          if (step > 2) await client.until('FINAL_RESULT');
          if (step > 3) client.send({ type: 'DONE' });
          client.socket.terminate();
        }),
      );
    }
    await expect.poll(() => opened.length).toBe(500);
    await Promise.all(opened.map(({ ended }) => ended));
    expect([slots.inUse('app-1'), detector.openStreams, endpoint.sessions]).toEqual([0, 0, 0]);
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('draining', () => {
  it('lets live sessions end and refuses new ones as retryable', async () => {
    const { url, endpoint } = await startRealtime();
    const client = await connectReady(url);
    const drained = endpoint.drain(30_000);
    const refused = connect(url);
    expect(await refused.closed).toBe(1013);
    expect(refused.messages).toMatchObject([{ code: 'STT_MAX_CCR_REACHED', retryable: true }]);
    client.sendAudio(pcm([1]));
    client.send({ type: 'DONE' });
    expect(await client.closed).toBe(1000);
    expect(client.messages.at(-2)).toMatchObject({ text: 'hello' });
    await drained;
    expect(endpoint.sessions).toBe(0);
  });

  it('notifies the remaining ones when the time is up', async () => {
    const clock = manualClock();
    const { url, endpoint } = await startRealtime({ clock });
    const client = await connectReady(url);
    const drained = endpoint.drain(30_000);
    const pinged = once(client.socket, 'ping');
    clock.advance(15_000);
    await pinged;
    client.send({ type: 'PING' });
    await client.until('PONG');
    clock.advance(15_000);
    expect(await client.closed).toBe(1013);
    expect(client.messages.at(-1)).toMatchObject({ code: 'PROVIDER_UNAVAILABLE', retryable: true });
    await drained;
  });
});
