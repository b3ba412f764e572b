import type { EngineCallOptions, LoadState, ModelStore } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import {
  deferred,
  fakeRecognitionEngine,
  fakeSynthesisEngine,
  fakeTextAligner,
  fakeVoiceActivityDetector,
} from '@parlance/testkit';
import {
  describeRecognitionEngine,
  describeSynthesisEngine,
  describeTextAligner,
  describeVoiceActivityDetector,
} from '@parlance/testkit/vitest';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SynthesisMiddleware } from './engine-middleware.ts';
import { HostedAligner } from './hosted-aligner.ts';
import { HostedRecognition } from './hosted-recognition.ts';
import { HostedSynthesis } from './hosted-synthesis.ts';
import { HostedVoiceActivity } from './hosted-voice-activity.ts';
import { withLoadListener } from './load-listener.ts';

describeSynthesisEngine('a hosted fake', { create: () => new HostedSynthesis(fakeSynthesisEngine()) });
describeRecognitionEngine('a hosted fake', {
  create: () => new HostedRecognition(fakeRecognitionEngine({ capabilities: { streaming: true } })),
});
describeTextAligner('a hosted fake', { create: () => new HostedAligner(fakeTextAligner()) });
describeVoiceActivityDetector('a hosted fake', {
  create: () => new HostedVoiceActivity(fakeVoiceActivityDetector()),
});

const segment = () => new Float32Array(1600);
const NEVER_MS = 60_000;

describe('a hosted engine', () => {
  it('is cold until it is warmed or a call succeeds', async () => {
    const warmed = new HostedRecognition(fakeRecognitionEngine());
    expect(warmed.state).toBe('cold');
    const warming = Promise.all([warmed.warm(), warmed.warm()]);
    expect(warmed.state).toBe('warming');
    await warming;
    expect(warmed.state).toBe('ready');

    const used = new HostedRecognition(
      fakeRecognitionEngine({ script: { failures: { 0: 'ENGINE_FAILED' } } }),
    );
    await expect(used.recognize(segment())).rejects.toThrow();
    expect(used.state).toBe('cold');
    await used.recognize(segment());
    expect(used.state).toBe('ready');
  });

  it('can be warmed again after a failure', async () => {
    const engine = fakeRecognitionEngine();
    const fails = [true, false];
    const hosted = new HostedRecognition({
      ...engine,
      warm: async () => {
        if (fails.shift()) throw new SpeechError('ENGINE_LOAD_FAILED', 'It did not load.');
      },
    });
    await expect(hosted.warm()).rejects.toMatchObject({ code: 'ENGINE_LOAD_FAILED' });
    expect(hosted.state).toBe('cold');
    await hosted.warm();
    expect(hosted.state).toBe('ready');
  });

  it('can be warmed again after a failure that its engine throws instead of rejecting', async () => {
    const engine = fakeRecognitionEngine();
    const fails = [true, false];
    const hosted = new HostedRecognition({
      ...engine,
      warm: () => {
        if (fails.shift()) throw new SpeechError('ENGINE_LOAD_FAILED', 'It did not load.');
        return engine.warm();
      },
    });
    await expect(hosted.warm()).rejects.toMatchObject({ code: 'ENGINE_LOAD_FAILED' });
    expect(hosted.problem()).toBe('It did not load.');
    await hosted.warm();
    expect(hosted.state).toBe('ready');
  });

  it('ends fetching its model when it is closed', async () => {
    const hosted = new HostedSynthesis({ ...fakeSynthesisEngine(), model: 'joe' });
    const ensure: ModelStore['ensure'] = (_modelId, { signal } = {}) =>
      new Promise((_resolve, reject) => {
        if (signal === undefined) reject(new TypeError('It can not be ended.'));
        signal?.addEventListener('abort', () => reject(SpeechError.aborted(signal)));
      });
    const fetching = expect(hosted.fetch({ ensure })).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
    await Promise.all([hosted.close(), fetching]);
    await expect(hosted.fetch({ ensure })).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
  });

  it('reports to a call how long it waits for the load, and the load to the host once', async () => {
    const load = deferred();
    const engine = fakeRecognitionEngine({ script: { texts: ['hello'], gate: () => load.promise } });
    const state = { loadState: 'unloaded' as LoadState };
    const onLoad = vi.fn();
    const hosted = new HostedRecognition(
      Object.defineProperty({ ...engine, warm: () => load.promise }, 'loadState', {
        get: () => state.loadState,
      }),
      [],
      onLoad,
    );
    const [first, second, later] = [vi.fn(), vi.fn(), vi.fn()];
    const calls = [first, second].map((listener) =>
      withLoadListener(listener, () => hosted.recognize(segment())),
    );
    state.loadState = 'loading';
    load.resolve();
    await Promise.all(calls);
    for (const listener of [first, second])
      expect(listener).toHaveBeenCalledExactlyOnceWith(expect.any(Number));
    expect(onLoad).toHaveBeenCalledExactlyOnceWith({ engine: hosted.id, durationMs: expect.any(Number) });
    state.loadState = 'loaded';
    await withLoadListener(later, () => hosted.recognize(segment()));
    expect(later).not.toHaveBeenCalled();
  });

  it('lets a loaded engine report to a call how long it waited for a worker', async () => {
    const [recognizer, speaker, aligner] = [
      fakeRecognitionEngine({ capabilities: { streaming: true } }),
      fakeSynthesisEngine(),
      fakeTextAligner(),
    ];
    const tellsOfWait = <Call extends (given: never, options?: EngineCallOptions) => unknown>(
      call: Call,
    ): Call =>
      ((given, options) => {
        options?.onLoad?.(700);
        return call(given, options);
      }) as Call;
    const { openStream } = recognizer;
    const recognition = new HostedRecognition({
      ...recognizer,
      recognize: tellsOfWait(recognizer.recognize),
      openStream: (options) => {
        options?.onLoad?.(700);
        return openStream?.(options) ?? Promise.reject(new TypeError('It has no streams.'));
      },
    });
    const synthesis = new HostedSynthesis({ ...speaker, synthesize: tellsOfWait(speaker.synthesize) });
    const alignment = new HostedAligner({ ...aligner, align: tellsOfWait(aligner.align) });
    const speech = { samples: segment(), sampleRateHz: 16_000 };
    const [start, end] = [0, 5];
    const calls: readonly (() => Promise<unknown>)[] = [
      () => recognition.recognize(segment(), { lane: 'sync' }),
      async () => (await recognition.openStream?.())?.close(),
      () => Array.fromAsync(synthesis.synthesize({ text: 'Hello', voiceCode: 'fake', speed: 1 })),
      () => alignment.align({ ...speech, text: 'Hello', words: [{ start, end }], languageCode: 'en' }),
    ];
    for (const call of calls) {
      const listener = vi.fn();
      await withLoadListener(listener, call);
      expect(listener).toHaveBeenCalledExactlyOnceWith(700);
      await call();
      expect(listener).toHaveBeenCalledOnce();
    }
  });

  it('completes running calls while it drains, and refuses new ones', async () => {
    const gate = deferred();
    const hosted = new HostedRecognition(
      fakeRecognitionEngine({ script: { texts: ['hello'], gate: () => gate.promise } }),
    );
    const begun = hosted.recognize(segment());
    let isDrained = false;
    const draining = hosted.drain(NEVER_MS).then(() => {
      isDrained = true;
    });
    await expect(hosted.recognize(segment())).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
    await expect(hosted.warm()).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
    expect([hosted.state, isDrained]).toEqual(['draining', false]);
    gate.resolve();
    expect((await begun).text).toBe('hello');
    await draining;
    await hosted.close();
    expect(hosted.state).toBe('closed');
  });

  it('counts a stream as running until it is closed', async () => {
    const hosted = new HostedVoiceActivity(fakeVoiceActivityDetector());
    const stream = await hosted.open();
    let isDrained = false;
    const draining = hosted.drain(NEVER_MS).then(() => {
      isDrained = true;
    });
    expect([...(await stream.detect(new Float32Array(512)))]).toEqual([0]);
    expect(isDrained).toBe(false);
    await Promise.all([stream.close(), stream.close()]);
    await draining;
  });

  it('waits for a call that never ends no longer than the timeout', async () => {
    const hosted = new HostedSynthesis(fakeSynthesisEngine({ script: { gate: () => deferred().promise } }));
    const unit = { text: 'Hello', voiceCode: 'fake', speed: 1 };
    const speaking = Array.fromAsync(hosted.synthesize(unit));
    await hosted.drain(0);
    await Promise.all([hosted.close(), expect(speaking).rejects.toMatchObject({ code: 'SHUTTING_DOWN' })]);
  });
});

