import { getEventListeners } from 'node:events';
import type { LoadState } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { parseInput } from '@parlance/core/input';
import { systemClock } from '@parlance/core/platform';
import type { SpeechStorage } from '@parlance/core/storage';
import { liveSynthesisInput } from '@parlance/core/synthesis';
import { voiceQueryInput } from '@parlance/core/voices';
import {
  deferred,
  fakeModelStore,
  fakePlugin,
  fakeRecognitionEngine,
  fakeSynthesisEngine,
  fakeVoice,
  fakeVoiceActivityDetector,
} from '@parlance/testkit';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createSpeech } from '../src/index.ts';
import { createMemoryStorage } from '../src/storage/memory-storage.ts';
import { speechWithFakes, VOICE_CODES } from './speech-with-fakes.ts';

const inputFor = (voiceCode: string) => parseInput(liveSynthesisInput, { text: 'Hello there.', voiceCode });

describe('the service', () => {
  it('authenticates an app only with its own token', async () => {
    const { speech } = await speechWithFakes();
    const one = await speech.service.createApp({ name: 'one' });
    const other = await speech.service.createApp({ name: 'other' });
    const { appId } = one.app;
    expect((await speech.service.authenticate({ token: one.token, appId })).appId).toBe(appId);
    const foreign = [
      { token: other.token, appId },
      { token: `${one.token}x`, appId },
      { token: undefined, appId },
      { token: one.token, appId: undefined },
      { token: one.token, appId: 'unknown' },
    ];
    const messages = await Promise.all(
      foreign.map((credentials) =>
        speech.service.authenticate(credentials).catch((error: Error) => error.message),
      ),
    );
    expect(new Set(messages).size).toBe(1);
    await speech.service.revokeApp(appId);
    await expect(speech.service.authenticate({ token: one.token, appId })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    await speech.close();
  });

  it('refuses tokens of a service with other keys', async () => {
    const [here, there] = await Promise.all([speechWithFakes(), speechWithFakes()]);
    const foreign = await there.speech.service.createApp({ name: 'app' });
    await expect(
      here.speech.service.authenticate({ token: foreign.token, appId: foreign.app.appId }),
    ).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await Promise.all([here.speech.close(), there.speech.close()]);
  });

  it('synthesizes live with the five realtime voices, and lists them when it refuses another', async () => {
    const { speech } = await speechWithFakes();
    const { app } = await speech.service.createApp({ name: 'app' });
    await expect(speech.service.synthesizeLive(inputFor('six'), app)).rejects.toThrow(
      'one, two, three, four, five',
    );
    const live = await speech.service.synthesizeLive(inputFor('five'), app);
    expect(live).toMatchObject({ contentType: 'audio/mpeg', characters: 12, credits: '12' });
    expect(Buffer.concat(await Array.fromAsync(live.audio)).length).toBeGreaterThan(1000);
    await speech.close();
  });

  it('refuses a live synthesis above the limit, and releases the slot when one ends or is left', async () => {
    const gate = deferred();
    const { speech } = await speechWithFakes({
      synthesis: {
        script: { gate: (_unit, chunk) => (chunk === 0 ? undefined : gate.promise), chunkSamples: 4000 },
      },
    });
    const { app } = await speech.service.createApp({ name: 'app', ttsConcurrency: 2 });
    const stop = new AbortController();
    const first = await speech.service.synthesizeLive(inputFor('one'), app, { signal: stop.signal });
    const second = await speech.service.synthesizeLive(inputFor('one'), app);
    const refused = { code: 'SYNTHESIS_CONCURRENCY_EXCEEDED' };
    await expect(speech.service.synthesizeLive(inputFor('one'), app)).rejects.toMatchObject(refused);
    stop.abort();
    const third = await speech.service.synthesizeLive(inputFor('one'), app);
    await expect(speech.service.synthesizeLive(inputFor('one'), app)).rejects.toMatchObject(refused);
    gate.resolve();
    for (const live of [second, third]) await Array.fromAsync(live.audio);
    await expect(Array.fromAsync(first.audio)).rejects.toMatchObject({ code: 'ABORTED' });
    const last = await speech.service.synthesizeLive(inputFor('one'), app);
    await Array.fromAsync(last.audio);
    await speech.close();
  });

  it('releases the slot if the synthesis fails before its first audio', async () => {
    const { speech } = await speechWithFakes({ synthesis: { script: { failures: { 0: 'ENGINE_FAILED' } } } });
    const { app } = await speech.service.createApp({ name: 'app', ttsConcurrency: 1 });
    await expect(speech.service.synthesizeLive(inputFor('one'), app)).rejects.toMatchObject({
      code: 'ENGINE_FAILED',
    });
    await Array.fromAsync((await speech.service.synthesizeLive(inputFor('one'), app)).audio);
    await speech.close();
  });

  it('leaves no listener on the signal of a caller who stays, however a synthesis ends', async () => {
    const { speech } = await speechWithFakes({ synthesis: { script: { failures: { 0: 'ENGINE_FAILED' } } } });
    const { app } = await speech.service.createApp({ name: 'app' });
    const { signal } = new AbortController();
    const speak = (voiceCode: string) => speech.service.synthesizeLive(inputFor(voiceCode), app, { signal });
    await expect(speak('one')).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
    await Array.fromAsync((await speak('one')).audio);
    for await (const _piece of (await speak('two')).audio) break;
    await (await speak('two')).audio[Symbol.asyncIterator]().return?.();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    await speech.close();
  });

  it('combines no signal that outlives a call in the process, since Node may keep a record of that', async () => {
    const { speech } = await speechWithFakes();
    const any = vi.spyOn(AbortSignal, 'any');
    onTestFinished(() => any.mockRestore());
    const { signal } = new AbortController();
    const combined = async (): Promise<ReadonlySet<AbortSignal>> => {
      any.mockClear();
      await speech.speak('Hello.').file();
      await speech.speak('Hello.', { signal }).file();
      return new Set(any.mock.calls.flatMap(([signals]) => [...signals]));
    };
    const [first, second] = [await combined(), await combined()];
    expect(first.size).toBeGreaterThan(0);
    expect([...second].filter((one) => first.has(one))).toEqual([]);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    await speech.close();
  });

  it('pages through the voices forward and back, with cursors that other lists refuse', async () => {
    const { speech } = await speechWithFakes();
    const query = (members: Record<string, string>) => parseInput(voiceQueryInput, members);
    const list = (members: Record<string, string>, appId = 'app') =>
      speech.service.listVoices(query(members), appId);
    const first = await list({ limit: '4' });
    expect(first.previousCursor).toBeNull();
    const cursor = first.nextCursor ?? '';
    const second = await list({ limit: '4', cursor });
    expect([...first.voices, ...second.voices].map(({ code }) => code)).toEqual([...VOICE_CODES].sort());
    expect(second.nextCursor).toBeNull();
    const back = await list({ limit: '4', cursor: second.previousCursor ?? '' });
    expect(back.voices).toEqual(first.voices);
    for (const refused of [
      list({ limit: '4', cursor: `${cursor}A` }),
      list({ limit: '4', cursor, gender: 'male' }),
      list({ cursor }, 'other'),
    ]) {
      await expect(refused).rejects.toMatchObject({ code: 'INVALID_INPUT', details: { field: 'cursor' } });
    }
    await speech.close();
  });

  it('renders a voice’s sample once for simultaneous callers', async () => {
    const { speech, speaker } = await speechWithFakes();
    const demos = await Promise.all([1, 2, 3].map(() => speech.service.renderDemo?.('two')));
    expect(demos[0]?.byteLength).toBeGreaterThan(1000);
    expect(speaker.calls).toHaveLength(1);
    await speech.close();
  });

  it('is ready once it is warm', async () => {
    const { speech } = await speechWithFakes();
    expect(await speech.service.readiness()).toMatchObject({ isReady: false });
    await speech.warm();
    expect(await speech.service.readiness()).toEqual({ isReady: true, problems: [] });
    await speech.close();
  });

  it('whose default engines do not stay loaded is ready once their models are installed, and not after one failed to load', async () => {
    const voices = VOICE_CODES.map((code) => fakeVoice({ code, name: code, engine: 'spoken' }));
    const script = { failures: { 0: 'ENGINE_LOAD_FAILED' } } as const;
    const loads = [new SpeechError('ENGINE_LOAD_FAILED', 'spoken could not load.'), undefined];
    let loadState: LoadState = 'unloaded';
    const spoken = {
      ...fakeSynthesisEngine({ id: 'spoken', voices, script }),
      model: 'model-of-voices',
      get loadState() {
        return loadState;
      },
      async warm() {
        const failure = loads.shift();
        if (failure !== undefined) throw failure;
        loadState = 'loaded';
      },
    };
    const models = fakeModelStore({ models: { 'model-of-voices': {} } });
    const plugins = [fakePlugin({ synthesis: [spoken] })];
    const { speech } = await speechWithFakes({ speech: { plugins, models, keepDefaultsLoaded: false } });
    const ready = { isReady: true, problems: [] };
    await speech.prepare();
    expect([models.asked, loads.length]).toEqual([['model-of-voices'], 2]);
    expect(await speech.service.readiness()).toEqual(ready);
    await expect(speech.speak('Hello.').file()).rejects.toMatchObject({ code: 'ENGINE_LOAD_FAILED' });
    expect(await speech.service.readiness()).toEqual({
      isReady: false,
      problems: ['spoken could not load.'],
    });
    await speech.speak('Hello.').file();
    expect([await speech.service.readiness(), loadState]).toEqual([ready, 'loaded']);
    loadState = 'unloaded';
    expect(await speech.service.readiness()).toEqual(ready);
    await speech.close();
  });

  it('whose models cannot be fetched is not ready, and reports why', async () => {
    const voices = VOICE_CODES.map((code) => fakeVoice({ code, name: code, engine: 'spoken' }));
    const spoken = { ...fakeSynthesisEngine({ id: 'spoken', voices }), model: 'model-of-voices' };
    const models = fakeModelStore({ failures: { 'model-of-voices': 'MODEL_DOWNLOAD_FAILED' } });
    const plugins = [fakePlugin({ synthesis: [spoken] })];
    const { speech } = await speechWithFakes({ speech: { plugins, models, keepDefaultsLoaded: false } });
    await expect(speech.prepare()).rejects.toMatchObject({ code: 'MODEL_DOWNLOAD_FAILED' });
    const problems = [expect.stringContaining('MODEL_DOWNLOAD_FAILED')];
    expect(await speech.service.readiness()).toEqual({ isReady: false, problems });
    await speech.close();
  });

  it('is ready for live speech while its bucket does not answer, and reports the problem', async () => {
    const memory = createMemoryStorage({ clock: systemClock, onError: () => undefined });
    const check = async (): Promise<void> => {
      throw new SpeechError('STORAGE_FAILED', 'The bucket answers 500.');
    };
    const link = async (): Promise<string> => 'https://bucket.example/object';
    const problems = { isReady: false, problems: ['The bucket answers 500.'] };
    const good = { isReady: true, problems: [] };
    for (const { audio, roles, main } of [
      { audio: { ...memory.audio, check, link }, roles: ['api', 'worker'] as const, main: good },
      { audio: { ...memory.audio, check, link }, roles: ['worker'] as const, main: problems },
      { audio: { ...memory.audio, check }, roles: ['api', 'worker'] as const, main: problems },
    ]) {
      const { speech } = await speechWithFakes({ speech: { storage: { ...memory, audio }, roles } });
      await speech.warm();
      expect(await speech.service.readiness()).toEqual(main);
      expect(await speech.service.readiness('live')).toEqual(good);
      expect(await speech.service.readiness('batch')).toEqual(problems);
      expect(await speech.service.dependencies?.()).toEqual({ database: null, audio: problems.problems[0] });
      await speech.close();
    }
  });

  it('is not ready while a default engine cannot serve calls, and reports why', async () => {
    const problems: Record<string, string> = {};
    const withProblem = <Engine extends { readonly id: string }>(engine: Engine): Engine =>
      Object.assign(engine, { problem: () => problems[engine.id] });
    const speaker = (engine: string, codes: readonly string[]) => {
      const voices = codes.map((code) => fakeVoice({ code, name: code, engine }));
      return withProblem(fakeSynthesisEngine({ id: engine, voices }));
    };
    const synthesis = [speaker('spoken', ['one', 'two']), speaker('other', VOICE_CODES.slice(2))];
    const recognition = ['heard', 'unheard'].map((id) => withProblem(fakeRecognitionEngine({ id })));
    const voiceActivity = withProblem(fakeVoiceActivityDetector());
    const plugin = fakePlugin({ synthesis, recognition, voiceActivity });
    const { speech } = await speechWithFakes({ speech: { plugins: [plugin] } });
    await speech.warm();
    Object.assign(problems, { other: 'other died', unheard: 'unheard died' });
    expect(await speech.service.readiness()).toEqual({ isReady: true, problems: [] });
    for (const id of ['spoken', 'heard', voiceActivity.id]) {
      problems[id] = `${id} died`;
      expect(await speech.service.readiness()).toEqual({ isReady: false, problems: [`${id} died`] });
      delete problems[id];
    }
    const figures = speech.service.workload?.().engines ?? [];
    expect(figures.map(({ engine, problem }) => [engine, problem])).toEqual([
      ['spoken', null],
      ['other', 'other died'],
      ['heard', null],
      ['unheard', 'unheard died'],
    ]);
    await speech.close();
  });
});

describe('a listener that throws', () => {
  it('affects neither the work nor other listeners, and is reported', async () => {
    const { speech } = await speechWithFakes();
    const wrong = new RangeError('metrics are down');
    const [ends, errors]: [string[], unknown[]] = [[], []];
    const fail = (): never => {
      throw wrong;
    };
    for (const name of ['request-start', 'request-end', 'background-error'] as const) speech.on(name, fail);
    speech.on('request-end', ({ outcome }) => void ends.push(outcome));
    speech.on('background-error', (error) => void errors.push(error));
    speech.events.once('request-end', () => void ends.push('once'));
    for (let call = 0; call < 2; call++) await speech.speak('Hello.').file();
    expect(ends).toEqual(['done', 'once', 'done']);
    expect(errors).toEqual([wrong, wrong, wrong, wrong]);
    await speech.close();
  });
});

describe('createSpeech', () => {
  it('closes once, and further calls wait for the same close', async () => {
    const { speech, speaker } = await speechWithFakes();
    let isEngineClosed = false;
    Object.assign(speaker, {
      close: async () => {
        await new Promise(setImmediate);
        isEngineClosed = true;
      },
    });
    const first = speech.close();
    await speech.close();
    expect(isEngineClosed).toBe(true);
    await first;
  });

  it('closes within seconds although its database on a server does not answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const memory = createMemoryStorage({ clock: systemClock, onError: () => undefined });
    onTestFinished(() => memory.close());
    const noAnswer = (): Promise<never> => new Promise(() => undefined);
    const storage: SpeechStorage = {
      ...memory,
      records: { ...memory.records, rejections: { ...memory.records.rejections, add: noAnswer } },
      nodes: { keep: noAnswer, list: noAnswer, remove: noAnswer },
      connectionFigures: () => ({ busy: 1, idle: 0, waiting: 0 }),
    };
    const { speech } = await speechWithFakes({ speech: { storage } });
    let isClosed = false;
    void speech.close().then(() => {
      isClosed = true;
    });
    for (let seconds = 0; seconds < 10 && !isClosed; seconds += 1) {
      await new Promise(setImmediate);
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(isClosed).toBe(true);
  });

  it('lists every invalid option by path', async () => {
    const wrong = createSpeech({
      plugins: [],
      isolation: 'vm',
      realtimeVoices: ['a', 'a'],
      voicez: 1,
    } as never);
    await expect(wrong).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
    await expect(wrong).rejects.toThrow(
      /realtimeVoices must name one or more different voice codes, or be "all".*isolation must be "process" or "thread"/,
    );
    await expect(wrong).rejects.toThrow(/voicez/);
  });

  it.each([
    [
      { realtimeVoices: ['one', 'thre'] },
      'realtimeVoices names thre, which no plugin has. Did you mean three?',
    ],
    [{ defaultVoice: 'onee' }, 'defaultVoice names onee, which no plugin has. Did you mean one?'],
  ])('reports unknown voices of the settings %o, and suggests the nearest one', async (speech, message) => {
    await expect(speechWithFakes({ speech })).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
    await expect(speechWithFakes({ speech })).rejects.toThrow(message);
  });

  it.each([
    ['all', true],
    [['six'], true],
    ['one,six', true],
    [['one'], false],
  ])('synthesizes live with the voices that realtimeVoices %o names', async (realtimeVoices, isOneOfThem) => {
    const { speech } = await speechWithFakes({ speech: { realtimeVoices } });
    const { app } = await speech.service.createApp({ name: 'caller' });
    const input = parseInput(liveSynthesisInput, { text: 'Hello.', voiceCode: 'six' });
    const spoken = speech.service.synthesizeLive(input, app).then(({ voice }) => voice.code);
    if (isOneOfThem) await expect(spoken).resolves.toBe('six');
    else await expect(spoken).rejects.toThrow('its voices are one.');
    await speech.close();
  });

  it('uses the best voice as the default and all voices for live speech if the settings name none', async () => {
    const engine = fakeSynthesisEngine({
      voices: [
        fakeVoice({ code: 'basic', quality: 'basic' }),
        fakeVoice({ code: 'good', quality: 'natural' }),
      ],
    });
    const options = { plugins: [fakePlugin({ synthesis: [engine] })], models: fakeModelStore() };
    await using speech = await createSpeech(options);
    expect(speech.speak('Hello.').voice.code).toBe('good');
    const { app } = await speech.service.createApp({ name: 'caller' });
    const input = parseInput(liveSynthesisInput, { text: 'Hello.', voiceCode: 'basic' });
    expect((await speech.service.synthesizeLive(input, app)).voice.code).toBe('basic');
  });

  it('says how to install a missing plugin', async () => {
    await expect(createSpeech({ plugins: ['parlance-plugin-of-nobody'] })).rejects.toThrow(
      'npm install parlance-plugin-of-nobody',
    );
  });

  it('ends running calls when it is closed, and refuses later ones', async () => {
    const never = deferred();
    const { speech, speaker } = await speechWithFakes({
      synthesis: { script: { gate: () => never.promise } },
    });
    const speaking = speech.speak('Hello.').file();
    await speech.close();
    const refused = { code: 'SHUTTING_DOWN' };
    await expect(speaking).rejects.toMatchObject(refused);
    expect(speaker.isClosed).toBe(true);
    await expect(speech.speak('Hello.').file()).rejects.toMatchObject(refused);
    const source = { samples: new Float32Array(16_000), sampleRateHz: 16_000 };
    await expect(speech.transcribe(source)).rejects.toMatchObject(refused);
    const heard = speech.listen(ReadableStream.from([source.samples]), { sampleRateHz: 16_000 });
    await expect(Array.fromAsync(heard)).rejects.toMatchObject(refused);
  });

  it('refuses requests after its end, even if their audio is cached', async () => {
    const { speech } = await speechWithFakes();
    const { app } = await speech.service.createApp({ name: 'app' });
    const ask = () =>
      speech.service.synthesizeLive({ text: 'Hello.', voiceCode: 'one', outputFormat: 'pcm', speed: 1 }, app);
    await Array.fromAsync((await ask()).audio);
    await speech.close();
    await expect(ask()).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
  });
});
