import { randomBytes } from 'node:crypto';
import { SpeechError } from '@parlance/core/errors';
import { describe, expect, it } from 'vitest';
import { CREDENTIALS, fakeService, PENDING, sizeOf, TRANSCRIPT } from './support/fake-service.ts';
import { FILE_HEAD, FORM_END, fieldPart, form, MULTIPART, postForm, sha256 } from './support/forms.ts';
import { upload } from './support/piecewise-upload.ts';
import { openRaw, rawRequest } from './support/raw-client.ts';
import { recorder } from './support/recorder.ts';
import { errorOf, startServer } from './support/test-server.ts';

const WAV = new Uint8Array([82, 73, 70, 70]);
const MB = 1_000_000;
const HOOK = 'http://receiver.example/hook';
const CLIP = 'http://clips.example/a.wav';
const noSeconds = async (): Promise<never> => {
  throw new SpeechError('INSUFFICIENT_SECONDS', 'No seconds are left.');
};

describe('POST /v1/stt, mode async', () => {
  it('answers the pending record as text/json', async () => {
    const { url } = await startServer();
    const response = await postForm(url, form({ mode: 'async', audioContent: WAV }));
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/json; charset=utf-8',
    ]);
    expect(await response.json()).toEqual(PENDING);
  });

  it.each([
    ['before the file', { mode: 'async', webhookUrl: HOOK, audioContent: WAV }],
    ['around the file', { mode: 'async', audioContent: WAV, webhookUrl: HOOK }],
    ['behind the file', { audioContent: WAV, webhookUrl: HOOK, mode: 'async' }],
  ])('accepts its fields %s', async (_where, parts) => {
    const { submitted, service } = recorder();
    const { url } = await startServer({ service });
    expect((await postForm(url, form(parts))).status).toBe(200);
    expect(submitted).toMatchObject([{ what: { sha256: sha256(WAV), bytes: 4 }, webhookUrl: HOOK }]);
  });

  it.each([
    ['before the file', { mode: 'async', words: 'true', audioContent: WAV }, true],
    ['behind the file', { mode: 'async', audioContent: WAV, words: 'true' }, true],
    ['with "false"', { mode: 'async', audioContent: WAV, words: 'false' }, false],
    ['nowhere', { mode: 'async', audioContent: WAV }, undefined],
  ])('accepts words %s', async (_where, parts, words) => {
    const { submitted, service } = recorder();
    const { url } = await startServer({ service });
    expect((await postForm(url, form(parts))).status).toBe(200);
    expect(submitted).toMatchObject([{ words }]);
  });

  it.each<[string, Record<string, string | Uint8Array>, string | undefined]>([
    ['before the file', { mode: 'async', language: ' de-AT ', audioContent: WAV }, 'de-AT'],
    ['behind the file', { mode: 'async', audioContent: WAV, language: 'en' }, 'en'],
    ['left empty', { mode: 'async', audioContent: WAV, language: '' }, undefined],
  ])('accepts the language %s', async (_where, parts, language) => {
    const { submitted, service } = recorder();
    const { url } = await startServer({ service });
    expect((await postForm(url, form(parts))).status).toBe(200);
    expect(submitted).toMatchObject([{ language }]);
  });

  it('refuses an invalid language', async () => {
    const { service } = recorder();
    const { url } = await startServer({ service });
    const answer = await postForm(url, form({ mode: 'async', language: 'the queen’s', audioContent: WAV }));
    expect((await errorOf(answer)).message).toContain('language must be a language, such as "en" or "en-US"');
  });

  it.each<[string, Record<string, string | Uint8Array>, string | undefined]>([
    ['before the file', { mode: 'async', channels: 'separate', audioContent: WAV }, 'separate'],
    ['behind the file', { mode: 'async', audioContent: WAV, channels: 'mixed' }, 'mixed'],
    ['nowhere', { mode: 'async', audioContent: WAV }, undefined],
  ])('takes what becomes of channels %s', async (_where, parts, channels) => {
    const { submitted, service } = recorder();
    const { url } = await startServer({ service });
    expect((await postForm(url, form(parts))).status).toBe(200);
    expect(submitted).toMatchObject([{ channels }]);
  });

  it.each(['sync', 'async'])('refuses another word for channels in mode %s', async (mode) => {
    const { url } = await startServer({ service: recorder().service });
    const response = await postForm(url, form({ mode, audioContent: WAV, channels: 'stereo' }));
    expect(response.status).toBe(400);
    expect((await errorOf(response)).message).toContain('channels must be one of mixed, separate');
  });

  it.each(['sync', 'async'])('refuses words that are neither true nor false in mode %s', async (mode) => {
    const { url } = await startServer({ service: recorder().service });
    const response = await postForm(url, form({ mode, audioContent: WAV, words: 'yes' }));
    expect(response.status).toBe(400);
    expect(JSON.stringify(await response.json())).toContain('words must be true or false');
  });

  it.each([
    ['before', (wav: Uint8Array) => ({ mode: 'async', audioContent: wav })],
    ['behind', (wav: Uint8Array) => ({ audioContent: wav, mode: 'async', webhookUrl: HOOK })],
  ])('streams a file unchanged that is too large to hold, its mode %s', async (_where, parts) => {
    const { submitted, service } = recorder();
    const { url } = await startServer({ service });
    const wav = randomBytes(12 * MB);
    expect((await postForm(url, form(parts(wav)))).status).toBe(200);
    expect(submitted).toMatchObject([{ what: { sha256: sha256(wav), bytes: wav.byteLength } }]);
  });

  it('streams the file while it is still arriving', async () => {
    const first = Promise.withResolvers<Uint8Array>();
    const service = fakeService({
      async submitTranscription(recording) {
        if ('bytes' in recording) for await (const piece of recording.bytes) first.resolve(piece);
        return { answer: PENDING, isReplay: false };
      },
    });
    const { url } = await startServer({ service });
    const sending = upload(url);
    await sending.write(fieldPart('mode', 'async') + FILE_HEAD);
    await sending.write(randomBytes(MB));
    expect((await first.promise).byteLength).toBeGreaterThan(0);
    await sending.write(FORM_END);
    sending.end();
    expect((await sending.answer()).status).toBe(200);
  });

  it.each([
    ['accepts 99 999 999 bytes', 99_999_999, 200],
    ['refuses 100 000 000 bytes', 100_000_000, 400],
  ])('%s', async (_what, bytes, status) => {
    const service = fakeService({
      async submitTranscription(recording) {
        if ('bytes' in recording) expect(await sizeOf(recording.bytes)).toBe(bytes);
        return { answer: PENDING, isReplay: false };
      },
    });
    const { url } = await startServer({ service });
    const sending = upload(url);
    await sending.write(fieldPart('mode', 'async') + FILE_HEAD);
    const piece = Buffer.alloc(MB);
    for (let left = bytes; left > 0; left -= MB) await sending.write(piece.subarray(0, Math.min(left, MB)));
    await sending.write(FORM_END);
    sending.end();
    const answer = await sending.answer();
    expect(answer.status).toBe(status);
    if (status === 200) return;
    expect(answer.body.error).toEqual({
      code: 'BAD_REQUEST',
      message: 'audioContent must be smaller than 100 MB (100000000 bytes).',
    });
  });

  it('refuses more while it is still being sent, and closes the connection', async () => {
    const { url } = await startServer();
    const sending = upload(url, { 'content-length': '900000000' });
    await sending.write(fieldPart('mode', 'async') + FILE_HEAD);
    const piece = Buffer.alloc(MB);
    // A hundred of nine hundred million: the answer must come without the rest.
    for (let sent = 0; sent < 100; sent++) await sending.write(piece);
    const { status, headers } = await sending.answer();
    expect([status, headers.connection]).toEqual([400, 'close']);
    sending.destroy();
  });

  it.each<[string, (string | Uint8Array)[], RegExp]>([
    [
      'a mode sync',
      [fieldPart('mode', 'sync')],
      /^audioContent must be smaller than 10 MB .* in mode "sync"/,
    ],
    ['no mode', [], /^mode .*(required|"async" or "sync")/],
    ['an unknown mode', [fieldPart('mode', 'batch')], /^mode must be "async" or "sync"/],
    ['a bad webhookUrl', [fieldPart('mode', 'async'), fieldPart('webhookUrl', 'x')], /^webhookUrl must be/],
    ['no end', [fieldPart('mode', 'async'), `--xBOUNDARYx\r\n`], /not a well-formed multipart/],
  ])('reports %s after a large file, and stores none of it', async (_what, rest, message) => {
    const { submitted, service } = recorder();
    const { url } = await startServer({ service });
    const sending = upload(url);
    await sending.write(FILE_HEAD);
    await sending.write(Buffer.alloc(11 * MB));
    await sending.write('\r\n');
    for (const part of rest) await sending.write(part);
    if (!/no end/.test(_what)) await sending.write(FORM_END.slice(2));
    sending.end();
    const { status, body } = await sending.answer();
    expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST']);
    expect(body.error.message).toMatch(message);
    expect(submitted).toEqual([]);
  });

  it('reports the upload’s own fault, whatever error it causes in the service', async () => {
    const service = fakeService({
      async submitTranscription(recording) {
        try {
          if ('bytes' in recording) await sizeOf(recording.bytes);
        } catch {
          throw new SpeechError('STORAGE_FAILED', 'The spool could not be written.');
        }
        return { answer: PENDING, isReplay: false };
      },
    });
    const { url } = await startServer({ service });
    const sending = upload(url);
    await sending.write(`${fieldPart('mode', 'async')}${FILE_HEAD}RIFF`);
    sending.end();
    expect((await sending.answer()).status).toBe(400);
  });

  it('reports at once why the service refuses a file, with the rest unread', async () => {
    const service = fakeService({
      async submitTranscription(recording) {
        if ('bytes' in recording) for await (const _piece of recording.bytes) break;
        throw new SpeechError('AUDIO_NOT_READABLE', 'audioContent is no WAV file.');
      },
    });
    const { url } = await startServer({ service });
    const sending = upload(url, { 'content-length': '90000000' });
    await sending.write(fieldPart('mode', 'async') + FILE_HEAD);
    await sending.write(Buffer.alloc(MB));
    const { status, body, headers } = await sending.answer();
    expect([status, headers.connection]).toEqual([400, 'close']);
    expect(body.error.message).toBe('audioContent is no WAV file.');
    sending.destroy();
  });

  it.each(['async', 'sync'])('names the field of the recording in its faults, mode %s', async (mode) => {
    const refuse = async (): Promise<never> => {
      throw new SpeechError('AUDIO_NOT_READABLE', 'The WAV file has a sample rate of 24000 Hz.');
    };
    const service = fakeService({
      submitTranscription: refuse,
      transcribeShortBytes: refuse,
      transcribeShortAddress: refuse,
    });
    const { url } = await startServer({ service });
    const messageOf = async (parts: Parameters<typeof form>[0]): Promise<string> => {
      const answer = await postForm(url, form(parts));
      expect(answer.status).toBe(400);
      return (await errorOf(answer)).message;
    };
    expect(await messageOf({ mode, audioContent: WAV })).toBe(
      'audioContent: The WAV file has a sample rate of 24000 Hz.',
    );
    expect(await messageOf({ mode, audioUrl: CLIP })).toBe(
      'audioUrl: The WAV file has a sample rate of 24000 Hz.',
    );
  });

  it('breaks the recording off if the client leaves in the middle', async () => {
    const failed = Promise.withResolvers<unknown>();
    const begun = Promise.withResolvers<void>();
    const service = fakeService({
      async submitTranscription(recording) {
        try {
          if ('bytes' in recording) for await (const _piece of recording.bytes) begun.resolve();
        } catch (error) {
          failed.resolve(error);
          throw error;
        }
        return { answer: PENDING, isReplay: false };
      },
    });
    const { port, url } = await startServer({ service });
    const client = await openRaw(port);
    client.socket.write(rawRequest('POST /v1/stt', { ...MULTIPART, 'content-length': '5000000' }));
    client.socket.write(`${fieldPart('mode', 'async')}${FILE_HEAD}RIFF${'x'.repeat(70_000)}`);
    await begun.promise;
    client.socket.destroy();
    expect(await failed.promise).toMatchObject({ code: 'ABORTED' });
    await expect
      .poll(async () => (await (await fetch(`${url}/metrics`)).text()).match(/^parlance_uploads .*$/m)?.[0])
      .toBe('parlance_uploads 0');
  });

  it('refuses an upload that is too slow, and closes the connection', async () => {
    const { port } = await startServer({ uploadFloor: { bytesPerSecond: 1_000_000, windowMs: 200 } });
    const client = await openRaw(port);
    client.socket.write(rawRequest('POST /v1/stt', { ...MULTIPART, 'content-length': '5000000' }));
    client.socket.write(`${fieldPart('mode', 'async')}${FILE_HEAD}RIFF`);
    await client.until('The upload came at less than 1000000 bytes a second for 0.2 seconds.');
    expect(client.received()).toMatch(/^HTTP\/1.1 400 [\s\S]*connection: close/i);
    client.socket.destroy();
  });

  it('does not count time in which the service does not read', async () => {
    const go = Promise.withResolvers<void>();
    const service = fakeService({
      async submitTranscription(recording) {
        if ('bytes' in recording) {
          for await (const _piece of recording.bytes) await go.promise;
        }
        return { answer: PENDING, isReplay: false };
      },
    });
    const windowMs = 1000;
    const { url } = await startServer({ service, uploadFloor: { bytesPerSecond: 1000, windowMs } });
    const sending = upload(url);
    await sending.write(fieldPart('mode', 'async') + FILE_HEAD);
    const sent = sending.write(Buffer.alloc(40 * MB));
    const answer = sending.answer();
    // Several windows, each of which would be the end of it.
    const waited = await Promise.race([
      answer,
      new Promise((resolve) => setTimeout(() => resolve('still waiting'), 3 * windowMs)),
    ]);
    expect(waited).toBe('still waiting');
    go.resolve();
    await sent;
    await sending.write(FORM_END);
    sending.end();
    expect((await answer).status).toBe(200);
  });
});

