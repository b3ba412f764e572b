import { concatSamples, encodePcm16 } from '@parlance/core/audio';
import { tone } from '@parlance/testkit';
import {
  APICallError,
  generateSpeech,
  LoadAPIKeyError,
  LoadSettingError,
  NoSuchModelError,
  experimental_streamTranscribe as streamTranscribe,
  transcribe,
} from 'ai';
import { describe, expect, it } from 'vitest';
import { expiredToken } from '../../../test/service/short-life.ts';
import { createParlance, type ParlanceProvider } from '../src/index.ts';
import { type ServedProvider, serveProvider } from './serve-provider.ts';

const RATE_HZ = 16_000;
const hum = tone({ frequencyHz: 200, sampleRateHz: RATE_HZ, lengthSamples: 0.6 * RATE_HZ });
const silence = new Float32Array(1.2 * RATE_HZ);
/** Two utterances, separated by silence. */
const SPOKEN = encodePcm16(concatSamples([hum, silence, hum, silence]));
const PCM = { type: 'audio/pcm', rate: RATE_HZ };

const errorOf = (work: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(work).then(
    () => undefined,
    (error: unknown) => error,
  );

/** Providers with tokens that the server refuses. */
const REFUSED: readonly (readonly [string, (served: ServedProvider) => Promise<ParlanceProvider>])[] = [
  ['wrong', async ({ url, token }) => createParlance({ baseURL: url, apiKey: `${token}x` })],
  [
    'revoked',
    async ({ provider, speech, appId }) => {
      await speech.service.revokeApp(appId);
      return provider;
    },
  ],
  [
    'expired',
    async ({ url, speech }) => {
      return createParlance({ baseURL: url, apiKey: await expiredToken(speech.service) });
    },
  ],
];

describe('generateSpeech', () => {
  it('synthesizes with the given voice and format, and reports the cost', async () => {
    await using served = await serveProvider();
    const { audio, warnings, responses } = await generateSpeech({
      model: served.provider.speech(),
      text: 'fifteen chars!!',
      voice: 'one',
      outputFormat: 'wav',
    });
    expect(new TextDecoder().decode(audio.uint8Array.subarray(0, 4))).toBe('RIFF');
    expect(warnings).toEqual([]);
    expect(responses[0]).toMatchObject({ modelId: 'default' });
    expect(responses[0]?.headers).toMatchObject({ 'x-characters': '15', 'x-credits': '15' });
    const raw = await served.provider.speech('any').doGenerate({ text: 'four', voice: 'one' });
    expect(raw.usage).toEqual({ characters: 4, credits: '4' });
  });

  it('synthesizes MP3 with a default voice', async () => {
    await using served = await serveProvider();
    const { audio } = await generateSpeech({ model: served.provider.speech(), text: 'hello' });
    expect(audio.mediaType).toBe('audio/mpeg');
  });

  it('warns about options without effect', async () => {
    await using served = await serveProvider();
    const { warnings } = await generateSpeech({
      model: served.provider.speech(),
      text: 'hello',
      instructions: 'whisper',
      language: 'en',
      outputFormat: 'midi',
      providerOptions: { parlance: { pitch: 2 } },
    });
    const features = warnings.map((warning) => 'feature' in warning && warning.feature);
    expect(features).toEqual(['outputFormat', 'instructions', 'language', 'providerOptions.parlance.pitch']);
  });

  it('throws an APICallError with the message of the server', async () => {
    await using served = await serveProvider();
    const model = served.provider.speech();
    const error = await errorOf(generateSpeech({ model, text: 'hello', voice: 'nobody' }));
    expect(APICallError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({
      statusCode: 400,
      isRetryable: false,
      message: expect.stringContaining('nobody'),
    });
  });

  it('does not retry a call of an app without credits, although that is a 429', async () => {
    await using served = await serveProvider({ credits: '1' });
    let calls = 0;
    const counted: typeof fetch = (...call) => {
      calls += 1;
      return fetch(...call);
    };
    const { speech } = createParlance({ baseURL: served.url, apiKey: served.token, fetch: counted });
    const error = await errorOf(generateSpeech({ model: speech(), text: 'too long for one', voice: 'one' }));
    expect(error).toMatchObject({ statusCode: 429, isRetryable: false });
    expect(calls).toBe(1);
  });

  it('stops when it is aborted', async () => {
    await using served = await serveProvider();
    const abortSignal = AbortSignal.abort(new Error('barge in'));
    const error = await errorOf(
      generateSpeech({ model: served.provider.speech(), text: 'hello', abortSignal }),
    );
    expect(error).toMatchObject({ message: 'barge in' });
  });
});

describe('transcribe', () => {
  async function spokenWav({ provider }: ServedProvider): Promise<Uint8Array> {
    const { audio } = await generateSpeech({ model: provider.speech(), text: 'hello', outputFormat: 'wav' });
    return audio.uint8Array;
  }

  it('returns the text with segments and their times', async () => {
    await using served = await serveProvider();
    const model = served.provider.transcription();
    const { text, segments, durationInSeconds, warnings } = await transcribe({
      model,
      audio: await spokenWav(served),
    });
    expect(text).toBe('first');
    expect(segments).toHaveLength(1);
    expect(segments[0]?.endSecond).toBeGreaterThan(segments[0]?.startSecond ?? 1);
    expect(durationInSeconds).toBeGreaterThan(0);
    expect(warnings).toEqual([]);
  });

  it('chooses the recognizer by language, and reports what the server lacks', async () => {
    await using served = await serveProvider();
    const audio = await spokenWav(served);
    const model = served.provider.transcription();
    const inEnglish = await transcribe({ model, audio, providerOptions: { parlance: { language: 'en' } } });
    expect(inEnglish.language).toBe('en');
    const error = await errorOf(
      transcribe({ model, audio, providerOptions: { parlance: { language: 'tlh' } } }),
    );
    expect(error).toMatchObject({ statusCode: 400, isRetryable: false });
  });

  it('refuses unknown options before anything is sent', async () => {
    await using served = await serveProvider();
    const { transcription } = createParlance({
      baseURL: served.url,
      apiKey: served.token,
      fetch: () => Promise.reject(new Error('sent')),
    });
    const call = { model: transcription(), audio: new Uint8Array(44), maxRetries: 0 };
    const error = await errorOf(transcribe({ ...call, providerOptions: { parlance: { languages: 'en' } } }));
    expect(error).toMatchObject({ name: 'AI_InvalidArgumentError' });
  });
});

describe('experimental_streamTranscribe', () => {
  it.each([
    ['bytes', SPOKEN],
    ['base64', Buffer.from(SPOKEN).toString('base64')],
  ])('returns each utterance with its times from %s', async (_name, chunk) => {
    // The same text for interims and the final of an utterance.
    const script = { texts: ['hello'] };
    await using served = await serveProvider({ recognition: { script } });
    const result = streamTranscribe({
      model: served.provider.transcription(),
      audio: ReadableStream.from([chunk]),
      inputAudioFormat: PCM,
    });
    const parts = await Array.fromAsync(result.fullStream);
    const finals = parts.filter(({ type }) => type === 'transcript-final');
    expect(finals).toMatchObject([
      { text: 'hello', startSecond: 0 },
      { text: 'hello', endSecond: expect.any(Number) },
    ]);
    expect(await result.text).toBe('hello hello');
    expect(await result.segments).toHaveLength(2);
    expect(await result.warnings).toEqual([]);
  });

  it('refuses audio in formats that the server does not support', async () => {
    await using served = await serveProvider();
    const result = streamTranscribe({
      model: served.provider.transcription(),
      audio: ReadableStream.from([SPOKEN]),
      inputAudioFormat: { type: 'audio/pcm', rate: 24_000 },
    });
    expect(await errorOf(result.text)).toMatchObject({ message: expect.stringContaining('16000') });
  });

  it('ends the session when it is aborted', async () => {
    await using served = await serveProvider();
    const leaving = new AbortController();
    const result = streamTranscribe({
      model: served.provider.transcription(),
      audio: new ReadableStream({ start: (controller) => controller.enqueue(SPOKEN) }),
      inputAudioFormat: PCM,
      abortSignal: leaving.signal,
    });
    const types: string[] = [];
    const reading = errorOf(
      (async () => {
        for await (const { type } of result.fullStream) {
          types.push(type);
          if (type === 'transcript-final') leaving.abort();
        }
      })(),
    );
    await reading;
    expect(types).not.toContain('finish');
    const openSessions = async () => (await served.speech.service.admin?.getLiveState())?.sessions.open;
    await expect.poll(openSessions).toBe(0);
  });

  it.each(REFUSED)('ends with an APICallError for an invalid token: %s', async (_name, providerFor) => {
    await using served = await serveProvider();
    const provider = await providerFor(served);
    const { stream } = (await provider.transcription().doStream?.({
      audio: ReadableStream.from([SPOKEN]),
      inputAudioFormat: PCM,
    })) ?? { stream: ReadableStream.from([]) };
    const error = await errorOf(Array.fromAsync(stream));
    expect(APICallError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ isRetryable: false, data: { error: { code: 'UNAUTHORIZED' } } });
  });
});

describe('the provider', () => {
  it.each(REFUSED)('throws an APICallError for an invalid token: %s', async (_name, providerFor) => {
    await using served = await serveProvider();
    const provider = await providerFor(served);
    const speaking = await errorOf(generateSpeech({ model: provider.speech(), text: 'hello' }));
    const listening = await errorOf(
      transcribe({ model: provider.transcription(), audio: new Uint8Array(44) }),
    );
    for (const error of [speaking, listening]) {
      expect(APICallError.isInstance(error)).toBe(true);
      expect(error).toMatchObject({ statusCode: 401, isRetryable: false });
    }
  });

  it('names the missing setting', async () => {
    const model = createParlance({ apiKey: 'token' }).speech();
    expect(LoadSettingError.isInstance(await errorOf(generateSpeech({ model, text: 'hello' })))).toBe(true);
    const keyless = createParlance({ baseURL: 'http://127.0.0.1:9' }).speech();
    expect(LoadAPIKeyError.isInstance(await errorOf(generateSpeech({ model: keyless, text: 'hello' })))).toBe(
      true,
    );
    const streaming = createParlance({ baseURL: 'http://127.0.0.1:9', apiKey: 'no token' }).transcription();
    const options = { audio: ReadableStream.from([SPOKEN]), inputAudioFormat: PCM };
    const error = await errorOf(Promise.resolve(streaming.doStream?.(options)));
    expect(LoadSettingError.isInstance(error)).toBe(true);
  });

  it('has neither language models nor embeddings nor images', () => {
    const { languageModel, embeddingModel, imageModel } = createParlance();
    for (const model of [languageModel, embeddingModel, imageModel])
      expect(() => model('any')).toThrow(NoSuchModelError);
  });
});
