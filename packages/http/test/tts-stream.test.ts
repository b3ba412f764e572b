import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { SpeechError } from '@parlance/core/errors';
import { describe, expect, it } from 'vitest';
import { CREDENTIALS, fakeService, pieces, synthesisOf } from './support/fake-service.ts';
import { openRaw, rawRequest } from './support/raw-client.ts';
import { errorOf, postJson, startServer } from './support/test-server.ts';

const BODY = { text: 'Hello', mode: 'sync', voiceCode: 'voice-00' };
const HEADERS = { ...CREDENTIALS, 'content-type': 'application/json' };
const RAW = rawRequest('POST /v1/tts', HEADERS, JSON.stringify(BODY));

/** Blocks until told to go on. */
function gate() {
  return Promise.withResolvers<void>();
}

/** Requests speech whose first chunk has arrived; the others follow when the gate is opened. */
async function receiveFirst(...others: readonly string[]) {
  const next = gate();
  const service = fakeService({
    synthesizeLive: async () =>
      synthesisOf(
        (async function* () {
          yield Buffer.from('first');
          await next.promise;
          for (const other of others) yield Buffer.from(other);
        })(),
      ),
  });
  const { port } = await startServer({ service });
  const client = await openRaw(port);
  client.socket.write(RAW);
  await client.until('first');
  return { client, next };
}

