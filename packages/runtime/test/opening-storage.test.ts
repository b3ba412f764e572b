import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SpeechError } from '@parlance/core/errors';
import { systemClock } from '@parlance/core/platform';
import { NO_CHOICES, type SpeechStorage } from '@parlance/core/storage';
import { createModelStore } from '@parlance/models';
import {
  deferred,
  fakePlugin,
  fakeRecognitionEngine,
  fakeSynthesisEngine,
  fakeVoice,
} from '@parlance/testkit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type CreateSpeechOptions, createSpeech } from '../src/index.ts';
import { createMemoryStorage } from '../src/storage/memory-storage.ts';
import { oneFileModel } from './one-file-models.ts';

const CATALOGUE = [
  oneFileModel('sounds', { kind: 'data' }),
  oneFileModel('joe-model', { requires: ['sounds'] }),
  oneFileModel('other-model'),
  oneFileModel('hearing', { kind: 'recognition' }),
];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-opening-'));
  await mkdir(join(folder, 'upload'));
  await writeFile(join(folder, 'upload', 'model.onnx'), 'abc');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A service whose storage opens when `storage` resolves; `loads` are the engines in the order in which they were told to load. */
async function service(
  options: CreateSpeechOptions = {},
  {
    installed = ['sounds', 'joe-model', 'other-model', 'hearing'],
    failing = new Map<string, Error>(),
  }: { readonly installed?: readonly string[]; readonly failing?: ReadonlyMap<string, Error> } = {},
) {
  const models = createModelStore({ directory: join(folder, 'models'), catalogue: CATALOGUE });
  for (const id of installed) await models.pull(id, { from: join(folder, 'upload') });
  const list = vi.spyOn(models, 'list');
  const loads: string[] = [];
  const closed: string[] = [];
  const tracked = <Engine extends { warm(): Promise<void>; close(): Promise<void> }>(
    engine: Engine,
    model: string,
  ) => ({
    ...engine,
    model,
    warm: async () => {
      loads.push(model);
      const failure = failing.get(model);
      if (failure !== undefined) throw failure;
    },
    close: async () => void closed.push(model),
  });
  const speaker = (code: string) => {
    const engine = `fake/${code}`;
    return tracked(
      fakeSynthesisEngine({ id: engine, voices: [fakeVoice({ code, engine })] }),
      `${code}-model`,
    );
  };
  const plugin = fakePlugin({
    synthesis: [speaker('other'), speaker('joe')],
    recognition: [tracked(fakeRecognitionEngine(), 'hearing')],
  });
  const storage = deferred<SpeechStorage>();
  const opened = deferred<void>();
  const open = (): Promise<SpeechStorage> => {
    opened.resolve();
    return storage.promise;
  };
  const creating = createSpeech({ plugins: [plugin], models, storage: open, ...options });
  creating.catch(() => undefined);
  await opened.promise;
  return { models, list, loads, closed, storage, creating };
}

const memoryStorage = () => createMemoryStorage({ clock: systemClock, onError: () => undefined });

it('loads the default voice while the storage opens, and the recognizer when it is open', async () => {
  const { loads, storage, creating } = await service();
  await expect.poll(() => loads).toEqual(['joe-model']);
  storage.resolve(memoryStorage());
  await using _speech = await creating;
  await expect.poll(() => loads).toEqual(['joe-model', 'hearing']);
});

it.each<[string, CreateSpeechOptions]>([
  ['of the settings', { defaultVoice: 'other' }],
  [
    'that operators are assumed to have chosen',
    { defaults: { defaultVoice: 'other', defaultRecognizer: null } },
  ],
])('loads the voice %s', async (_name, options) => {
  const { loads, storage, creating } = await service(options);
  await expect.poll(() => loads).toEqual(['other-model']);
  storage.resolve(memoryStorage());
  await using _speech = await creating;
});

