import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { wavHeader } from '@parlance/audio';
import type { Recognition } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import {
  deferred,
  fakeModelStore,
  fakePlugin,
  fakeRecognitionEngine,
  fakeSynthesisEngine,
  fakeTextAligner,
  fakeVoice,
  fakeVoiceActivityDetector,
} from '@parlance/testkit';
import { toFile } from 'openai';
import { describe, expect, it } from 'vitest';
import { loudWav } from './support/loud-wav.ts';
import { fakeEngines, type OpenaiServer, serveOpenai } from './support/openai-server.ts';

const TWO = loudWav(2);
const file = () => toFile(TWO, 'two.wav');
/** Relative to full scale: only the first utterance is louder. */
const LOUD = 0.2;
const SAID = 'Hello there. Goodbye.';
/** Of pino. */
const ERROR_LEVEL = 50;

const tokens = [
  { text: '▁Hello', startSeconds: 0.3, logProbability: -0.1 },
  { text: '▁there', startSeconds: 0.7, logProbability: -0.3 },
  { text: '.', startSeconds: 0.9, logProbability: -0.2 },
];

/** Engines that recognize these utterances, with the time and the likelihood of each token. */
function timedEngines(texts: readonly (string | Recognition)[]) {
  return fakeEngines({
    recognition: { script: { texts }, capabilities: { tokenTimes: true, logProbabilities: true } },
  });
}

async function hearVerbosely(server: OpenaiServer, granularities?: ('word' | 'segment')[]) {
  return server.client.audio.transcriptions.create({
    model: 'whisper-1',
    file: await file(),
    response_format: 'verbose_json',
    ...(granularities && { timestamp_granularities: granularities }),
  });
}

function postForm(server: OpenaiServer, form: FormData): Promise<Response> {
  return fetch(`${server.url}/v1/audio/transcriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}` },
    body: form,
  });
}

