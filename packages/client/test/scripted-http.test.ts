import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createParlanceClient, type ParlanceClient } from '../src/index.ts';

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: RequestInit['body'];
  readonly signal: RequestInit['signal'];
}

/** A client whose server gives these answers, one after the other and the last one for ever. */
function scripted(...answers: (() => Response)[]): { client: ParlanceClient; sent: Sent[] } {
  const sent: Sent[] = [];
  const answerWith = (async (url: string, init: RequestInit) => {
    sent.push({
      url,
      method: init.method ?? '',
      headers: new Headers(init.headers),
      body: init.body ?? null,
      signal: init.signal,
    });
    const answer = answers[Math.min(sent.length, answers.length) - 1];
    return answer?.() ?? new Response('{}');
  }) as typeof fetch;
  const client = createParlanceClient({
    url: 'http://host//',
    appId: 'app',
    token: 'secret',
    fetch: answerWith,
  });
  return { client, sent };
}

const json =
  (body: unknown, init: ResponseInit = {}) =>
  (): Response =>
    new Response(JSON.stringify(body), init);

/** A body that begins, and then breaks off with the reason. */
const brokenBody = (reasonOf: () => unknown): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"status":'));
    },
    pull(controller) {
      controller.error(reasonOf());
    },
  });

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

afterEach(() => {
  vi.useRealTimers();
});

describe('a request', () => {
  it('has the credentials and only headers that it needs', async () => {
    const { client, sent } = scripted(json({ requestId: 'r', status: 'PROCESSING' }));
    await client.getSpeech('a/b?c');
    expect(sent[0]?.url).toBe('http://host/v1/tts/requests/a%2Fb%3Fc');
    expect(sent[0]?.method).toBe('GET');
    expect(sent[0]?.body).toBeNull();
    expect(Object.fromEntries(sent[0]?.headers ?? [])).toEqual({
      authorization: 'Bearer secret',
      'app-id': 'app',
    });
  });

  it('can be aborted while its answer is arriving', async () => {
    const { client, sent } = scripted(json({ requestId: 'r', status: 'PROCESSING' }));
    const { signal } = new AbortController();
    await client.getSpeech('r', { signal });
    expect(sent[0]?.signal).toBe(signal);
  });

  it('contains its text and its key', async () => {
    const { client, sent } = scripted(json({ requestId: 'r', status: 'PROCESSING' }));
    const request = { text: 'Hello.', voiceCode: 'joe', webhookUrl: 'https://hook.test' };
    await client.submitSpeech(request, { idempotencyKey: 'once' });
    expect(sent[0]?.url).toBe('http://host/v1/tts');
    expect(sent[0]?.method).toBe('POST');
    expect(sent[0]?.headers.get('content-type')).toBe('application/json');
    expect(sent[0]?.headers.get('idempotency-key')).toBe('once');
    expect(JSON.parse(String(sent[0]?.body))).toEqual({ ...request, mode: 'async' });
  });

  it('sends a recording as a form, with the options that are set', async () => {
    const { client, sent } = scripted(json({ transcriptId: 't', status: 'PENDING' }));
    await client.submitRecording(new Uint8Array([1, 2, 3]), {
      language: 'en',
      words: true,
      vocabulary: [{ term: 'Parlance' }],
    });
    await client.transcribe({ url: 'https://audio.test/a.wav' }, { webhookUrl: 'https://hook.test' });
    const [file, address] = sent.map(({ body }) => body as FormData);
    expect(Array.from(file?.keys() ?? [])).toEqual([
      'mode',
      'language',
      'words',
      'vocabulary',
      'audioContent',
    ]);
    expect(file?.get('vocabulary')).toBe('[{"term":"Parlance"}]');
    expect([file?.get('mode'), file?.get('language'), file?.get('words')]).toEqual(['async', 'en', 'true']);
    const audio = file?.get('audioContent') as File;
    expect([audio.name, await audio.bytes()]).toEqual(['recording.wav', new Uint8Array([1, 2, 3])]);
    expect(Object.fromEntries(address ?? [])).toEqual({
      mode: 'sync',
      webhookUrl: 'https://hook.test',
      audioUrl: 'https://audio.test/a.wav',
    });
  });

  it('requests voices with the filters that are set', async () => {
    const page = { voices: [], pagination: { next_cursor: '', prev_cursor: 'before' } };
    const { client, sent } = scripted(json({ result: page }));
    const filter = { limit: 3, realtime: false };
    expect(await client.voices({ ...filter, ...({ gender: undefined } as object) })).toEqual({
      voices: [],
      nextCursor: null,
      previousCursor: 'before',
    });
    expect(sent[0]?.url).toBe('http://host/api/public/v1/voices?limit=3&realtime=false');
  });
});

