import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { SpeechError } from '@parlance/core/errors';
import { describe, expect, it } from 'vitest';
import { CREDENTIALS, fakeService, TOKEN, TRANSCRIPT } from './support/fake-service.ts';
import { BOUNDARY, FILE_HEAD, fieldPart, form, MULTIPART, NO_FILE } from './support/forms.ts';
import { openRaw, rawRequest } from './support/raw-client.ts';
import { errorOf, startServer } from './support/test-server.ts';

const MODE_SYNC = fieldPart('mode', 'sync');

function postForm(
  url: string,
  body: FormData,
  headers: Record<string, string> = CREDENTIALS,
): Promise<Response> {
  return fetch(`${url}/v1/stt`, { method: 'POST', headers, body });
}

function postRaw(url: string, body: string, headers: Record<string, string> = MULTIPART): Promise<Response> {
  return fetch(`${url}/v1/stt`, { method: 'POST', headers, body });
}

const WAV = new Uint8Array([82, 73, 70, 70]);

/** The service notes what it was given. */
function recorder() {
  const given: Uint8Array[] = [];
  const service = fakeService({
    transcribeShortBytes: async (wav) => {
      given.push(wav);
      return { answer: TRANSCRIPT, isReplay: false };
    },
  });
  return { given, service };
}

describe('POST /v1/stt, mode sync', () => {
  it('answers the transcript record as text/json', async () => {
    const { url } = await startServer();
    const response = await postForm(url, form({ mode: 'sync', audioContent: WAV }));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/json; charset=utf-8');
    expect(response.headers.get('x-request-id')).toBeTruthy();
    expect(await response.json()).toEqual(TRANSCRIPT);
  });

  it.each([
    ['before', { mode: 'sync', audioContent: WAV }],
    ['after', { audioContent: WAV, mode: 'sync' }],
  ])('accepts the mode %s the file', async (_place, parts) => {
    const { given, service } = recorder();
    const { url } = await startServer({ service });
    expect((await postForm(url, form(parts))).status).toBe(200);
    expect(given.map((wav) => [...wav])).toEqual([[...WAV]]);
  });

  it('passes a file of 9 999 999 bytes on unchanged', async () => {
    const { given, service } = recorder();
    const { url } = await startServer({ service });
    const wav = randomBytes(9_999_999);
    expect((await postForm(url, form({ mode: 'sync', audioContent: wav }))).status).toBe(200);
    expect(wav.equals(given[0] as Uint8Array)).toBe(true);
  });

  it.each([10_000_000, 10_000_001, 30_000_000])(
    'refuses a file of %i bytes, naming the limit',
    async (bytes) => {
      const { given, service } = recorder();
      const { url } = await startServer({ service });
      const response = await postForm(url, form({ audioContent: new Uint8Array(bytes), mode: 'sync' }));
      expect(response.status).toBe(400);
      expect(await errorOf(response)).toEqual({
        code: 'BAD_REQUEST',
        message: 'audioContent must be smaller than 10 MB (10000000 bytes) in mode "sync".',
      });
      expect(given).toEqual([]);
    },
  );

  it('refuses it while it is still being uploaded, and closes the connection', async () => {
    const { url } = await startServer();
    const request = httpRequest(`${url}/v1/stt`, {
      method: 'POST',
      headers: { ...MULTIPART, 'content-length': '90000000' },
    });
    request.on('error', () => undefined);
    request.write(MODE_SYNC + FILE_HEAD);
    const answered = once(request, 'response');
    const piece = Buffer.alloc(1_000_000);
    // Eleven of ninety million: the answer must come without the rest.
    for (let sent = 0; sent < 11; sent++) request.write(piece);
    const [response] = await answered;
    expect(response.statusCode).toBe(400);
    expect(response.headers.connection).toBe('close');
    response.resume();
    await once(response, 'end');
    expect(response.complete).toBe(true);
    request.destroy();
  });

  it('answers a client that sends everything before it reads', async () => {
    const { port } = await startServer();
    const client = await openRaw(port);
    client.socket.pause();
    client.socket.write(
      rawRequest('POST /v1/stt', { ...MULTIPART, 'content-length': '40000000' }) + MODE_SYNC + FILE_HEAD,
    );
    const rest = Buffer.alloc(40_000_000 - MODE_SYNC.length - FILE_HEAD.length);
    await new Promise<void>((resolve) => client.socket.write(rest, () => resolve()));
    client.socket.resume();
    await client.until('audioContent must be smaller');
    expect(await client.ended).toEqual({ wasReset: false });
  });

  it('frees an upload that stops in the middle, and does not start the recognizer', async () => {
    const { given, service } = recorder();
    const { port, url } = await startServer({ service, maxUploads: 1 });
    const client = await openRaw(port);
    client.socket.write(
      rawRequest('POST /v1/stt', { ...MULTIPART, 'content-length': '5000000', expect: '100-continue' }),
    );
    await client.until('100 Continue');
    client.socket.write(FILE_HEAD);
    const busy = await postForm(url, form({ mode: 'sync', audioContent: WAV }));
    expect(busy.status).toBe(503);
    expect(busy.headers.get('retry-after')).toBe('5');
    expect((await errorOf(busy)).code).toBe('PROVIDER_UNAVAILABLE');
    client.socket.destroy();
    await expect
      .poll(async () => (await postForm(url, form({ mode: 'sync', audioContent: WAV }))).status)
      .toBe(200);
    expect(given).toHaveLength(1);
  });

  it('aborts the recognition when the client leaves', async () => {
    const started = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<void>();
    const service = fakeService({
      transcribeShortBytes: async (_wav, _app, options) => {
        started.resolve();
        await once(options?.signal as AbortSignal, 'abort');
        aborted.resolve();
        throw SpeechError.aborted(options?.signal);
      },
    });
    const { url } = await startServer({ service });
    const leave = new AbortController();
    const answer = fetch(`${url}/v1/stt`, {
      method: 'POST',
      headers: CREDENTIALS,
      body: form({ mode: 'sync', audioContent: WAV }),
      signal: leave.signal,
    });
    answer.catch(() => undefined);
    await started.promise;
    leave.abort();
    await aborted.promise;
  });

  it('accepts the App ID in the form if there is no header', async () => {
    const { url } = await startServer();
    const authorization = { authorization: CREDENTIALS.authorization };
    const parts = { mode: 'sync', audioContent: WAV };
    expect((await postForm(url, form({ ...parts, app_id: 'app-1' }), authorization)).status).toBe(200);
    expect((await postForm(url, form({ appId: 'app-1', ...parts }), authorization)).status).toBe(200);
    expect((await postForm(url, form({ ...parts, appId: 'app-2' }), authorization)).status).toBe(401);
    expect((await postForm(url, form(parts), authorization)).status).toBe(401);
  });

  it('refuses invalid credentials before the body is read', async () => {
    const { port } = await startServer();
    const client = await openRaw(port);
    const headers = { ...MULTIPART, authorization: `Bearer ${TOKEN}x`, 'content-length': '90000000' };
    client.socket.write(rawRequest('POST /v1/stt', headers));
    await client.until('"UNAUTHORIZED"');
    expect(client.received()).toMatch(/^HTTP\/1.1 401 [\s\S]*connection: close/i);
    client.socket.destroy();
  });
});