describe('whose upload it is', () => {
  const authorization = { authorization: CREDENTIALS.authorization };

  it('may be in the form, after a file that fits into memory', async () => {
    const { submitted, service } = recorder();
    const { url } = await startServer({ service });
    const body = form({ mode: 'async', audioContent: WAV, appId: 'app-1' });
    const response = await fetch(`${url}/v1/stt`, { method: 'POST', headers: authorization, body });
    expect(response.status).toBe(200);
    expect(submitted).toMatchObject([{ app: { appId: 'app-1' } }]);
  });

  it.each([
    ['behind a large file', { mode: 'async', audioContent: new Uint8Array(11 * MB), appId: 'app-1' }],
    ['nowhere', { mode: 'async', audioContent: WAV }],
    ['wrongly', { mode: 'async', appId: 'app-2', audioContent: WAV }],
  ])('must be known before the file is stored: sent %s it is refused', async (_where, parts) => {
    const { submitted, service } = recorder();
    const { url } = await startServer({ service });
    const response = await fetch(`${url}/v1/stt`, {
      method: 'POST',
      headers: authorization,
      body: form(parts),
    });
    expect([response.status, (await errorOf(response)).code]).toEqual([401, 'UNAUTHORIZED']);
    expect(submitted).toEqual([]);
  });

  it('is refused before it is read if no seconds are left', async () => {
    const service = fakeService({ requireSeconds: noSeconds });
    const { port } = await startServer({ service });
    const client = await openRaw(port);
    client.socket.write(rawRequest('POST /v1/stt', { ...MULTIPART, 'content-length': '90000000' }));
    await client.until('"STT_INSUFFICIENT_SECONDS"');
    expect(client.received()).toMatch(/^HTTP\/1.1 402 [\s\S]*connection: close/i);
    client.socket.destroy();
  });

  it('is refused with 503 if the maximum number is in progress', async () => {
    const { port, url } = await startServer();
    const clients = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const client = await openRaw(port);
        const headers = { ...MULTIPART, 'content-length': '5000000', expect: '100-continue' };
        client.socket.write(rawRequest('POST /v1/stt', headers));
        await client.until('100 Continue');
        return client;
      }),
    );
    const busy = await postForm(url, form({ mode: 'async', audioContent: WAV }));
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '5']);
    for (const client of clients) client.socket.destroy();
    await expect
      .poll(async () => (await postForm(url, form({ mode: 'async', audioContent: WAV }))).status)
      .toBe(200);
  });
});

