import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { SpeechError, type SpeechErrorCode } from '@parlance/core/errors';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CREDENTIALS, fakeService } from './support/fake-service.ts';
import { openRaw, rawRequest } from './support/raw-client.ts';
import { errorOf, postJson, startServer } from './support/test-server.ts';

const GOOD = { text: 'Hello', mode: 'sync', voiceCode: 'voice-00' };

async function refusal(body: unknown, headers: Record<string, string> = {}) {
  const { url } = await startServer({
    service: fakeService({
      synthesizeLive: async () => {
        throw new SpeechError('INTERNAL', 'reached the service');
      },
    }),
  });
  const response = await postJson(`${url}/v1/tts`, body, headers);
  return { status: response.status, error: await errorOf(response) };
}

describe('the body of POST /v1/tts, mode sync', () => {
  it.each<[string, unknown, RegExp]>([
    ['mode missing', { ...GOOD, mode: undefined }, /^mode .*(required|"async" or "sync")/],
    ['mode unknown', { ...GOOD, mode: 'SYNC' }, /^mode must be "async" or "sync"/],
    ['mode no string', { ...GOOD, mode: 1 }, /^mode must be "async" or "sync"/],
    ['text missing', { ...GOOD, text: undefined }, /^text is required/],
    ['text no string', { ...GOOD, text: 5 }, /^text must be a string/],
    ['text empty', { ...GOOD, text: '' }, /^text must not be empty/],
    ['text white', { ...GOOD, text: ' \n\t\u3000' }, /^text must not be empty/],
    ['text of 301', { ...GOOD, text: 'a'.repeat(301) }, /^text has 301 characters; the limit is 300/],
    ['text of 301 emoji', { ...GOOD, text: '🎈'.repeat(301) }, /^text has 301 characters; the limit is 300/],
    ['voiceCode missing', { ...GOOD, voiceCode: undefined }, /^voiceCode is required/],
    ['voiceCode empty', { ...GOOD, voiceCode: ' ' }, /^voiceCode must not be empty/],
    ['voiceCode no string', { ...GOOD, voiceCode: 7 }, /^voiceCode must be a string/],
    ['outputFormat unknown', { ...GOOD, outputFormat: 'ogg' }, /^outputFormat must be one of mp3, wav, pcm/],
    ['outputFormat null', { ...GOOD, outputFormat: null }, /^outputFormat must be one of/],
    ['bitrate unknown', { ...GOOD, bitrate: 96 }, /^bitrate must be one of 8, 16, 32, 64, 128/],
    ['bitrate as a string', { ...GOOD, bitrate: '64' }, /^bitrate must be one of/],
    ['bitrate for wav', { ...GOOD, outputFormat: 'wav', bitrate: 1 }, /^bitrate must be one of/],
    ['speed low', { ...GOOD, speed: 0.249 }, /^speed must be a number from 0.25 to 1.9/],
    ['speed high', { ...GOOD, speed: 1.91 }, /^speed must be a number from 0.25 to 1.9/],
    ['speed as a string', { ...GOOD, speed: '1' }, /^speed must be a number/],
    ['sampleRate unknown', { ...GOOD, sampleRate: 11_025 }, /^sampleRate must be one of 8000, 16000, 22050/],
    ['sampleRate as a string', { ...GOOD, sampleRate: '8000' }, /^sampleRate must be one of/],
    ['a list', [GOOD], /^The body must be a JSON object/],
    ['null', 'null', /^The body must be a JSON object/],
    ['a string', '"text"', /^The body must be a JSON object/],
    ['no JSON', '{"text": ', /^The body is not valid JSON/],
    ['nothing', '', /^The body must be a JSON object/],
    ['an App ID that is no text', { ...GOOD, appId: {} }, /^appId must be a text/],
    ['an app_id that is no text', { ...GOOD, app_id: 7 }, /^app_id must be a text/],
    [
      'far too deep',
      `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
      /^The body is nested more than 32 levels deep/,
    ],
  ])('%s: 400 naming the field and what is allowed', async (_what, body, message) => {
    const { status, error } = await refusal(body);
    expect([status, error.code]).toEqual([400, 'BAD_REQUEST']);
    expect(error.message).toMatch(message);
  });

  it.each([
    { text: 'a' },
    { text: '🎈'.repeat(300) },
    { text: ` ${'a'.repeat(300)} ` },
    { speed: 0.25 },
    { speed: 1.9 },
    ...['mp3', 'wav', 'pcm'].map((outputFormat) => ({ outputFormat })),
    ...[8, 16, 32, 64, 128].map((bitrate) => ({ bitrate })),
    ...[8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000].map((sampleRate) => ({ sampleRate })),
    { unknown: { deep: [] }, emphasisIntensity: 55, clientPause: { majorBreak: 99 }, webhookUrl: 4 },
  ])('is accepted with %o', async (part) => {
    const { url } = await startServer();
    const response = await postJson(`${url}/v1/tts`, { ...GOOD, ...part });
    expect(response.status).toBe(200);
    await response.arrayBuffer();
  });

  it.each([
    ['text/plain', 'Content-Type must be application/json.'],
    ['application/x-www-form-urlencoded', 'Content-Type must be application/json.'],
    ['', 'Content-Type must be application/json.'],
    ['application/json; charset=utf-16', 'The charset of Content-Type must be utf-8.'],
  ])('refuses the content type "%s"', async (type, message) => {
    const { url } = await startServer();
    const response = await fetch(`${url}/v1/tts`, {
      method: 'POST',
      headers: type === '' ? CREDENTIALS : { ...CREDENTIALS, 'content-type': type },
      body: Buffer.from(JSON.stringify(GOOD)),
    });
    expect([response.status, await errorOf(response)]).toEqual([400, { code: 'BAD_REQUEST', message }]);
  });

  it('accepts a charset of utf-8 and a media type in capitals', async () => {
    const { url } = await startServer();
    const response = await postJson(`${url}/v1/tts`, GOOD, {
      'content-type': 'Application/JSON; Charset="UTF-8"',
    });
    expect(response.status).toBe(200);
    await response.arrayBuffer();
  });

  it('refuses bytes that are not UTF-8, and a content encoding', async () => {
    const { url } = await startServer();
    const headers = { ...CREDENTIALS, 'content-type': 'application/json' };
    const broken = Buffer.concat([Buffer.from('{"text":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);
    const response = await fetch(`${url}/v1/tts`, { method: 'POST', headers, body: broken });
    expect([response.status, (await errorOf(response)).message]).toEqual([
      400,
      'The body is not valid JSON in UTF-8.',
    ]);
    const packed = await refusal(GOOD, { 'content-encoding': 'gzip' });
    expect([packed.status, packed.error.message]).toEqual([
      400,
      'Content-Encoding is not supported; send the body as it is.',
    ]);
  });

  it('refuses a body that is too deep to be hashed for an Idempotency-Key', async () => {
    const unknown = JSON.parse(`${'['.repeat(3000)}${']'.repeat(3000)}`);
    const { status, error } = await refusal(
      { ...GOOD, mode: 'async', unknown },
      { 'idempotency-key': 'deep' },
    );
    expect([status, error.message]).toEqual([400, 'The body is nested more than 32 levels deep.']);
  });

  it('refuses a body that arrives too slowly, and reports it', async () => {
    const { url } = await startServer({ uploadFloor: { bytesPerSecond: 1000, windowMs: 200 } });
    const slow = request(`${url}/v1/tts`, {
      method: 'POST',
      headers: { ...CREDENTIALS, 'content-type': 'application/json' },
    });
    slow.on('error', () => undefined);
    slow.write('{"text":');
    const [response] = (await once(slow, 'response')) as [IncomingMessage];
    const body = (await response.toArray()).join('');
    expect([response.statusCode, JSON.parse(body).error.message]).toEqual([
      400,
      'The upload came at less than 1000 bytes a second for 0.2 seconds.',
    ]);
    slow.destroy();
  });

  it.each([
    ['GET /healthz', '5', '"ok"'],
    ['POST /v1/tts', '3000000', 'The body is too large.'],
  ])('survives %s whose body never comes, even after the answer', async (start, length, told) => {
    const { url, port } = await startServer({ uploadFloor: { bytesPerSecond: 1000, windowMs: 200 } });
    const uncaught: unknown[] = [];
    const note = (error: unknown): void => void uncaught.push(error);
    process.on('uncaughtExceptionMonitor', note);
    onTestFinished(() => void process.off('uncaughtExceptionMonitor', note));
    const headers = { ...CREDENTIALS, 'content-type': 'application/json', 'content-length': length };
    const client = await openRaw(port);
    client.socket.write(rawRequest(start, headers));
    await client.until(told);
    // It begins later and is measured for as long, so the answer to it is the last.
    const slow = request(`${url}/v1/tts`, {
      method: 'POST',
      headers: { ...CREDENTIALS, 'content-type': 'application/json' },
    });
    slow.on('error', () => undefined);
    slow.write('{"text":');
    await once(slow, 'response');
    expect(uncaught).toEqual([]);
    slow.destroy();
    client.socket.destroy();
  });

  it('accepts a longer text if the operator allows it, and reports the limit', async () => {
    const { url } = await startServer({ liveTextMaxChars: 1000 });
    const ask = (characters: number) => postJson(`${url}/v1/tts`, { ...GOOD, text: 'a'.repeat(characters) });
    const spoken = await ask(1000);
    expect(spoken.status).toBe(200);
    await spoken.arrayBuffer();
    const refused = await ask(1001);
    expect([refused.status, (await errorOf(refused)).message]).toEqual([
      400,
      'text has 1001 characters; the limit is 1000.',
    ]);
  });

  it('reads the longest text of the interface in its longest encoding, but not a much larger body', async () => {
    const longest = `{"mode":"sync","voiceCode":"v","text":"${'\\ud83c\\udf88'.repeat(100_000)}"}`;
    const { status, error } = await refusal(longest);
    expect([status, error.message]).toEqual([400, 'text has 100000 characters; the limit is 300.']);
    const beyond = await refusal(JSON.stringify({ ...GOOD, text: 'a'.repeat(2_100_000) }));
    expect([beyond.status, beyond.error]).toEqual([
      400,
      { code: 'BAD_REQUEST', message: 'The body is too large.' },
    ]);
  });
});

describe('errors of the service on POST /v1/tts', () => {
  it.each<[SpeechErrorCode, number, string, string | null]>([
    ['VOICE_NOT_FOUND', 400, 'BAD_REQUEST', null],
    ['INSUFFICIENT_CREDIT', 400, 'BAD_REQUEST', null],
    ['SYNTHESIS_CONCURRENCY_EXCEEDED', 429, 'TTS_CCR_MAX_LIMIT_REACHED', '1'],
    ['QUEUE_FULL', 503, 'INTERNAL_SERVER_ERROR', '5'],
    ['SHUTTING_DOWN', 503, 'INTERNAL_SERVER_ERROR', '5'],
    ['ENGINE_CRASHED', 503, 'INTERNAL_SERVER_ERROR', '5'],
    ['ENGINE_UNAVAILABLE', 503, 'INTERNAL_SERVER_ERROR', '5'],
    ['ENGINE_LOAD_FAILED', 503, 'INTERNAL_SERVER_ERROR', '5'],
    ['ENGINE_FAILED', 500, 'INTERNAL_SERVER_ERROR', null],
    ['INTERNAL', 500, 'INTERNAL_SERVER_ERROR', null],
  ])('%s is %i %s', async (code, status, wireCode, retryAfter) => {
    const service = fakeService({
      synthesizeLive: async () => {
        throw new SpeechError(code, 'secret /path/of/the/machine');
      },
    });
    const { url } = await startServer({ service });
    const response = await postJson(`${url}/v1/tts`, GOOD);
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    expect([response.status, error.code, response.headers.get('retry-after')]).toEqual([
      status,
      wireCode,
      retryAfter,
    ]);
    if (status === 500) expect(error.message).not.toContain('/path');
  });

  it('reports to callers of an overloaded server when its queue will be shorter', async () => {
    const service = fakeService({
      synthesizeLive: async () => {
        throw new SpeechError('QUEUE_FULL', 'Too many live calls wait.', { retryAfterSeconds: 17 });
      },
    });
    const { url } = await startServer({ service });
    const response = await postJson(`${url}/v1/tts`, GOOD);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '17']);
  });

  it('an unexpected error is 500 without its text', async () => {
    const service = fakeService({
      synthesizeLive: async () => {
        throw new TypeError('x is not a function');
      },
    });
    const { url } = await startServer({ service });
    const response = await postJson(`${url}/v1/tts`, GOOD);
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('x is not');
  });
});