describe('what POST /v1/stt refuses', () => {
  const field = (name: string, value: string, more = ''): string =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
  const file = (name = 'audioContent'): string => field(name, 'RIFF', '; filename="a.wav"');
  const fields = (count: number): string =>
    Array.from({ length: count }, (_, i) => field(`f${i}`, 'x')).join('');
  const end = `--${BOUNDARY}--\r\n`;

  it.each<[string, string, RegExp]>([
    ['no mode', file() + end, /^mode .*(required|"async" or "sync")/],
    ['another mode', field('mode', 'batch') + file() + end, /^mode must be "async" or "sync"/],
    ['no file', field('mode', 'sync') + end, /^audioContent \(a WAV file\) or audioUrl .* is required/],
    [
      'no file, async',
      field('mode', 'async') + field('audioUrl', ' ') + end,
      /^audioContent \(a WAV file\) or audioUrl .* is required/,
    ],
    [
      'audioUrl that is none',
      field('mode', 'sync') + field('audioUrl', 'a.wav') + end,
      /^audioUrl must be an http or https address/,
    ],
    [
      'webhookUrl that is none',
      field('webhookUrl', 'nowhere') + file() + field('mode', 'async') + end,
      /^webhookUrl must be an http or https address/,
    ],
    [
      'text for the file',
      field('mode', 'sync') + field('audioContent', 'RIFF') + end,
      /^audioContent must be a file/,
    ],
    [
      'no file but one of another name',
      field('mode', 'sync') + file('audio') + end,
      /^audioContent \(a WAV file\) or audioUrl .* is required/,
    ],
    [
      'two files',
      field('mode', 'sync') + file() + file() + end,
      /^The form has too many parts: audioContent takes one file/,
    ],
    [
      'a hundred and one parts',
      field('mode', 'sync') + file() + fields(99) + end,
      /^The form has too many parts: at most 100 are taken/,
    ],
    ['a field twice', field('mode', 'sync') + field('mode', 'sync') + end, /^mode must be given once/],
    [
      'a long field',
      field('mode', 'sync') + file() + field('webhookUrl', `http://a.example/${'x'.repeat(2048)}`) + end,
      /^webhookUrl must be a text of at most 2048/,
    ],
    [
      'a long audioUrl',
      field('mode', 'sync') + field('audioUrl', `http://a.example/${'x'.repeat(2048)}`) + end,
      /^audioUrl must be a text of at most 2048/,
    ],
    [
      'no file chosen',
      field('mode', 'sync') + NO_FILE + end,
      /^audioContent \(a WAV file\) or audioUrl .* is required/,
    ],
    [
      'no file chosen, async',
      NO_FILE + field('mode', 'async') + end,
      /^audioContent \(a WAV file\) or audioUrl .* is required/,
    ],
    [
      'a field named like a prototype member',
      field('constructor', 'x') + file() + end,
      /not a well-formed|required/,
    ],
    ['no closing boundary', field('mode', 'sync') + file(), /not a well-formed/],
    ['a file without its end', `${field('mode', 'sync')}${FILE_HEAD}RIFF`, /not a well-formed/],
    ['garbage', 'this is no form at all', /not a well-formed|required/],
    ['an empty body', '', /is required|must be/],
  ])('%s: 400', async (_what, body, message) => {
    const { given, service } = recorder();
    const { url } = await startServer({ service });
    const response = await postRaw(url, body);
    expect(response.status).toBe(400);
    const error = await errorOf(response);
    expect(error.code).toBe('BAD_REQUEST');
    expect(error.message).toMatch(message);
    expect(given).toEqual([]);
  });

  it.each([
    ['application/json', 'Content-Type must be multipart/form-data.'],
    ['audio/wav', 'Content-Type must be multipart/form-data.'],
    ['multipart/form-data', 'The body is not a well-formed multipart/form-data form.'],
  ])('a body of the type %s: 400', async (type, message) => {
    const { url } = await startServer();
    const response = await postRaw(url, field('mode', 'sync') + end, {
      ...CREDENTIALS,
      'content-type': type,
    });
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toEqual({ code: 'BAD_REQUEST', message });
  });
});