describe('an answer that breaks off', () => {
  it('is NETWORK', async () => {
    const cause = new TypeError('terminated');
    const { client } = scripted(() => new Response(brokenBody(() => cause)));
    expect(await failure(client.getSpeech('r'))).toMatchObject({ code: 'NETWORK', retryable: true, cause });
  });

  it.each([200, 503])('because of an abort rejects with its reason, at status %i', async (status) => {
    const stop = new AbortController();
    const aborted = () => {
      stop.abort(new Error('enough'));
      return stop.signal.reason;
    };
    const { client } = scripted(() => new Response(brokenBody(aborted), { status }));
    const error = await failure(client.getTranscript('t', { signal: stop.signal }));
    expect(error).toBe(stop.signal.reason);
  });
});

describe('an answer of speech', () => {
  const headers = { 'content-type': 'audio/mpeg', 'x-characters': '6', 'x-credits': '0.6' };

  it('is read as a stream, as bytes or as a blob, with what it cost', async () => {
    const warnings = 'line 1, column 8: one | line 2, column 1: two';
    const speech = () => new Response('audio', { headers: { ...headers, 'x-warnings': warnings } });
    const { client, sent } = scripted(speech);
    const answer = await client.speak('Hello.', { voiceCode: 'joe', outputFormat: 'mp3' });
    expect(JSON.parse(String(sent[0]?.body))).toEqual({
      text: 'Hello.',
      voiceCode: 'joe',
      outputFormat: 'mp3',
      mode: 'sync',
    });
    expect(answer).toMatchObject({
      contentType: 'audio/mpeg',
      characters: 6,
      credits: '0.6',
      warnings: ['line 1, column 8: one', 'line 2, column 1: two'],
    });
    expect(await (await answer.blob()).text()).toBe('audio');
    const again = await client.speak('Hello.', { voiceCode: 'joe' });
    expect(Buffer.from(await again.bytes()).toString()).toBe('audio');
    const streamed = await client.speak('Hello.', { voiceCode: 'joe' });
    expect(Buffer.concat(await Array.fromAsync(streamed.stream)).toString()).toBe('audio');
  });

  it('has no warnings if the server sends none', async () => {
    const { client } = scripted(() => new Response('audio', { headers }));
    expect((await client.speak('Hello.', { voiceCode: 'joe' })).warnings).toEqual([]);
  });

  it('without audio is an error', async () => {
    const { client } = scripted(() => new Response(null, { status: 200 }));
    expect(await failure(client.speak('Hello.', { voiceCode: 'joe' }))).toMatchObject({
      code: 'PROTOCOL',
      status: 200,
      retryable: false,
    });
  });
});

describe('a refusal', () => {
  const refused = (status: number, init: ResponseInit = {}) =>
    json({ error: { code: 'CODE', message: 'Why.' } }, { status, ...init });

  it.each([408, 429, 502, 503, 504])('of status %i is retryable', async (status) => {
    const { client } = scripted(refused(status));
    expect(await failure(client.voices())).toMatchObject({
      code: 'CODE',
      message: 'Why.',
      status,
      retryable: true,
    });
  });

  it.each([400, 401, 403, 404, 409, 500])('of status %i is not retryable', async (status) => {
    const { client } = scripted(refused(status));
    expect(await failure(client.voices())).toMatchObject({ status, retryable: false });
  });

  it('has the time to wait in milliseconds', async () => {
    const { client } = scripted(
      refused(429, { headers: { 'retry-after': '7', 'x-request-id': 'id' } }),
      refused(429),
    );
    expect(await failure(client.voices())).toMatchObject({ retryAfterMs: 7000, requestId: 'id' });
    expect(await failure(client.voices())).toMatchObject({ retryAfterMs: undefined, requestId: undefined });
  });

  it.each(['<html>Bad gateway</html>', 'null', '{}', '{"error":{}}'])(
    'of a proxy is one of the protocol: %s',
    async (body) => {
      const { client } = scripted(() => new Response(body, { status: 502 }));
      expect(await failure(client.voices())).toMatchObject({
        code: 'PROTOCOL',
        message: 'The server answered 502.',
        status: 502,
      });
    },
  );

  it('of an answer that is not JSON names its status', async () => {
    const { client } = scripted(() => new Response('<html>', { status: 201 }));
    expect(await failure(client.getTranscript('t'))).toMatchObject({
      code: 'PROTOCOL',
      status: 201,
      retryable: false,
    });
  });

  it('whose body breaks off has its status', async () => {
    const lost = () => new TypeError('terminated');
    const { client } = scripted(() => new Response(brokenBody(lost), { status: 503 }));
    expect(await failure(client.getSpeech('r'))).toMatchObject({
      code: 'PROTOCOL',
      status: 503,
      retryable: true,
    });
  });

  it('without an answer is NETWORK and names the address', async () => {
    const cause = new TypeError('fetch failed');
    const { client } = scripted(() => {
      throw cause;
    });
    expect(await failure(client.voices())).toMatchObject({
      code: 'NETWORK',
      retryable: true,
      message: 'http://host does not answer.',
      cause,
    });
  });
});

