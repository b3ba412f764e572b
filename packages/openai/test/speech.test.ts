import multipart from '@fastify/multipart';
import { openaiHttp } from '@parlance/openai';
import { createSpeech } from '@parlance/runtime';
import {
  deferred,
  evenAligner,
  fakeModelStore,
  fakePlugin,
  fakeRecognitionEngine,
  fakeSynthesisEngine,
  fakeVoice,
  fakeVoiceActivityDetector,
} from '@parlance/testkit';
import Fastify from 'fastify';
import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { expiredToken } from '../../../test/service/short-life.ts';
import { fakeEngines, serveOpenai } from './support/openai-server.ts';

const TEXT = 'This is the first sentence of three. Here the second one follows it. The third ends the text.';
const VOICES = { voices: { alloy: 'one', coral: 'two' } };

describe('Create speech with OpenAI’s client', () => {
  it('returns pcm at 24 kHz whatever the rate of the voice', async () => {
    await using server = await serveOpenai(fakeEngines().options, VOICES);
    const answer = await server.client.audio.speech.create({
      model: 'tts-1',
      voice: 'alloy',
      input: TEXT,
      response_format: 'pcm',
    });
    const native = await server.speech.speak(TEXT, { outputFormat: 'pcm' }).file();
    expect(answer.headers.get('content-type')).toBe('audio/pcm;rate=24000;channels=1;format=s16le');
    expect((await answer.arrayBuffer()).byteLength / 2).toBe(Math.round((native.byteLength / 2) * 1.5));
  });

  it.each([
    ['mp3', 'audio/mpeg', /^\xff[\xe0-\xff]|^ID3/],
    ['wav', 'audio/wav', /^RIFF....WAVE/s],
  ] as const)('returns %s', async (format, type, magic) => {
    await using server = await serveOpenai(fakeEngines().options, VOICES);
    const answer = await server.client.audio.speech.create({
      model: 'tts-1',
      voice: 'alloy',
      input: TEXT,
      response_format: format,
    });
    expect(answer.headers.get('content-type')).toBe(type);
    expect(Buffer.from(await answer.arrayBuffer()).toString('latin1')).toMatch(magic);
  });

  it('begins before the whole text is synthesized, and stops when the client leaves', async () => {
    const rest = deferred();
    const { options, speaker } = fakeEngines({
      synthesis: { script: { gate: (unit) => (unit === 0 ? undefined : rest.promise) } },
    });
    await using server = await serveOpenai(options, VOICES);
    const stop = new AbortController();
    const answer = await server.client.audio.speech.create(
      { model: 'tts-1', voice: 'alloy', input: TEXT, response_format: 'pcm' },
      { signal: stop.signal },
    );
    const reader = answer.body?.getReader();
    expect((await reader?.read())?.value?.byteLength).toBeGreaterThan(0);
    expect(speaker.calls.some(({ state }) => state === 'running')).toBe(true);
    stop.abort();
    await expect.poll(() => speaker.calls.map(({ state }) => state)).not.toContain('running');
    rest.resolve();
  });

  it('stops the synthesis for a client that leaves before its first audio', async () => {
    const never = deferred();
    const asked = deferred();
    const gate = () => {
      asked.resolve();
      return never.promise;
    };
    const { options, speaker } = fakeEngines({ synthesis: { script: { gate } } });
    await using server = await serveOpenai(options, VOICES);
    const stop = new AbortController();
    const answer = server.client.audio.speech.create(
      { model: 'tts-1', voice: 'alloy', input: TEXT },
      { signal: stop.signal },
    );
    await asked.promise;
    stop.abort();
    await expect(answer).rejects.toThrow();
    await expect.poll(() => speaker.calls.map(({ state }) => state)).not.toContain('running');
  });

  it('sends events whose deltas join to the audio', async () => {
    await using server = await serveOpenai(fakeEngines().options, VOICES);
    const body = { model: 'tts-1', voice: 'alloy', input: TEXT, response_format: 'pcm' } as const;
    const plain = await (await server.client.audio.speech.create(body)).arrayBuffer();
    const answer = await server.client.audio.speech.create({ ...body, stream_format: 'sse' });
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    const events = (await answer.text())
      .split('\n\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line.replace(/^data: /, '')));
    const deltas = events.slice(0, -1);
    expect(deltas.every(({ type }) => type === 'speech.audio.delta')).toBe(true);
    expect(
      Buffer.concat(deltas.map(({ audio }) => Buffer.from(audio, 'base64'))).equals(Buffer.from(plain)),
    ).toBe(true);
    expect(events.at(-1)).toEqual({
      type: 'speech.audio.done',
      usage: { input_tokens: TEXT.length, output_tokens: 0, total_tokens: TEXT.length },
    });
  });

  it('sends word timings in events only', async () => {
    const { options } = fakeEngines({ alignment: evenAligner() });
    await using server = await serveOpenai(options, VOICES);
    const say = (speed: number, more: object) =>
      fetch(`${server.url}/v1/audio/speech`, {
        method: 'POST',
        headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          model: 'tts-1',
          voice: 'alloy',
          input: TEXT,
          speed,
          response_format: 'pcm',
          ...more,
        }),
      });
    const timed = async (speed: number) => {
      const answer = await say(speed, { stream_format: 'sse', timings: 'word' });
      const events = (await answer.text())
        .split('\n\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line.replace(/^data: /, '')));
      const bytes = events.flatMap(({ audio }) =>
        audio === undefined ? [] : Buffer.from(audio, 'base64').length,
      );
      return {
        words: events.flatMap(({ words }) => words ?? []),
        seconds: bytes.reduce((sum, length) => sum + length, 0) / 2 / 24_000,
        last: events.at(-1).type,
      };
    };
    const { words, seconds, last } = await timed(1);
    expect(words.map(({ start, end }) => TEXT.slice(start, end))).toEqual(TEXT.split(' '));
    expect(words.map(({ text }) => text)).toEqual(TEXT.split(' '));
    expect(words.at(-1).endTime).toBeCloseTo(seconds, 1);
    expect(last).toBe('speech.audio.done');
    // At speeds beyond those of engines, audio is shortened, and the word timings with it.
    const fast = await timed(4);
    expect(fast.seconds).toBeLessThan(seconds / 2);
    expect(fast.words.at(-1).endTime).toBeCloseTo(fast.seconds, 1);
    const refused = await say(1, { timings: 'word' });
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: { param: 'timings' } }]);
  });

  it('refuses word timings if no engine can find them', async () => {
    await using server = await serveOpenai(fakeEngines().options, VOICES);
    const body = {
      model: 'tts-1',
      voice: 'alloy',
      input: TEXT,
      stream_format: 'sse',
      timings: 'word',
    } as const;
    await expect(server.client.audio.speech.create(body)).rejects.toMatchObject({
      status: 400,
      param: 'timings',
    });
  });

  it('speaks with one of our voices, one of OpenAI’s names, and a speed', async () => {
    const { options, speaker } = fakeEngines();
    await using server = await serveOpenai(options, VOICES);
    const say = (voice: string, speed?: number) =>
      server.client.audio.speech.create({
        model: 'tts-1',
        voice,
        // Different texts, or the second would be answered from the cache of the first.
        input: `Hello there, ${voice}.`,
        response_format: 'pcm',
        ...(speed && { speed }),
      });
    for (const voice of ['two', 'coral']) await (await say(voice)).arrayBuffer();
    await (await say('alloy', 1.5)).arrayBuffer();
    expect(speaker.calls.map(({ input }) => [input.voiceCode, input.speed])).toEqual([
      ['two', 1],
      ['two', 1],
      ['one', 1.5],
    ]);
  });

  it('shortens audio to speeds that an engine does not have', async () => {
    const { options, speaker } = fakeEngines();
    await using server = await serveOpenai(options, VOICES);
    const bytesAt = async (speed: number): Promise<number> => {
      const body = { model: 'tts-1', voice: 'two', input: TEXT, response_format: 'pcm', speed } as const;
      return (await (await server.client.audio.speech.create(body)).arrayBuffer()).byteLength;
    };
    const fastest = await bytesAt(1.9);
    expect((await bytesAt(3.8)) / fastest).toBeCloseTo(0.5, 2);
    expect(new Set(speaker.calls.map(({ input }) => input.speed))).toEqual(new Set([1.9]));
  });

  it.each([
    [{ voice: 'nobody' }, 400, 'voice', 'voice_not_found'],
    [{ input: '' }, 400, 'input', null],
    [{ input: 'a'.repeat(4097) }, 400, 'input', null],
    [{ input: '…' }, 400, 'input', null],
    [{ speed: 4.01 }, 400, 'speed', null],
    [{ speed: 0.24 }, 400, 'speed', null],
    [{ model: ' ' }, 400, 'model', null],
    [{ response_format: 'ogg' }, 400, 'response_format', null],
  ])('refuses %o as OpenAI does', async (wrong, status, param, code) => {
    await using server = await serveOpenai(fakeEngines().options, VOICES);
    const asking = server.client.audio.speech.create({
      model: 'tts-1',
      voice: 'alloy',
      input: 'Hello.',
      ...wrong,
    } as never);
    await expect(asking).rejects.toMatchObject({ status, param, code, type: 'invalid_request_error' });
  });

  it('names an unknown voice as in the request, and the most similar one', async () => {
    await using server = await serveOpenai(fakeEngines().options, VOICES);
    const asking = server.client.audio.speech.create({ model: 'tts-1', voice: 'tw0', input: 'Hello.' });
    await expect(asking).rejects.toThrow('voice "tw0" does not exist. Did you mean two?');
  });

  it('shows only the beginning of a long name', async () => {
    await using server = await serveOpenai(fakeEngines().options, VOICES);
    const asking = server.client.audio.speech.create({
      model: 'tts-1',
      voice: 'x'.repeat(5000),
      input: 'Hello.',
    });
    await expect(asking).rejects.toMatchObject({ message: expect.not.stringContaining('x'.repeat(65)) });
  });

  it('accepts a voice as an object, as for OpenAI’s custom voices', async () => {
    const { options, speaker } = fakeEngines();
    await using server = await serveOpenai(options, VOICES);
    const body = { model: 'tts-1', voice: { id: 'two' }, input: 'Hello.' };
    await (await server.client.audio.speech.create(body)).arrayBuffer();
    expect(speaker.calls.map(({ input }) => input.voiceCode)).toEqual(['two']);
  });

  it('refuses a voice of the operator that does not exist, and does not replace it', async () => {
    await using server = await serveOpenai(fakeEngines().options, { voices: { alloy: 'gone' } });
    const asking = server.client.audio.speech.create({ model: 'tts-1', voice: 'alloy', input: 'Hello.' });
    await expect(asking).rejects.toMatchObject({ status: 400, code: 'voice_not_found' });
  });

  it('refuses a body larger than any text needs', async () => {
    await using server = await serveOpenai(fakeEngines().options, VOICES);
    const asking = server.client.audio.speech.create({
      model: 'tts-1',
      voice: 'alloy',
      input: 'Hello.',
      ...{ padding: 'x'.repeat(300_000) },
    });
    await expect(asking).rejects.toMatchObject({ type: 'invalid_request_error' });
  });

  it.each(['gpt-9', 'whisper-1', 'kokoro'])(
    'accepts the model name %s, which has no effect',
    async (model) => {
      await using server = await serveOpenai(fakeEngines().options, VOICES);
      const answer = await server.client.audio.speech.create({ model, voice: 'alloy', input: 'Hello.' });
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(0);
    },
  );

  it.each([
    ['GET', '/v1/audio/speech', 'POST, OPTIONS'],
    ['DELETE', '/v1/audio/transcriptions', 'POST, OPTIONS'],
    ['GET', '/v1/audio/translations', 'POST, OPTIONS'],
    ['POST', '/v1/audio/models', 'GET, HEAD, OPTIONS'],
    ['POST', '/v1/models', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/v1/models/tts-1', 'GET, HEAD, OPTIONS'],
  ])('refuses %s of %s with the methods that it accepts', async (method, path, allow) => {
    await using server = await serveOpenai(fakeEngines().options, VOICES);
    const authorization = `Bearer ${server.token}`;
    const answer = await fetch(server.url + path, { method, headers: { authorization } });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
    expect(await answer.json()).toMatchObject({ error: { code: 'method_not_supported', param: null } });
    const unknown = await fetch(server.url + path, { method });
    expect(unknown.status).toBe(401);
    const asked = await fetch(server.url + path, { method: 'OPTIONS' });
    expect([asked.status, asked.headers.get('allow')]).toEqual([204, allow]);
  });

  it('reports which type a body must have', async () => {
    await using server = await serveOpenai(fakeEngines().options, VOICES);
    const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'text/plain' };
    const answer = await fetch(`${server.url}/v1/audio/speech`, { method: 'POST', headers, body: 'Hello.' });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { error: { message: 'Content-Type must be application/json.', type: 'invalid_request_error' } },
    ]);
  });

  it('accepts a text of 4096 characters', async () => {
    await using server = await serveOpenai(fakeEngines().options, VOICES);
    const input = 'Words of five. '.repeat(274).slice(0, 4095).concat('.');
    const answer = await server.client.audio.speech.create({
      model: 'tts-1',
      voice: 'alloy',
      input,
      response_format: 'pcm',
    });
    expect(answer.headers.get('x-characters')).toBe('4096');
    await answer.arrayBuffer();
  });

  it('cuts the connection if an engine fails in the middle, so that the file does not seem complete', async () => {
    const { options } = fakeEngines({ synthesis: { script: { failures: { 2: 'ENGINE_CRASHED' } } } });
    await using server = await serveOpenai(options, VOICES);
    const body = { model: 'tts-1', voice: 'alloy', input: TEXT, response_format: 'pcm' } as const;
    const answer = await server.client.audio.speech.create(body);
    await expect(answer.arrayBuffer()).rejects.toThrow();
  });

  it('reports such a failure as an event if events are sent', async () => {
    const { options } = fakeEngines({ synthesis: { script: { failures: { 2: 'ENGINE_CRASHED' } } } });
    await using server = await serveOpenai(options, VOICES);
    const answer = await server.client.audio.speech.create({
      model: 'tts-1',
      voice: 'alloy',
      input: TEXT,
      response_format: 'pcm',
      stream_format: 'sse',
    });
    const events = (await answer.text())
      .split('\n\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line.replace(/^data: /, '')));
    expect(events.at(-1)).toMatchObject({ error: { type: 'server_error' } });
  });

  it('applies the app’s limits', async () => {
    const never = deferred();
    const { options } = fakeEngines({
      synthesis: { script: { gate: (unit) => (unit === 0 ? undefined : never.promise) } },
    });
    await using server = await serveOpenai(options, { ...VOICES, app: { ttsConcurrency: 1 } });
    const body = { model: 'tts-1', voice: 'alloy', input: TEXT, response_format: 'pcm' } as const;
    const first = await server.client.audio.speech.create(body);
    await expect(server.client.audio.speech.create(body)).rejects.toMatchObject({
      status: 429,
      code: 'rate_limit_exceeded',
    });
    await first.body?.cancel();
  });

  it('identifies the app by the key alone, and refuses other keys', async () => {
    await using server = await serveOpenai(fakeEngines().options, VOICES);
    const stranger = new OpenAI({
      baseURL: `${server.url}/v1`,
      apiKey: `${server.token.slice(0, -4)}AAAA`,
      maxRetries: 0,
    });
    await expect(stranger.models.list()).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' });
    const apiKey = await expiredToken(server.speech.service);
    const expired = new OpenAI({ baseURL: `${server.url}/v1`, apiKey, maxRetries: 0 });
    await expect(expired.models.list()).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' });
    await server.speech.service.revokeApp(server.appId);
    await expect(server.client.models.list()).rejects.toMatchObject({ status: 401 });
  });
});

