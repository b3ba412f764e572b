import type { App } from '@parlance/core/accounts';
import { SPEECH_ERRORS, SpeechError, type SpeechErrorCode } from '@parlance/core/errors';
import type { Idempotency, SynthesisRecord } from '@parlance/core/requests';
import type { BatchSynthesisInput, SynthesisView } from '@parlance/core/synthesis';
import { synthesisFailureCode } from '@parlance/core/webhooks';
import { describe, expect, it } from 'vitest';
import { TTS_ERRORS } from '../src/index.ts';
import { APP, CREDENTIALS, fakeService, REQUEST } from './support/fake-service.ts';
import { errorOf, postJson, startServer } from './support/test-server.ts';

const BODY = { text: 'Hello', mode: 'async', voiceCode: 'v', webhookUrl: 'http://receiver.example/hook' };

interface Submission {
  readonly input: BatchSynthesisInput;
  readonly app: App;
  readonly kind: string | undefined;
  readonly idempotency: Idempotency | undefined;
}

function recorder() {
  const submitted: Submission[] = [];
  const service = fakeService({
    submitSynthesis: async (input, app, options = {}) => {
      submitted.push({ input, app, kind: options.kind, idempotency: options.idempotency });
      return { answer: REQUEST, isReplay: false };
    },
  });
  return { submitted, service };
}

describe('POST /v1/tts, mode async', () => {
  it('answers the id and PROCESSING as JSON', async () => {
    const { url } = await startServer();
    const response = await postJson(`${url}/v1/tts`, BODY);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    expect(await response.json()).toEqual({ requestId: 'request1', status: 'PROCESSING' });
    expect(response.headers.get('idempotent-replayed')).toBeNull();
  });

  it('passes every field of the body on, with defaults filled in and unknown ones dropped', async () => {
    const { submitted, service } = recorder();
    const { url } = await startServer({ service });
    await postJson(`${url}/v1/tts`, { ...BODY, text: ' Hello ', other: 1 });
    const full = {
      outputFormat: 'wav',
      bitrate: 64,
      speed: 0.5,
      sampleRate: 8000,
      emphasisIntensity: 50,
      clientPause: { majorBreak: 1 },
    };
    await postJson(`${url}/v1/tts`, { ...BODY, ...full });
    const least = { text: 'Hello', voiceCode: 'v', webhookUrl: BODY.webhookUrl };
    expect(submitted.map(({ input }) => input)).toEqual([
      { ...least, outputFormat: 'mp3', speed: 1 },
      {
        ...least,
        ...full,
        clientPause: { majorBreak: 1, mediumBreak: 0.25, paragraphBreak: 0.6, sentenceBreak: 0.45 },
      },
    ]);
    expect(submitted[0]).toMatchObject({ app: { appId: 'app-1' }, kind: undefined, idempotency: undefined });
  });

  it('accepts pcm, which fails later', async () => {
    const { submitted, service } = recorder();
    const { url } = await startServer({ service });
    expect((await postJson(`${url}/v1/tts`, { ...BODY, outputFormat: 'pcm' })).status).toBe(200);
    expect(submitted[0]?.input.outputFormat).toBe('pcm');
  });

  it.each<[object, RegExp]>([
    [{ webhookUrl: undefined }, /^webhookUrl is required/],
    [{ webhookUrl: 'nowhere' }, /^webhookUrl must be an http or https address/],
    [{ webhookUrl: 5 }, /^webhookUrl must be an http or https address/],
    [{ text: 'a'.repeat(100_001) }, /^text has 100001 characters; the limit is 100000/],
    [{ text: '🎈'.repeat(100_001) }, /^text has 100001 characters; the limit is 100000/],
    [{ text: ' ' }, /^text must not be empty/],
    [{ voiceCode: undefined }, /^voiceCode is required/],
    [{ outputFormat: 'ogg' }, /^outputFormat must be one of mp3, wav, pcm/],
    [{ emphasisIntensity: 55 }, /^emphasisIntensity must be an integer from 0 to 100, a multiple of 10/],
    [{ emphasisIntensity: 110 }, /^emphasisIntensity must be/],
    [
      { clientPause: { majorBreak: 0.05 } },
      /^clientPause.majorBreak must be a number from 0.1 to 10 seconds/,
    ],
    [{ clientPause: { paragraphBreak: 10.5 } }, /^clientPause.paragraphBreak must be a number from 0 to 10/],
    [{ clientPause: 5 }, /^clientPause must be an object/],
    [{ bitrate: '64' }, /^bitrate must be one of/],
  ])('refuses %j', async (part, message) => {
    const { submitted, service } = recorder();
    const { url } = await startServer({ service });
    const response = await postJson(`${url}/v1/tts`, { ...BODY, ...part });
    const { code, message: told } = await errorOf(response);
    expect([response.status, code]).toEqual([400, 'BAD_REQUEST']);
    expect(told).toMatch(message);
    expect(submitted).toEqual([]);
  });

  it.each([
    ['as it is', '🎈'.repeat(100_000)],
    ['each escaped as two surrogates', '\\ud83c\\udf88'.repeat(100_000)],
  ])('accepts 100 000 characters outside the basic plane, %s', async (_how, text) => {
    const { submitted, service } = recorder();
    const { url } = await startServer({ service });
    const body = JSON.stringify(BODY).replace('"Hello"', () => `"${text}"`);
    expect((await postJson(`${url}/v1/tts`, body)).status).toBe(200);
    expect(submitted[0]?.input.text).toBe('🎈'.repeat(100_000));
  });

  it.each<[SpeechErrorCode, number, string]>([
    ['INSUFFICIENT_CREDIT', 400, 'BAD_REQUEST'],
    ['VOICE_NOT_FOUND', 400, 'BAD_REQUEST'],
    ['IDEMPOTENCY_CONFLICT', 409, 'IDEMPOTENCY_CONFLICT'],
    ['QUEUE_FULL', 503, 'INTERNAL_SERVER_ERROR'],
    ['STORAGE_FULL', 503, 'INTERNAL_SERVER_ERROR'],
  ])('reports the service’s %s as %i %s', async (code, status, wireCode) => {
    const service = fakeService({
      submitSynthesis: async () => {
        throw new SpeechError(code, 'It can’t be.');
      },
    });
    const { url } = await startServer({ service });
    const response = await postJson(`${url}/v1/tts`, BODY);
    expect([response.status, (await errorOf(response)).code]).toEqual([status, wireCode]);
  });
});