describe('waiting for the end of a request', () => {
  it.each(['COMPLETED', 'FAILED'])('polls every two seconds until it is %s', async (end) => {
    vi.useFakeTimers();
    const running = json({ requestId: 'r', status: 'PROCESSING' });
    const { client, sent } = scripted(running, running, json({ requestId: 'r', status: end }));
    const ended = client.waitForSpeech('r');
    await vi.advanceTimersByTimeAsync(1999);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await ended).toEqual({ requestId: 'r', status: end });
    expect(sent).toHaveLength(3);
  });

  it.each(['COMPLETED', 'FAILED'])(
    'polls for a transcript that is PENDING, then PROCESSING, until it is %s',
    async (end) => {
      const states = ['PENDING', 'PROCESSING', end];
      const { client, sent } = scripted(...states.map((status) => json({ transcriptId: 't', status })));
      expect(await client.waitForTranscript('t', { pollEveryMs: 1 })).toMatchObject({ status: end });
      expect(sent.map(({ url }) => url)).toEqual(states.map(() => 'http://host/v1/stt/transcripts/t'));
    },
  );

  it('ends at once with the reason of an abort, and leaves neither timer nor listener', async () => {
    vi.useFakeTimers();
    const { client } = scripted(json({ requestId: 'r', status: 'PROCESSING' }));
    const stop = new AbortController();
    const ended = failure(client.waitForSpeech('r', { signal: stop.signal, pollEveryMs: 60_000 }));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
    stop.abort(new Error('enough'));
    expect(await ended).toMatchObject({ message: 'enough' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not wait if the signal was aborted while the answer arrived', async () => {
    const stop = new AbortController();
    const { client } = scripted(() => {
      stop.abort(new Error('meanwhile'));
      return new Response('{"status":"PROCESSING"}');
    });
    const ended = failure(client.waitForSpeech('r', { signal: stop.signal, pollEveryMs: 2 ** 30 }));
    expect(await ended).toMatchObject({ message: 'meanwhile' });
  });

  it('asks again after a temporary failure, no sooner than the server says', async () => {
    vi.useFakeTimers();
    const busy = json({}, { status: 503, headers: { 'retry-after': '7' } });
    const lost = (): Response => {
      throw new TypeError('fetch failed');
    };
    const { client, sent } = scripted(busy, lost, json({ requestId: 'r', status: 'COMPLETED' }));
    const ended = client.waitForSpeech('r');
    await vi.advanceTimersByTimeAsync(6999);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(2000);
    expect(sent).toHaveLength(3);
    expect(await ended).toMatchObject({ status: 'COMPLETED' });
  });

  it('gives up when the server has not answered nine times in a row', async () => {
    vi.useFakeTimers();
    const { client, sent } = scripted(() => {
      throw new TypeError('fetch failed');
    });
    const ended = failure(client.waitForTranscript('t'));
    await vi.advanceTimersByTimeAsync(300_000);
    expect(sent).toHaveLength(9);
    expect(await ended).toMatchObject({ code: 'NETWORK' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends with the first error that is not temporary', async () => {
    const { client, sent } = scripted(json({ error: { code: 'JOB_NOT_FOUND' } }, { status: 404 }));
    expect(await failure(client.waitForTranscript('t'))).toMatchObject({ code: 'JOB_NOT_FOUND' });
    expect(sent).toHaveLength(1);
  });
});