describe('audioUrl', () => {
  it.each(['sync', 'async'])('alone is fetched, mode %s', async (mode) => {
    const { submitted, live, service } = recorder();
    const { url } = await startServer({ service });
    const response = await postForm(url, form({ audioUrl: CLIP, mode, webhookUrl: HOOK }));
    expect(response.status).toBe(200);
    const asked = mode === 'sync' ? live : submitted;
    expect(asked).toMatchObject([
      mode === 'sync' ? { wav: CLIP, webhookUrl: HOOK } : { what: { url: CLIP }, webhookUrl: HOOK },
    ]);
  });

  it.each(['sync', 'async'])('is ignored beside a file, mode %s', async (mode) => {
    const { submitted, live, service } = recorder();
    const { url } = await startServer({ service });
    const response = await postForm(url, form({ audioUrl: CLIP, audioContent: WAV, mode }));
    expect(response.status).toBe(200);
    expect(mode === 'sync' ? live.map(({ wav }) => wav.length) : submitted).toMatchObject(
      mode === 'sync' ? [4] : [{ what: { bytes: 4 } }],
    );
  });

  it.each<[SpeechError, number, string]>([
    [new SpeechError('AUDIO_FETCH_FAILED', 'audioUrl could not be fetched.'), 400, 'BAD_REQUEST'],
    [new SpeechError('INSUFFICIENT_SECONDS', 'Too few.'), 402, 'STT_INSUFFICIENT_SECONDS'],
    [new SpeechError('RECOGNITION_CONCURRENCY_EXCEEDED', 'Too many.'), 429, 'STT_MAX_CCR_REACHED'],
    [new SpeechError('STORAGE_FULL', 'secret path'), 503, 'INTERNAL_SERVER_ERROR'],
  ])('that fails with $code is reported with it', async (error, status, code) => {
    const service = fakeService({
      transcribeShortAddress: async () => {
        throw error;
      },
    });
    const { url } = await startServer({ service });
    const response = await postForm(url, form({ audioUrl: CLIP, mode: 'sync' }));
    const told = await errorOf(response);
    expect([response.status, told.code]).toEqual([status, code]);
    expect(told.message).not.toContain('secret');
  });
});