it.each<[string, CreateSpeechOptions, string[]?]>([
  ['in threads of this process', { isolation: 'thread' }],
  ['that may be unloaded', { keepDefaultsLoaded: false }],
  ['whose models are not installed', {}, []],
  ['whose model lacks another that it requires', {}, ['other-model']],
  ['of a voice that no plugin declares', { defaults: { defaultVoice: 'bella', defaultRecognizer: 'ear' } }],
])('loads no engines %s', async (_name, options, installed) => {
  const { models, loads, storage, creating } = await service(options, installed && { installed });
  storage.resolve(memoryStorage());
  await using _speech = await creating;
  // Loading engines have called it before.
  await models.list();
  expect(loads).toEqual([]);
});

it('lists the models once for both engines', async () => {
  const { list, loads, storage, creating } = await service();
  storage.resolve(memoryStorage());
  await using _speech = await creating;
  await expect.poll(() => loads).toHaveLength(2);
  expect(list).toHaveBeenCalledOnce();
});

it("closes the engines and rejects with the storage's error if the storage cannot be opened", async () => {
  const { loads, closed, storage, creating } = await service();
  await expect.poll(() => loads).toEqual(['joe-model']);
  storage.reject(new SpeechError('STORAGE_FAILED', 'The database is away.'));
  await expect(creating).rejects.toMatchObject({ code: 'STORAGE_FAILED', message: 'The database is away.' });
  expect(closed.toSorted()).toEqual(['hearing', 'joe-model', 'other-model']);
});

it('loads an engine again that failed to load meanwhile, and reports a second failure', async () => {
  const failing = new Map([['joe-model', new SpeechError('ENGINE_LOAD_FAILED', 'No sound.')]]);
  const { loads, storage, creating } = await service({}, { failing });
  await expect.poll(() => loads).toEqual(['joe-model']);
  storage.resolve(memoryStorage());
  await using speech = await creating;
  await expect(speech.prepare()).rejects.toMatchObject({ code: 'ENGINE_LOAD_FAILED' });
  expect((await speech.service.readiness()).problems).toEqual(['No sound.']);
  failing.clear();
  await speech.prepare();
  expect((await speech.service.readiness()).problems).toEqual([]);
});

it('closes the storage that it opened, at its end and if the service cannot be created', async () => {
  const closes: string[] = [];
  const counted = () => ({ ...memoryStorage(), close: async () => void closes.push('closed') });
  const whole = await service();
  whole.storage.resolve(counted());
  await (await whole.creating).close();
  expect(closes).toHaveLength(1);
  const broken = await service({ realtimeVoices: ['nobody'] });
  broken.storage.resolve(counted());
  await expect(broken.creating).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
  expect(closes).toHaveLength(2);
});

it('leaves a storage open that it was given', async () => {
  const closes: string[] = [];
  const storage = { ...memoryStorage(), close: async () => void closes.push('closed') };
  const plugins = [fakePlugin({ synthesis: [fakeSynthesisEngine()] })];
  await (await createSpeech({ plugins, storage })).close();
  expect(closes).toEqual([]);
});

it('ends the fetch of a missing model if the service cannot be created', async () => {
  const models = createModelStore({ directory: join(folder, 'models'), catalogue: CATALOGUE });
  const signals: (AbortSignal | undefined)[] = [];
  vi.spyOn(models, 'pull').mockImplementation((_modelId, { signal } = {}) => {
    signals.push(signal);
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(SpeechError.aborted(signal)));
    });
  });
  // Another process has installed it.
  const choices = { ...NO_CHOICES, models: ['other-model'], revision: 1 };
  const storage: SpeechStorage = {
    ...createMemoryStorage({ clock: systemClock, onError: () => undefined, choices }),
    sharedLimits: {} as NonNullable<SpeechStorage['sharedLimits']>,
  };
  const plugin = { ...fakePlugin({ synthesis: [fakeSynthesisEngine()] }), enginesOf: async () => undefined };
  const creating = createSpeech({ plugins: [plugin], models, storage, realtimeVoices: ['nobody'] });
  await expect(creating).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
  expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
});