describe('the audio stream of POST /v1/tts', () => {
  it('has the media type, the characters, the credits and the request id, and is chunked', async () => {
    const { url } = await startServer();
    const response = await postJson(`${url}/v1/tts`, BODY);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'transfer-encoding': 'chunked',
      'x-characters': '5',
      'x-credits': '1.25',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
    expect(response.headers.get('content-length')).toBeNull();
    expect(await response.text()).toBe('one two three');
  });

  it('reports how long it waited for engines to load: the longest of their loads, which run in parallel', async () => {
    const service = fakeService({
      synthesizeLive: async (_input, _app, { onLoad } = {}) => {
        for (const durationMs of [120, 800.04, 300]) onLoad?.(durationMs);
        return synthesisOf(pieces('one'));
      },
    });
    const { url } = await startServer({ service });
    const response = await postJson(`${url}/v1/tts`, BODY);
    expect(response.headers.get('server-timing')).toBe('load;dur=800.0');
    const other = await startServer();
    expect((await postJson(`${other.url}/v1/tts`, BODY)).headers.get('server-timing')).toBeNull();
  });

  it('sends the headers with the first chunk, in one packet, while the second is still being synthesized', async () => {
    const { client, next } = await receiveFirst('second');
    expect(client.reads).toHaveLength(1);
    expect(client.received()).not.toContain('second');
    next.resolve();
    await client.until('0\r\n\r\n');
    expect(client.received()).toContain('second');
    client.socket.destroy();
  });

  it('is cut off, without an error in its middle, by bytes that are not a request', async () => {
    const { client, next } = await receiveFirst();
    client.socket.write('hello\r\n\r\n');
    await client.ended;
    next.resolve();
    expect(client.received()).toMatch(/first\r\n$/);
  });

  it('passes every field of the body on, with defaults filled in and unknown ones dropped', async () => {
    const given: unknown[] = [];
    const service = fakeService({
      synthesizeLive: async (input) => {
        given.push(input);
        return synthesisOf(pieces('x'));
      },
    });
    const { url } = await startServer({ service });
    await postJson(`${url}/v1/tts`, { ...BODY, text: '  Hello \n', emphasisIntensity: 7, webhookUrl: 'x' });
    const full = { outputFormat: 'wav', bitrate: 64, speed: 1.9, sampleRate: 8000 };
    await postJson(`${url}/v1/tts`, { ...BODY, ...full });
    expect(given).toEqual([
      { text: 'Hello', voiceCode: 'voice-00', outputFormat: 'mp3', speed: 1 },
      { text: 'Hello', voiceCode: 'voice-00', ...full },
    ]);
  });

  it('breaks the chunked body off when the synthesis fails after the first byte', async () => {
    const service = fakeService({
      synthesizeLive: async () =>
        synthesisOf(
          (async function* () {
            yield Buffer.from('first');
            throw new SpeechError('ENGINE_CRASHED', 'gone');
          })(),
        ),
    });
    const { port, url } = await startServer({ service });
    const client = await openRaw(port);
    client.socket.write(RAW);
    await client.ended;
    expect(client.received()).not.toContain('0\r\n\r\n');
    const response = await postJson(`${url}/v1/tts`, BODY).catch(() => undefined);
    // The client met the break either at the headers or in the body, never a clean end.
    await expect(
      response === undefined ? Promise.reject(new Error('broken')) : response.text(),
    ).rejects.toThrow();
  });

  it('resets an HTTP/1.0 connection then, since its body has no end mark of its own', async () => {
    const service = fakeService({
      synthesizeLive: async () =>
        synthesisOf(
          (async function* () {
            yield Buffer.from('first');
            throw new SpeechError('ENGINE_CRASHED', 'gone');
          })(),
        ),
    });
    const { port } = await startServer({ service });
    const client = await openRaw(port);
    client.socket.write(RAW.replace('HTTP/1.1', 'HTTP/1.0'));
    expect(await client.ended).toEqual({ wasReset: true });
  });

  it('answers an ordinary error when the synthesis fails before its first byte', async () => {
    const service = fakeService({
      synthesizeLive: async () =>
        synthesisOf(
          // biome-ignore lint/correctness/useYield: it fails before it has anything
          (async function* (): AsyncGenerator<Uint8Array> {
            throw new SpeechError('TEXT_NOT_SPEAKABLE', 'text has nothing to speak.');
          })(),
        ),
    });
    const { url } = await startServer({ service });
    const response = await postJson(`${url}/v1/tts`, BODY);
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toEqual({ code: 'BAD_REQUEST', message: 'text has nothing to speak.' });
  });

  it('never answers 200 with no audio', async () => {
    const service = fakeService({ synthesizeLive: async () => synthesisOf(pieces()) });
    const { url } = await startServer({ service });
    const response = await postJson(`${url}/v1/tts`, BODY);
    expect(response.status).toBe(500);
    expect((await errorOf(response)).code).toBe('INTERNAL_SERVER_ERROR');
  });

  it('aborts the synthesis when the client leaves in the middle of it', async () => {
    const aborted = gate();
    const closed = gate();
    const service = fakeService({
      synthesizeLive: async (_input, _app, options) => {
        options?.signal?.addEventListener('abort', () => aborted.resolve());
        return synthesisOf(
          (async function* () {
            try {
              yield Buffer.from('first');
              await aborted.promise;
            } finally {
              closed.resolve();
            }
          })(),
        );
      },
    });
    const { port } = await startServer({ service });
    const client = await openRaw(port);
    client.socket.write(RAW);
    await client.until('first');
    client.socket.destroy();
    await aborted.promise;
    await closed.promise;
  });

  it('aborts the synthesis when the client leaves before its first audio', async () => {
    const started = gate();
    const aborted = gate();
    const service = fakeService({
      synthesizeLive: async (_input, _app, options) => {
        started.resolve();
        await once(options?.signal as AbortSignal, 'abort');
        aborted.resolve();
        throw SpeechError.aborted(options?.signal);
      },
    });
    const { port } = await startServer({ service });
    const client = await openRaw(port);
    client.socket.write(RAW);
    await started.promise;
    client.socket.destroy();
    await aborted.promise;
  });

  it('aborts nothing after a normal end', async () => {
    const signals: AbortSignal[] = [];
    const service = fakeService({
      synthesizeLive: async (_input, _app, options) => {
        if (options?.signal) signals.push(options.signal);
        return synthesisOf(pieces('a', 'b'));
      },
    });
    const { url, server } = await startServer({ service });
    await (await postJson(`${url}/v1/tts`, BODY)).text();
    await server.close();
    expect(signals.map((signal) => signal.aborted)).toEqual([false]);
  });

  it('synthesizes no audio ahead of a client that does not read, and disconnects it when it stalls', async () => {
    const piece = new Uint8Array(65_536);
    let made = 0;
    const closed = gate();
    const service = fakeService({
      synthesizeLive: async () =>
        synthesisOf(
          (async function* () {
            try {
              for (; made < 10_000; made++) yield piece.slice();
            } finally {
              closed.resolve();
            }
          })(),
        ),
    });
    const { port } = await startServer({ service, stallTimeoutMs: 200 });
    const client = await openRaw(port);
    client.socket.pause();
    client.socket.write(RAW);
    await closed.promise;
    // What fits the socket buffers of both sides, of 655 MB in all.
    expect(made).toBeLessThan(500);
    client.socket.destroy();
  });

  it('keeps the connection for the next request', async () => {
    const { url } = await startServer();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sockets = new Set<unknown>();
    for (let turn = 0; turn < 3; turn++) {
      const request = httpRequest(`${url}/v1/tts`, { method: 'POST', agent, headers: HEADERS });
      request.on('socket', (socket) => sockets.add(socket));
      request.end(JSON.stringify(BODY));
      const [response] = await once(request, 'response');
      response.resume();
      await once(response, 'end');
      expect(response.complete).toBe(true);
    }
    expect(sockets.size).toBe(1);
    agent.destroy();
  });

  it('is counted in the metrics', async () => {
    const { url } = await startServer();
    await (await postJson(`${url}/v1/tts`, BODY)).text();
    const text = await (await fetch(`${url}/metrics`)).text();
    expect(text).toContain('parlance_http_requests_total{method="POST",route="/v1/tts",status="200"} 1');
    expect(text).toContain('parlance_first_audio_seconds_count 1');
    expect(text).toContain('parlance_live_syntheses 0');
    expect(text).toContain('nodejs_eventloop_lag_seconds');
  });
});