describe('GET /v1/tts/requests/{id}', () => {
  const COMPLETED: SynthesisRecord = { ...REQUEST, status: 'COMPLETED', doneCharacters: 5, text: '' };

  async function shown(view: SynthesisView, publicUrl?: string) {
    const service = fakeService({ getSynthesis: async () => view });
    const { url } = await startServer({ service, ...(publicUrl === undefined ? {} : { publicUrl }) });
    const response = await fetch(`${url}/v1/tts/requests/request1`, { headers: CREDENTIALS });
    return { url, response, body: (await response.json()) as Record<string, unknown> };
  }

  it('has the id and the status only, while it is in progress', async () => {
    const { response, body } = await shown({ record: REQUEST });
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toEqual({ requestId: 'request1', status: 'PROCESSING' });
  });

  it('has the audio’s absolute address when it is completed', async () => {
    const link = '/v1/audio/request1.mp3?expires=1&signature=x';
    const ofHost = await shown({ record: COMPLETED, audioLink: link });
    expect(ofHost.body).toEqual({
      requestId: 'request1',
      status: 'COMPLETED',
      audioLink: ofHost.url + link,
    });
    const [wordsLink, subtitlesLink] = ['/v1/audio/request1.json?x', '/v1/audio/request1.vtt?x'];
    const withWords = await shown({ record: COMPLETED, audioLink: link, wordsLink, subtitlesLink });
    expect(withWords.body).toMatchObject({
      wordsLink: withWords.url + wordsLink,
      subtitlesLink: withWords.url + subtitlesLink,
    });
    const ofPublic = await shown({ record: COMPLETED, audioLink: link }, 'https://speech.example/tts');
    expect(ofPublic.body.audioLink).toBe(`https://speech.example/tts${link}`);
    const ofStore = await shown({ record: COMPLETED, audioLink: 'https://store.example/a?x=1' });
    expect(ofStore.body.audioLink).toBe('https://store.example/a?x=1');
  });

  it.each<[SpeechErrorCode, string, string]>([
    ['AUDIO_FORMAT_NOT_AVAILABLE', 'BAD_REQUEST', 'What went wrong.'],
    [
      'ENGINE_CRASHED',
      'INTERNAL_SERVER_ERROR',
      'The speech engine failed or is not available at the moment.',
    ],
  ])('reports why it failed: %s', async (code, wireCode, text) => {
    const failure = { code, message: 'What went wrong.' };
    const { response, body } = await shown({ record: { ...REQUEST, status: 'FAILED', failure } });
    expect(response.status).toBe(200);
    const message = expect.stringContaining(text);
    expect(body).toEqual({
      requestId: 'request1',
      status: 'FAILED',
      error: { code: wireCode, message },
      error_code: wireCode,
      error_message: message,
    });
  });

  it('has the same code as the webhook, whatever the failure of a synthesis job', () => {
    const neverOfJobs: readonly string[] = [
      ...['UNAUTHORIZED', 'FORBIDDEN', 'IDEMPOTENCY_CONFLICT', 'VOICE_PACK_CONFLICT'],
    ];
    const failures = (Object.keys(TTS_ERRORS) as SpeechErrorCode[]).filter(
      (code) => SPEECH_ERRORS[code].fault !== 'load' && !neverOfJobs.includes(code),
    );
    expect(failures.map((code) => [code, synthesisFailureCode(code)])).toEqual(
      failures.map((code) => [code, TTS_ERRORS[code].code]),
    );
  });

  it('requests it on behalf of the caller', async () => {
    const asked: unknown[] = [];
    const service = fakeService({
      getSynthesis: async (requestId, app) => {
        asked.push([requestId, app]);
        return { record: REQUEST };
      },
    });
    const { url } = await startServer({ service });
    await fetch(`${url}/v1/tts/requests/a%2Fb`, { headers: CREDENTIALS });
    expect(asked).toEqual([['a/b', APP]]);
  });
});

