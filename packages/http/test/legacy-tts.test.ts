import { once } from 'node:events';
import { SpeechError, type SpeechErrorCode } from '@parlance/core/errors';
import type { Idempotency, SynthesisRecord } from '@parlance/core/requests';
import type { BatchSynthesisInput } from '@parlance/core/synthesis';
import { describe, expect, it } from 'vitest';
import { CREDENTIALS, fakeService, REQUEST } from './support/fake-service.ts';
import { postJson, startServer } from './support/test-server.ts';

const BODY = { input_text: 'Hello', voice_code: 'v' };
const RECORD: SynthesisRecord = { ...REQUEST, kind: 'legacy' };
const RESULT = {
  request_id: 'request1',
  app_id: 'app-1',
  characters: 5,
  voice_code: 'voice-00',
  audio_type: 'mp3',
  speed_rate: 1,
  sample_rate: '22050',
  bitrate: 64,
  created_at: REQUEST.createdAt,
  status: 'PROCESSING',
};
const LINK = '/v1/audio/request1.mp3?expires=1&signature=x';

function recorder(ended: Partial<SynthesisRecord> = {}) {
  const submitted: { input: BatchSynthesisInput; kind: string | undefined; key: Idempotency | undefined }[] =
    [];
  const service = fakeService({
    submitSynthesis: async (input, _app, options = {}) => {
      submitted.push({ input, kind: options.kind, key: options.idempotency });
      return { answer: RECORD, isReplay: false };
    },
    awaitSynthesis: async () => {
      const record = { ...RECORD, ...ended };
      return record.status === 'COMPLETED' ? { record, audioLink: LINK } : { record };
    },
  });
  return { submitted, service };
}

describe('POST /api/v1/tts', () => {
  it('accepts at once by default, as text/json', async () => {
    const { submitted, service } = recorder();
    const { url } = await startServer({ service });
    const response = await postJson(`${url}/api/v1/tts`, BODY);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/json; charset=utf-8',
    ]);
    expect(await response.json()).toEqual({ status: 1, result: RESULT });
    expect(submitted).toEqual([
      {
        input: { text: 'Hello', voiceCode: 'v', outputFormat: 'mp3', speed: 1 },
        kind: 'legacy',
        key: undefined,
      },
    ]);
  });

  it('accepts the App ID in the body, numbers as strings, and a webhook', async () => {
    const { submitted, service } = recorder();
    const { url } = await startServer({ service });
    const response = await fetch(`${url}/api/v1/tts`, {
      method: 'POST',
      headers: { authorization: CREDENTIALS.authorization, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...BODY,
        app_id: 'app-1',
        response_type: 'indirect',
        callback_url: 'http://receiver.example/',
        audio_type: 'wav',
        bitrate: '32',
        speed_rate: '1.5',
        sample_rate: 16_000,
      }),
    });
    expect(response.status).toBe(200);
    expect(submitted[0]?.input).toEqual({
      text: 'Hello',
      voiceCode: 'v',
      outputFormat: 'wav',
      bitrate: 32,
      speed: 1.5,
      sampleRate: 16_000,
      webhookUrl: 'http://receiver.example/',
    });
  });

  it.each([
    ['voiceCode', 'voiceCode "v" does not exist.', 'voice_code "v" does not exist.'],
    ['sampleRate', 'sampleRate 48000 is not supported.', 'sample_rate 48000 is not supported.'],
    ['webhookUrl', 'webhookUrl must be an address.', 'callback_url must be an address.'],
    ['text', 'text has nothing to speak.', 'input_text has nothing to speak.'],
    ['bitrate', "bitrate 8 can't be carried.", "bitrate 8 can't be carried."],
  ])('names the field of a refusal like its own body: %s', async (field, message, told) => {
    const submitSynthesis = async () => {
      throw new SpeechError('INVALID_INPUT', message, { field });
    };
    const { url } = await startServer({ service: fakeService({ submitSynthesis }) });
    const response = await postJson(`${url}/api/v1/tts`, BODY);
    expect([response.status, await response.json()]).toEqual([
      400,
      { status: 0, error_code: 'BAD_REQUEST', error_message: told },
    ]);
  });

  it('waits for the audio in direct mode', async () => {
    const { service } = recorder({ status: 'COMPLETED' });
    const { url } = await startServer({ service });
    const response = await postJson(`${url}/api/v1/tts`, { ...BODY, response_type: 'direct' });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({
      status: 1,
      result: { ...RESULT, status: 'SUCCESS', audio_link: url + LINK },
    });
  });

  it('reports a failed direct one in the form of every failure, with its id', async () => {
    const failure = { code: 'AUDIO_FORMAT_NOT_AVAILABLE', message: 'pcm is not made.' } as const;
    const { service } = recorder({ status: 'FAILED', failure });
    const { url } = await startServer({ service });
    const response = await postJson(`${url}/api/v1/tts`, { ...BODY, response_type: 'direct' });
    const told = { error_code: 'BAD_REQUEST', error_message: 'pcm is not made.' };
    expect([response.status, await response.json()]).toEqual([
      400,
      { status: 0, ...told, result: { ...RESULT, status: 'FAILURE', ...told } },
    ]);
  });

  it('says when to try a failed direct one again, if that may help', async () => {
    const failure = { code: 'ENGINE_UNAVAILABLE', message: 'Its workers crash.' } as const;
    const { service } = recorder({ status: 'FAILED', failure });
    const { url } = await startServer({ service });
    const response = await postJson(`${url}/api/v1/tts`, { ...BODY, response_type: 'direct' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  });

  it('stops waiting when the client leaves', async () => {
    const waiting = Promise.withResolvers<void>();
    const gaveUp = Promise.withResolvers<void>();
    const service = fakeService({
      awaitSynthesis: async (_id, _app, options) => {
        waiting.resolve();
        await once(options?.signal as AbortSignal, 'abort');
        gaveUp.resolve();
        throw SpeechError.aborted(options?.signal);
      },
    });
    const { url } = await startServer({ service });
    const leave = new AbortController();
    const answer = fetch(`${url}/api/v1/tts`, {
      method: 'POST',
      headers: { ...CREDENTIALS, 'content-type': 'application/json' },
      body: JSON.stringify({ ...BODY, response_type: 'direct' }),
      signal: leave.signal,
    });
    answer.catch(() => undefined);
    await waiting.promise;
    leave.abort();
    await gaveUp.promise;
  });

  it('repeats for an Idempotency-Key of its own path', async () => {
    const { submitted, service } = recorder();
    const { url } = await startServer({ service });
    await postJson(`${url}/api/v1/tts`, BODY, { 'idempotency-key': 'k' });
    expect(submitted[0]?.key).toMatchObject({ path: '/api/v1/tts', key: 'k' });
    const replaying = fakeService({ submitSynthesis: async () => ({ answer: RECORD, isReplay: true }) });
    const other = await startServer({ service: replaying });
    const response = await postJson(`${other.url}/api/v1/tts`, BODY, { 'idempotency-key': 'k' });
    expect(response.headers.get('idempotent-replayed')).toBe('true');
  });
});