describe('the problem of a hosted engine that could not be loaded', () => {
  afterEach(() => void vi.useRealTimers());

  const failingWith = (error: SpeechError): HostedRecognition =>
    new HostedRecognition({ ...fakeRecognitionEngine(), warm: () => Promise.reject(error) });

  it.each<[what: string, error: SpeechError, later: string | undefined]>([
    ['until it is loaded', new SpeechError('ENGINE_LOAD_FAILED', 'It did not load.'), 'It did not load.'],
    [
      'for as long as the error says that another attempt is useless',
      new SpeechError('MEMORY_LOW', 'There is too little memory.', { retryAfterSeconds: 5 }),
      undefined,
    ],
  ])('is reported %s', async (_what, error, later) => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const hosted = failingWith(error);
    await expect(hosted.warm()).rejects.toBe(error);
    vi.advanceTimersByTime(4000);
    expect(hosted.problem()).toBe(error.message);
    vi.advanceTimersByTime(2000);
    expect(hosted.problem()).toBe(later);
  });
});

it('calls the middleware around an engine from the outermost to the innermost, and back', async () => {
  const order: string[] = [];
  const noting =
    (name: string): SynthesisMiddleware =>
    (next, { id }) =>
      async function* (...call) {
        order.push(`${name} before ${id}`);
        yield* next(...call);
        order.push(`${name} after`);
      };
  const hosted = new HostedSynthesis(fakeSynthesisEngine(), [noting('outer'), noting('inner')]);
  await Array.fromAsync(hosted.synthesize({ text: 'One.', voiceCode: 'fake', speed: 1 }));
  expect(order).toEqual(['outer before fake', 'inner before fake', 'inner after', 'outer after']);
});

it.each<[string, unknown, string]>([
  ['16-bit samples', new Int16Array(8), 'an object of Int16Array'],
  ['a text', 'audio', 'a string'],
  ['nothing', null, 'null'],
  ['no numbers', new Float32Array(8).fill(Number.NaN), 'no numbers (NaN)'],
])('reports what a voice returned instead of audio: %s', async (_what, chunk, given) => {
  const engine = fakeSynthesisEngine();
  const broken = new HostedSynthesis({
    ...engine,
    async *synthesize() {
      yield chunk as Float32Array;
    },
  });
  const spoken = Array.fromAsync(broken.synthesize({ text: 'One.', voiceCode: 'a', speed: 1 }));
  await expect(spoken).rejects.toMatchObject({
    code: 'ENGINE_FAILED',
    message: expect.stringContaining(`${engine.id} returned ${given}`),
  });
});