describe('Idempotency-Key on POST /v1/tts', () => {
  it('belongs to the endpoint and a hash of the body, however it is formatted', async () => {
    const { submitted, service } = recorder();
    const { url } = await startServer({ service });
    const key = { 'idempotency-key': 'order 17 ~' };
    const { mode, ...rest } = BODY;
    await postJson(`${url}/v1/tts`, BODY, key);
    await postJson(`${url}/v1/tts`, `  ${JSON.stringify({ ...rest, mode }, null, 2)}`, key);
    await postJson(`${url}/v1/tts`, { ...BODY, speed: 1.5 }, key);
    const [first, second, third] = submitted.map(({ idempotency }) => idempotency);
    expect(first).toEqual({
      path: '/v1/tts',
      key: 'order 17 ~',
      bodyHash: expect.stringMatching(/^[\da-f]{64}$/),
    });
    expect(second).toEqual(first);
    expect(third?.bodyHash).not.toBe(first?.bodyHash);
  });

  it('of a repeat gets the first answer, marked, even if the request has ended since', async () => {
    const service = fakeService({
      submitSynthesis: async () => ({ answer: { ...REQUEST, status: 'COMPLETED' }, isReplay: true }),
    });
    const { url } = await startServer({ service });
    const response = await postJson(`${url}/v1/tts`, BODY, { 'idempotency-key': 'k' });
    expect(response.headers.get('idempotent-replayed')).toBe('true');
    expect(await response.json()).toEqual({ requestId: 'request1', status: 'PROCESSING' });
  });

  it.each(['', 'x'.repeat(256), 'clé', 'a\tb'])('is refused as %j', async (key) => {
    const { submitted, service } = recorder();
    const { url } = await startServer({ service });
    const response = await postJson(`${url}/v1/tts`, BODY, { 'idempotency-key': key });
    expect([response.status, await errorOf(response)]).toEqual([
      400,
      { code: 'BAD_REQUEST', message: 'Idempotency-Key must be 1 to 255 printable ASCII characters.' },
    ]);
    expect(submitted).toEqual([]);
  });

  it('has no effect on mode sync, which creates nothing', async () => {
    const { url } = await startServer();
    const body = { mode: 'sync', text: 'a', voiceCode: 'v' };
    const response = await postJson(`${url}/v1/tts`, body, { 'idempotency-key': '' });
    expect(response.status).toBe(200);
    await response.arrayBuffer();
  });
});