describe('Idempotency-Key with an upload', () => {
  it('has a hash of the fields and the file, in any order', async () => {
    const { submitted, service } = recorder();
    const { url } = await startServer({ service });
    const large = randomBytes(11 * MB);
    const post = (parts: Readonly<Record<string, string | Uint8Array>>) =>
      postForm(url, form(parts), { 'idempotency-key': 'key 1' });
    await post({ mode: 'async', audioContent: WAV });
    await post({ audioContent: WAV, mode: 'async' });
    await post({ mode: 'async', audioContent: new Uint8Array([82, 73, 70, 71]) });
    await post({ mode: 'async', audioContent: WAV, webhookUrl: HOOK });
    await post({ mode: 'async', audioUrl: CLIP });
    await post({ mode: 'async', audioContent: large });
    await post({ audioContent: large, mode: 'async' });
    const hashes = submitted.map(({ bodyHash }) => bodyHash);
    expect(hashes.every((hash) => /^[\da-f]{64}$/.test(hash ?? ''))).toBe(true);
    expect(hashes[1]).toBe(hashes[0]);
    expect(hashes[6]).toBe(hashes[5]);
    expect(new Set(hashes).size).toBe(5);
  });

  it('of a repeat is answered as such, even with an empty balance', async () => {
    const replay = async () => ({ answer: TRANSCRIPT, isReplay: true });
    const service = fakeService({
      transcribeShortBytes: replay,
      submitTranscription: replay,
      requireSeconds: noSeconds,
    });
    const { url } = await startServer({ service });
    for (const mode of ['sync', 'async']) {
      const response = await postForm(url, form({ mode, audioContent: WAV }), { 'idempotency-key': 'k' });
      expect([response.status, response.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
      expect(await response.json()).toEqual(TRANSCRIPT);
    }
  });
});

describe('GET /v1/stt/transcripts/{id}', () => {
  it.each([PENDING, TRANSCRIPT])('shows the record: $status', async (record) => {
    const { url } = await startServer();
    const response = await fetch(`${url}/v1/stt/transcripts/${record.transcriptId}`, {
      headers: CREDENTIALS,
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/json; charset=utf-8',
    ]);
    expect(await response.json()).toEqual(record);
  });

  it('has an errorMessage if it failed', async () => {
    const failed = { ...PENDING, status: 'FAILED', errorMessage: 'audioUrl could not be fetched.' } as const;
    const { url } = await startServer({ service: fakeService({ getTranscript: async () => failed }) });
    const response = await fetch(`${url}/v1/stt/transcripts/x`, { headers: CREDENTIALS });
    expect(await response.json()).toEqual(failed);
  });

  it('requests it on behalf of the caller', async () => {
    const asked: unknown[] = [];
    const service = fakeService({
      getTranscript: async (transcriptId, app) => {
        asked.push([transcriptId, app.appId]);
        return TRANSCRIPT;
      },
    });
    const { url } = await startServer({ service });
    await fetch(`${url}/v1/stt/transcripts/t%2F1`, { headers: CREDENTIALS });
    expect(asked).toEqual([['t/1', 'app-1']]);
  });
});