describe('Create transcription with OpenAI’s client', () => {
  it('returns json, text, srt and vtt', async () => {
    const ask = async (response_format: 'json' | 'text' | 'srt' | 'vtt') => {
      // The script answers each segment once.
      await using server = await serveOpenai(fakeEngines().options);
      return await server.client.audio.transcriptions.create({
        model: 'whisper-1',
        file: await file(),
        response_format,
      });
    };
    expect(await ask('json')).toEqual({
      text: SAID,
      usage: { type: 'duration', seconds: 5 },
    });
    expect(await ask('text')).toBe(`${SAID}\n`);
    expect(await ask('srt')).toMatch(
      /^1\n00:00:00,\d{3} --> 00:00:0[01],\d{3}\nHello there\.\n\n2\n00:00:02,\d{3} --> 00:00:03,\d{3}\nGoodbye\.\n$/,
    );
    expect(await ask('vtt')).toMatch(/^WEBVTT\n\n00:00:00\.\d{3} --> .*\nHello there\.\n\n/);
  });

  it('returns segments, and words if the engine returns their times', async () => {
    const { options } = timedEngines([{ text: 'Hello there.', tokens }, 'Goodbye.']);
    await using server = await serveOpenai(options);
    const heard = await hearVerbosely(server, ['word', 'segment']);
    expect(heard).toMatchObject({ text: SAID, duration: 5, language: 'english', task: 'transcribe' });
    expect(heard.segments).toMatchObject([
      { id: 0, text: 'Hello there.', avg_logprob: expect.closeTo(-0.2) },
      { id: 1, text: 'Goodbye.', avg_logprob: null },
    ]);
    const [first, second] = heard.segments ?? [];
    expect(first?.end).toBeLessThan(second?.start ?? 0);
    expect(heard.words?.map(({ word }) => word)).toEqual(['Hello', 'there.']);
    for (const { start, end } of heard.words ?? []) {
      expect(start).toBeGreaterThanOrEqual(first?.start ?? 0);
      expect(end).toBeGreaterThan(start);
      expect(end).toBeLessThanOrEqual(first?.end ?? 0);
    }
    const record = (await server.speech.service.listRequests({ limit: 5 })).items[0];
    expect(record).toMatchObject({
      appId: server.appId,
      type: 'transcription',
      kind: 'live',
      status: 'success',
    });
  });

  it('returns words with times from a plugin if the engine returns none', async () => {
    const ask = async (response_format: 'verbose_json' | 'vtt') => {
      await using server = await serveOpenai(fakeEngines({ alignment: fakeTextAligner() }).options);
      return await server.client.audio.transcriptions.create({
        model: 'whisper-1',
        file: await file(),
        response_format: response_format as 'verbose_json',
        timestamp_granularities: ['word', 'segment'],
      });
    };
    const heard = await ask('verbose_json');
    expect(heard.words?.map(({ word }) => word)).toEqual(['Hello', 'there.', 'Goodbye.']);
    const [first, second] = heard.segments ?? [];
    const [hello, , goodbye] = heard.words ?? [];
    // The fake aligner takes the tones of the recording for words.
    expect(hello?.start).toBeCloseTo(first?.start ?? 0, 1);
    expect(goodbye?.start).toBeCloseTo(second?.start ?? 0, 1);
    expect(goodbye?.end).toBeCloseTo(second?.end ?? 0, 1);
    expect(String(await ask('vtt'))).toMatch(/^WEBVTT\n\n/);
  });

  it('rounds the seconds of its usage up, and returns segments by default, without an empty list of words', async () => {
    await using server = await serveOpenai(
      fakeEngines({ recognition: { script: { texts: ['ha '.repeat(100)] } } }).options,
    );
    const ask = async (more: object) =>
      server.client.audio.transcriptions.create({
        model: 'whisper-1',
        file: await toFile(loudWav(1), 'one.wav'),
        response_format: 'verbose_json',
        ...more,
      });
    const heard = await ask({});
    expect(heard).toMatchObject({ duration: 2.5, usage: { type: 'duration', seconds: 3 } });
    expect(heard).not.toHaveProperty('words');
    expect(heard.segments).toMatchObject([{ id: 0, temperature: 0 }]);
    // A repeated word: for Whisper, a ratio above 2.4 indicates a hallucination.
    const ratio = heard.segments?.[0]?.compression_ratio ?? 0;
    expect(ratio).toBeGreaterThan(2.4);
    expect(ratio).toBeLessThan(100);
    const warmer = await ask({ temperature: 0.5 });
    expect(warmer.segments).toMatchObject([{ temperature: 0.5 }]);
  });

  it('omits words that were not requested, even if the engine returns their times', async () => {
    const { options } = timedEngines([{ text: 'Hello there.', tokens }]);
    await using server = await serveOpenai(options);
    const heard = await hearVerbosely(server);
    expect(heard).not.toHaveProperty('words');
  });

  it('reports the language as unknown if the engine supports several and detects none', async () => {
    const { options } = fakeEngines({
      recognition: { script: { texts: ['Hallo.'] }, capabilities: { languages: ['en', 'de'] } },
    });
    await using server = await serveOpenai(options);
    const heard = await hearVerbosely(server);
    expect(heard.language).toBe('unknown');
  });

  it('accepts other spellings of a language: EN, en-US, en-USA', async () => {
    await using server = await serveOpenai(fakeEngines().options);
    for (const language of ['EN', ' en-US ', 'en-USA']) {
      const asking = server.client.audio.transcriptions.create({
        model: 'whisper-1',
        file: await file(),
        language,
        response_format: 'verbose_json',
      });
      expect((await asking).language).toBe('english');
    }
  });

  it('sends no event for an utterance without a word', async () => {
    const { options } = fakeEngines({ recognition: { script: { texts: ['', 'Goodbye.'] } } });
    await using server = await serveOpenai(options);
    const stream = await server.client.audio.transcriptions.create({
      model: 'whisper-1',
      file: await file(),
      stream: true,
    });
    expect((await Array.fromAsync(stream)).map(({ type }) => type)).toEqual([
      'transcript.text.delta',
      'transcript.text.done',
    ]);
  });

  it('does not store words in the transcript', async () => {
    const { options } = fakeEngines({
      recognition: { script: { texts: [{ text: 'Hello there.', tokens }] } },
    });
    await using server = await serveOpenai(options);
    await server.client.audio.transcriptions.create({ model: 'whisper-1', file: await file() });
    const { items } = await server.speech.service.listRequests({ limit: 1 });
    const app = await server.speech.service.getApp(server.appId);
    const kept = await server.speech.service.getTranscript(items[0]?.requestId ?? '', app);
    expect(Object.keys(kept.utterances[0] ?? {}).sort()).toEqual(['endTime', 'startTime', 'text']);
  });

  it('streams each utterance as soon as it is recognized, then the whole transcript', async () => {
    const second = deferred();
    const { options } = fakeEngines({
      recognition: {
        script: {
          texts: ['Hello there.', 'Goodbye.'],
          gate: (segment) => (segment === 1 ? second.promise : undefined),
        },
      },
    });
    await using server = await serveOpenai(options);
    const stream = await server.client.audio.transcriptions.create({
      model: 'gpt-4o-mini-transcribe',
      file: await file(),
      stream: true,
    });
    const events: { readonly type: string; readonly delta?: string; readonly text?: string }[] = [];
    for await (const event of stream) {
      if (events.length === 0) second.resolve();
      events.push(event);
    }
    expect(events.map(({ type }) => type)).toEqual([
      'transcript.text.delta',
      'transcript.text.delta',
      'transcript.text.done',
    ]);
    expect(events.map(({ delta = '' }) => delta).join('')).toBe(SAID);
    expect(events.at(-1)).toMatchObject({ text: SAID });
  });

  it('logs no error if the client leaves in the middle of a stream, and charges what it was sent', async () => {
    const rest = deferred();
    const { options } = fakeEngines({
      recognition: {
        script: {
          texts: ['Hello there.', 'Goodbye.'],
          gate: (segment) => (segment === 1 ? rest.promise : undefined),
        },
      },
    });
    const lines: { readonly level: number; readonly msg: string }[] = [];
    await using server = await serveOpenai(options, {
      app: { seconds: '6' },
      log: (line) => void lines.push(JSON.parse(line)),
    });
    const stop = new AbortController();
    const stream = await server.client.audio.transcriptions.create(
      { model: 'whisper-1', file: await file(), stream: true },
      { signal: stop.signal },
    );
    await stream[Symbol.asyncIterator]().next();
    stop.abort();
    await expect
      .poll(() => lines.map(({ msg }) => msg))
      .toContain('client left before the end of its transcript');
    expect(lines.filter(({ level }) => level >= ERROR_LEVEL)).toEqual([]);
    // The first of its five seconds of speech and pauses.
    await expect.poll(() => server.speech.service.getBalances(server.appId)).toMatchObject({ seconds: '4' });
    expect((await server.speech.service.listRequests({ limit: 5 })).items).toMatchObject([
      { status: 'success' },
    ]);
    rest.resolve();
  });

  it('reports a failure in the middle of a stream, and the client throws', async () => {
    const { options } = fakeEngines({
      recognition: {
        script: {
          hear(samples) {
            if (Math.max(...samples) > LOUD) return 'Hello.';
            throw new SpeechError('ENGINE_CRASHED', 'The script fails what is not loud.');
          },
        },
      },
    });
    await using server = await serveOpenai(options);
    const stream = await server.client.audio.transcriptions.create({
      model: 'whisper-1',
      file: await file(),
      stream: true,
    });
    await expect(Array.fromAsync(stream)).rejects.toMatchObject({ type: 'server_error' });
  });

  it('reads fields in any order around the file', async () => {
    await using server = await serveOpenai(fakeEngines().options);
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(TWO)]), 'two.wav');
    form.append('model', 'whisper-1');
    form.append('prompt', 'Names: Ann, Bob.');
    form.append('temperature', '0.2');
    form.append('response_format', 'text');
    expect(await (await postForm(server, form)).text()).toBe(`${SAID}\n`);
  });

  it.each([
    [{ response_format: 'verbose_json', timestamp_granularities: ['word'] }, 400, 'timestamp_granularities'],
    [{ language: 'xx' }, 400, 'language'],
    [{ language: 'not a language' }, 400, 'language'],
    [{ response_format: 'docx' }, 400, 'response_format'],
    [{ temperature: 3 }, 400, 'temperature'],
    [{ temperature: -0.1 }, 400, 'temperature'],
    [{ model: ' ' }, 400, 'model'],
  ])('refuses %o as OpenAI does', async (wrong, status, param) => {
    await using server = await serveOpenai(fakeEngines().options);
    const asking = server.client.audio.transcriptions.create({
      model: 'whisper-1',
      file: await file(),
      ...wrong,
    } as never);
    await expect(asking).rejects.toMatchObject({ status, param, type: 'invalid_request_error' });
  });

  it('recognizes with the requested installed model, and with the first one for any other name', async () => {
    const heardBy = (text: string, model: string) =>
      Object.assign(fakeRecognitionEngine({ id: model, script: { texts: [text, text, text, text] } }), {
        model,
      });
    const plugin = fakePlugin({
      synthesis: [fakeSynthesisEngine()],
      recognition: [heardBy('The first.', 'small'), heardBy('The second.', 'large')],
      voiceActivity: fakeVoiceActivityDetector(),
    });
    const options = { plugins: [plugin], models: fakeModelStore(), defaultVoice: fakeVoice().code };
    await using server = await serveOpenai(options);
    const ask = async (model: string) =>
      (await server.client.audio.transcriptions.create({ model, file: await file() })).text;
    expect(await ask('large')).toMatch(/^The second\./);
    expect(await ask('gpt-9')).toMatch(/^The first\./);
    const names = (await server.client.models.list()).data.map(({ id }) => id);
    expect(names).toEqual(expect.arrayContaining(['whisper-1', 'small', 'large']));
  });

  it('refuses a translation before it is uploaded, since no model translates', async () => {
    await using server = await serveOpenai(fakeEngines().options);
    const asking = server.client.audio.translations.create({ model: 'whisper-1', file: await file() });
    await expect(asking).rejects.toMatchObject({
      status: 404,
      code: 'model_not_found',
      message: expect.stringContaining('No installed model translates'),
    });
  });

  it.each([
    ['/v1/audio/translations', '', 404, 'No installed model translates'],
    [
      '/v1/audio/transcriptions',
      '--b\r\ncontent-disposition: form-data; name="response_format"\r\n\r\ndocx\r\n--b\r\n',
      400,
      'response_format',
    ],
  ])(
    'refuses an invalid request to %s as soon as its beginning arrives',
    async (path, beginning, status, message) => {
      await using server = await serveOpenai(fakeEngines().options);
      const upload = httpRequest(server.url + path, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${server.token}`,
          'content-type': 'multipart/form-data; boundary=b',
          'content-length': 1_000_000,
        },
      });
      upload.on('error', () => undefined);
      upload.flushHeaders();
      upload.write(beginning);
      const [answer] = (await once(upload, 'response')) as [IncomingMessage];
      expect(answer.statusCode).toBe(status);
      expect(await json(answer)).toMatchObject({ error: { message: expect.stringContaining(message) } });
      upload.destroy();
    },
  );

  it('refuses a file that is not audio, and names the field', async () => {
    await using server = await serveOpenai(fakeEngines().options);
    const asking = server.client.audio.transcriptions.create({
      model: 'whisper-1',
      file: await toFile(Buffer.from('no audio at all'), 'a.mp3'),
    });
    await expect(asking).rejects.toMatchObject({ status: 400, param: 'file', code: 'invalid_audio' });
  });

  it.each([
    ['a form without a file', (form: FormData) => form.append('model', 'whisper-1'), /file is required/],
    [
      'a file in another field',
      (form: FormData) => form.append('audio', new Blob(['x']), 'a.wav'),
      /in the field file/,
    ],
    [
      'a form without a model',
      (form: FormData) => form.append('file', new Blob([new Uint8Array(TWO)]), 'a.wav'),
      /model is required/,
    ],
    [
      'two files',
      (form: FormData) => {
        for (const name of ['a.wav', 'b.wav']) form.append('file', new Blob([new Uint8Array(TWO)]), name);
      },
      /One file is taken/,
    ],
    [
      'a form with too many fields',
      (form: FormData) => {
        for (let count = 0; count < 35; count += 1) form.append(`field-${count}`, '');
      },
      /too many parts: at most 34/,
    ],
  ])('refuses %s', async (_, fill, message) => {
    await using server = await serveOpenai(fakeEngines().options);
    const form = new FormData();
    fill(form);
    const answer = await postForm(server, form);
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { error: { message: string } }).error.message).toMatch(message);
  });

  it('charges seconds, and refuses an app without seconds before the upload', async () => {
    await using server = await serveOpenai(fakeEngines().options, { app: { seconds: '6' } });
    await server.client.audio.transcriptions.create({ model: 'whisper-1', file: await file() });
    expect(await server.speech.service.getBalances(server.appId)).toMatchObject({ seconds: '1' });
    const asking = async () =>
      server.client.audio.transcriptions.create({ model: 'whisper-1', file: await file() });
    await expect(asking()).rejects.toMatchObject({ status: 429, code: 'insufficient_quota' });
  });

  it('refuses an upload that is too slow, and releases its place', async () => {
    await using server = await serveOpenai(fakeEngines().options, {
      maxUploads: 1,
      uploadFloor: { bytesPerSecond: 1_000_000, windowMs: 200 },
    });
    const trickle = (head: string) => {
      const sending = httpRequest(`${server.url}/v1/audio/transcriptions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${server.token}`,
          'content-type': 'multipart/form-data; boundary=b',
          'content-length': 1_000_000,
        },
      });
      sending.on('error', () => undefined);
      sending.write(head);
      return once(sending, 'response').then(async ([answer]: IncomingMessage[]) => {
        const body = answer === undefined ? undefined : await json(answer);
        sending.destroy();
        return { status: answer?.statusCode, body };
      });
    };
    const field = '--b\r\ncontent-disposition: form-data; name="model"\r\n\r\nwhisp';
    const recording = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\n\r\nRIFF';
    // The second upload needs the released place of the first.
    for (const head of [field, recording]) {
      expect(await trickle(head)).toMatchObject({
        status: 400,
        body: {
          error: {
            type: 'invalid_request_error',
            message: 'The upload came at less than 1000000 bytes a second for 0.2 seconds.',
          },
        },
      });
    }
  });

  it('stops the recognition when the client leaves', async () => {
    const never = deferred();
    const asked = deferred();
    const gate = () => {
      asked.resolve();
      return never.promise;
    };
    const { options, recognizer } = fakeEngines({ recognition: { script: { gate } } });
    await using server = await serveOpenai(options, { app: { seconds: '6' } });
    const stop = new AbortController();
    const answer = server.client.audio.transcriptions.create(
      { model: 'whisper-1', file: await file() },
      { signal: stop.signal },
    );
    await asked.promise;
    stop.abort();
    await expect(answer).rejects.toThrow();
    await expect.poll(() => recognizer.calls.map(({ state }) => state)).not.toContain('running');
    expect(await server.speech.service.getBalances(server.appId)).toMatchObject({ seconds: '6' });
  });

  it('refuses a recording that is too large with 413, as OpenAI does', async () => {
    await using server = await serveOpenai(fakeEngines().options);
    const upload = httpRequest(`${server.url}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.token}`,
        'content-type': 'multipart/form-data; boundary=b',
      },
    });
    upload.on('error', () => undefined);
    upload.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\n\r\n');
    upload.write(wavHeader({ sampleRateHz: 16_000, dataBytes: 99_999_956 }));
    upload.write(Buffer.alloc(99_999_956));
    upload.end('\r\n--b--\r\n');
    const [answer] = (await once(upload, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(413);
    expect(await json(answer)).toMatchObject({ error: { type: 'invalid_request_error', param: 'file' } });
  });

  it('releases its place when the client leaves in the middle of an upload', async () => {
    await using server = await serveOpenai(fakeEngines().options, { maxUploads: 1 });
    const leaving = httpRequest(`${server.url}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.token}`,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': 1_000_000,
        expect: '100-continue',
      },
    });
    leaving.on('error', () => undefined);
    const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\n\r\nRIFF';
    // Wait until the server has this request before sending the others, or this one might be refused.
    await once(leaving, 'continue');
    leaving.write(head);
    const other = async () =>
      server.client.audio.transcriptions.create({ model: 'whisper-1', file: await file() }).then(
        ({ text }) => text,
        ({ status }) => status,
      );
    await expect.poll(other).toBe(503);
    leaving.destroy();
    await expect.poll(other).not.toBe(503);
  });
});
