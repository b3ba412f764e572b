import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { createRequestListener, speechHttp } from '../src/index.ts';
import { CREDENTIALS, fakeService, TRANSCRIPT } from './support/fake-service.ts';
import { errorOf, postJson } from './support/test-server.ts';

const BODY = { text: 'Hello', mode: 'sync', voiceCode: 'v' };
const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function uploadForm(): FormData {
  const form = new FormData();
  form.append('mode', 'sync');
  form.append('audioContent', new Blob(['RIFF']), 'a.wav');
  return form;
}

describe('speechHttp in an application of one’s own', () => {
  async function host() {
    const app = Fastify();
    await app.register(multipart);
    app.addContentTypeParser('application/x-own', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    app.post('/own', async (request) => ({ got: request.body }));
    app.get('/own', async () => {
      throw new Error('own error');
    });
    await app.register(speechHttp, {
      prefix: '/speech',
      service: fakeService({ renderDemo: async () => Buffer.from('mp3') }),
    });
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    closers.push(() => app.close());
    return url;
  }

  it('serves every endpoint under the prefix', async () => {
    const url = await host();
    expect(await (await postJson(`${url}/speech/v1/tts`, BODY)).text()).toBe('one two three');
    const stt = await fetch(`${url}/speech/v1/stt`, {
      method: 'POST',
      headers: CREDENTIALS,
      body: uploadForm(),
    });
    expect(await stt.json()).toEqual(TRANSCRIPT);
    const voices = await fetch(`${url}/speech/api/public/v1/voices?limit=1`, { headers: CREDENTIALS });
    const { result } = (await voices.json()) as { result: { voices: { demo: string }[] } };
    expect(result.voices[0]?.demo).toBe(`${url}/speech/api/public/v1/voices/voice-00/demo.mp3`);
    expect(await (await fetch(result.voices[0]?.demo ?? '')).text()).toBe('mp3');
    expect((await errorOf(await fetch(`${url}/speech/none`))).code).toBe('NOT_FOUND');
  });

  it('leaves the application’s own parsers, errors and addresses alone', async () => {
    const url = await host();
    const own = await fetch(`${url}/own`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: 'x',
    });
    expect(await own.json()).toEqual({ got: 'x' });
    expect(await (await fetch(`${url}/own`)).json()).toMatchObject({ statusCode: 500, message: 'own error' });
    const unknown = await fetch(`${url}/none`);
    expect(await unknown.json()).toMatchObject({ statusCode: 404 });
    expect(unknown.headers.get('x-request-id')).toBeNull();
  });
});

describe('createRequestListener', () => {
  it('serves a plain http server', async () => {
    const url = await serve(createRequestListener({ service: fakeService() }));
    expect(await (await postJson(`${url}/v1/tts`, BODY)).text()).toBe('one two three');
    const stt = await fetch(`${url}/v1/stt`, { method: 'POST', headers: CREDENTIALS, body: uploadForm() });
    expect(stt.status).toBe(200);
    expect((await fetch(`${url}/none`)).status).toBe(404);
  });

  it('serves under a path that the host strips, as Express does', async () => {
    const listener = createRequestListener({ service: fakeService() });
    const url = await serve((request, response) => {
      request.url = request.url?.replace('/speech', '');
      listener(request, response);
    });
    expect((await postJson(`${url}/speech/v1/tts`, BODY)).status).toBe(200);
  });

  it('does not leave a client waiting if the body was read before', async () => {
    const listener = createRequestListener({ service: fakeService() });
    const url = await serve(async (request, response) => {
      request.resume();
      await once(request, 'end');
      listener(request, response);
    });
    await expect(postJson(`${url}/v1/tts`, BODY)).rejects.toThrow();
  });
});