describe('models', () => {
  it('are listed, and each can be retrieved', async () => {
    await using server = await serveOpenai(fakeEngines().options);
    const names: string[] = [];
    for await (const { id } of server.client.models.list()) names.push(id);
    expect(names).toEqual(
      expect.arrayContaining(['tts-1', 'whisper-1', 'gpt-4o-mini-tts', 'gpt-4o-transcribe']),
    );
    for (const name of names) expect((await server.client.models.retrieve(name)).id).toBe(name);
    await expect(server.client.models.retrieve('gpt-9')).rejects.toMatchObject({
      status: 404,
      code: 'model_not_found',
    });
  });
});

describe('a request for an installed model', () => {
  it('is answered with a voice of that model, or with the list of its voices', async () => {
    const engineOf = (model: string, codes: readonly string[]) => {
      const id = `engine/${model}`;
      const voices = codes.map((code) => fakeVoice({ code, name: code, engine: id }));
      return Object.assign(fakeSynthesisEngine({ id, voices }), { model });
    };
    const [small, large] = [engineOf('small', ['one']), engineOf('large', ['two', 'twice'])];
    const heard = Object.assign(fakeRecognitionEngine(), { model: 'heard' });
    const plugin = fakePlugin({
      synthesis: [small, large],
      recognition: [heard],
      voiceActivity: fakeVoiceActivityDetector(),
    });
    const options = { plugins: [plugin], models: fakeModelStore(), defaultVoice: 'one' };
    await using server = await serveOpenai(options, { voices: { mine: 'two', alloy: 'one' } });
    const speak = async (model: string, voice: string) => {
      const answer = await server.client.audio.speech.create({ model, voice, input: 'Hello.' });
      await answer.arrayBuffer();
    };
    // The operator mapped alloy to a voice of another model, so it is not used here, but mine is.
    await speak('large', 'alloy');
    await speak('large', 'mine');
    expect(large.calls.map(({ input }) => input.voiceCode)).toEqual(['twice', 'two']);
    await speak('tts-1', 'one');
    // A model that only recognizes has no voices to choose from.
    await speak('heard', 'one');
    expect(small.calls.map(({ input }) => input.voiceCode)).toEqual(['one']);
    await expect(speak('large', 'one')).rejects.toMatchObject({
      status: 400,
      code: 'voice_not_found',
      message: expect.stringContaining('its voices are twice, two.'),
    });
    const listed = await fetch(`${server.url}/v1/audio/models`, {
      headers: { authorization: `Bearer ${server.token}` },
    });
    const { models } = (await listed.json()) as { models: { id: string }[] };
    expect(models.map(({ id }) => id)).toEqual(['tts-1', 'tts-1-hd', 'gpt-4o-mini-tts', 'small', 'large']);
  });
});