describe('every failure of POST /api/v1/tts', () => {
  const failing = (code: SpeechErrorCode) =>
    fakeService({
      submitSynthesis: async () => {
        throw new SpeechError(code, 'It can’t be.');
      },
    });

  it.each<[string, unknown, Record<string, string>, number, string]>([
    ['no token', BODY, { authorization: '' }, 401, 'UNAUTHORIZED'],
    ['another app', BODY, { 'app-id': 'app-2' }, 401, 'UNAUTHORIZED'],
    ['no JSON', '{', {}, 400, 'BAD_REQUEST'],
    ['no object', [], {}, 400, 'BAD_REQUEST'],
    ['another content type', BODY, { 'content-type': 'text/plain' }, 400, 'BAD_REQUEST'],
    ['a body beyond 2 MiB', { ...BODY, input_text: 'a'.repeat(2_100_000) }, {}, 400, 'BAD_REQUEST'],
    ['a field missing', { voice_code: 'v' }, {}, 400, 'BAD_REQUEST'],
    ['a bad key', BODY, { 'idempotency-key': 'x'.repeat(256) }, 400, 'BAD_REQUEST'],
    ['the service’s refusal', BODY, {}, 409, 'IDEMPOTENCY_CONFLICT'],
  ])('has its shape: %s', async (_what, body, headers, status, code) => {
    const { url } = await startServer({ service: failing('IDEMPOTENCY_CONFLICT') });
    const response = await postJson(`${url}/api/v1/tts`, body, headers);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      status,
      'text/json; charset=utf-8',
    ]);
    expect(await response.json()).toEqual({
      status: 0,
      error_code: code,
      error_message: expect.stringMatching(/\w/),
    });
  });
});