describe('voices', () => {
  it('are listed all at once, by the names that Create speech accepts', async () => {
    const voices = Array.from({ length: 101 }, (_, index) => fakeVoice({ code: `voice${index}` }));
    await using server = await serveOpenai({
      ...fakeEngines({ synthesis: { voices } }).options,
      defaultVoice: 'voice0',
    });
    const answer = await fetch(`${server.url}/v1/audio/voices`, {
      headers: { authorization: `Bearer ${server.token}` },
    });
    const listed = ((await answer.json()) as { voices: { id: string }[] }).voices;
    expect(listed.map(({ id }) => id).sort()).toEqual(voices.map(({ code }) => code).sort());
    expect((await fetch(`${server.url}/v1/audio/voices`)).status).toBe(401);
  });
});

describe('the endpoints', () => {
  it('can be mounted in an application that already parses forms', async () => {
    const { options } = fakeEngines();
    const speech = await createSpeech(options);
    const app = Fastify();
    await app.register(multipart);
    await app.register(openaiHttp, { service: speech.service });
    await app.ready();
    expect((await app.inject('/v1/models')).statusCode).toBe(401);
    await app.close();
    await speech.close();
  });
});

describe('errors', () => {
  it('use OpenAI’s form also for a body that is not JSON', async () => {
    await using server = await serveOpenai(fakeEngines().options);
    const answer = await fetch(`${server.url}/v1/audio/speech`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: '{',
    });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      {
        error: {
          message: 'The body is not valid JSON.',
          type: 'invalid_request_error',
          param: null,
          code: null,
        },
      },
    ]);
  });
});
