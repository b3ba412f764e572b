import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PORT_VERSION, type SpeechPlugin } from '@parlance/core/engine';
import type { AdminService } from '@parlance/core/service';
import { createModelStore } from '@parlance/models';
import {
  deferred,
  fakeRecognitionEngine,
  fakeSynthesisEngine,
  fakeVoice,
  fakeVoiceActivityDetector,
} from '@parlance/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type CreateSpeechOptions, createSpeech } from '../src/index.ts';
import { oneFileModel } from './one-file-models.ts';

const CATALOGUE = [
  oneFileModel('own'),
  oneFileModel('bella'),
  oneFileModel('whisper', { kind: 'recognition', languages: ['de'] }),
  oneFileModel('data', { kind: 'data', languages: [], sources: [] }),
];

let folder: string;
let upload: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-models-'));
  upload = join(folder, 'upload');
  await mkdir(upload);
  await writeFile(join(upload, 'model.onnx'), 'abc');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Has the voice `own` by its options, and a voice for each other installed model. */
function service(options: Partial<CreateSpeechOptions> = {}) {
  const store = createModelStore({ directory: join(folder, 'models'), catalogue: CATALOGUE });
  const gate = deferred<void>();
  const installed = new Map<string, ReturnType<typeof fakeSynthesisEngine>>();
  const plugin: SpeechPlugin = {
    portVersion: PORT_VERSION,
    id: 'fake',
    models: ['own'],
    createSynthesis: async () => [
      {
        ...fakeSynthesisEngine({ id: 'fake/own', voices: [fakeVoice({ code: 'own', engine: 'fake/own' })] }),
        model: 'own',
      },
    ],
    createRecognition: async () => [
      fakeRecognitionEngine({ id: 'fake/english', capabilities: { languages: ['en'] } }),
    ],
    createVoiceActivity: async () => fakeVoiceActivityDetector(),
    async enginesOf(from) {
      if (from.type !== 'model') return undefined;
      const { id, kind, languages } = from.model;
      const engine = `fake/${id}`;
      if (kind === 'recognition') {
        const heard = fakeRecognitionEngine({ id: engine, capabilities: { languages } });
        return { synthesis: [], recognition: [{ ...heard, model: id }] };
      }
      const speaker = fakeSynthesisEngine({
        id: engine,
        voices: [fakeVoice({ code: id, engine })],
        script: { chunkSamples: 1600, gate: (_unit, chunk) => (chunk === 0 ? undefined : gate.promise) },
      });
      installed.set(id, speaker);
      return {
        synthesis: [Object.create(speaker, { model: { value: id, enumerable: true } }) as typeof speaker],
        recognition: [],
      };
    },
  };
  return {
    store,
    gate,
    installed,
    start: () => createSpeech({ plugins: [plugin], models: store, defaultVoice: 'own', ...options }),
  };
}

function modelsOf(admin: AdminService | undefined) {
  if (admin?.models === undefined) throw new Error('no administration of models');
  return admin.models;
}

it('offers models that are installed at the start, and none that are only in the catalogue', async () => {
  const { store, start } = service();
  await store.pull('bella', { from: upload });
  await store.pull('whisper', { from: upload });
  await using speech = await start();
  expect((await speech.voices()).map(({ code }) => code)).toEqual(['bella', 'own']);
  const { models } = await modelsOf(speech.service.admin).list();
  expect(
    models.map(({ id, state, isInUse, isDeclared, isDefault }) => [
      id,
      state,
      isInUse,
      isDeclared,
      isDefault,
    ]),
  ).toEqual([
    ['own', 'available', true, true, true],
    ['bella', 'installed', true, false, false],
    ['whisper', 'installed', true, false, false],
    ['data', 'available', false, false, false],
  ]);
});

it('offers a model once it is installed, and removes it when running work has ended', async () => {
  const { store, gate, installed, start } = service();
  await using speech = await start();
  const models = modelsOf(speech.service.admin);
  expect(() => speech.speak('Hello.', { voiceCode: 'bella' })).toThrow('does not exist');
  await store.pull('bella', { from: upload });
  await models.install('bella');
  await expect.poll(async () => (await models.get('bella')).isInUse).toBe(true);
  const reading = speech.speak('Hello there, and good bye.', { voiceCode: 'bella', outputFormat: 'pcm' });
  const pieces = reading[Symbol.asyncIterator]();
  expect((await pieces.next()).done).toBe(false);

  await models.remove('bella');
  expect(() => speech.speak('Hello.', { voiceCode: 'bella' })).toThrow('does not exist');
  expect(installed.get('bella')?.isClosed).toBe(false);
  gate.resolve();
  for (let piece = await pieces.next(); piece.done !== true; piece = await pieces.next());
  await expect.poll(() => installed.get('bella')?.isClosed).toBe(true);
  expect(await models.get('bella')).toMatchObject({ state: 'available', isInUse: false });
});

it('makes a model the default voice or recognizer, and removes it only with force', async () => {
  const { store, start } = service();
  for (const id of ['bella', 'whisper']) await store.pull(id, { from: upload });
  await using speech = await start();
  const models = modelsOf(speech.service.admin);
  await models.makeDefault('bella', { actor: 'command-line', sessionId: null, address: null });
  await models.makeDefault('whisper');
  expect(await models.list()).toMatchObject({ defaultVoice: 'bella', defaultRecognizer: 'whisper' });
  expect(speech.speak('Hello.').voice.code).toBe('bella');
  await expect(models.makeDefault('data')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await expect(models.remove('bella')).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    details: { field: 'force' },
  });
  await models.remove('bella', { force: true });
  expect(await models.list()).toMatchObject({ defaultVoice: 'own', defaultRecognizer: 'whisper' });
  const { items } = (await speech.service.admin?.listActions({ limit: 10 })) ?? { items: [] };
  expect(items).toMatchObject([{ action: 'model-default', target: 'bella' }]);
});

it('reports why an install failed', async () => {
  const { start } = service();
  await using speech = await start();
  const models = modelsOf(speech.service.admin);
  expect(await models.install('bella')).toMatchObject({ state: 'installing' });
  await expect
    .poll(() => models.get('bella'))
    .toMatchObject({ state: 'available', error: { code: 'MODEL_DOWNLOAD_FAILED' } });
  await expect(models.install('nobody')).rejects.toMatchObject({ code: 'MODEL_NOT_FOUND' });
});

it('uses the chosen defaults while they exist, and reports a change', async () => {
  const defaults = { defaultVoice: 'bella', defaultRecognizer: 'whisper' };
  const { store, start } = service({ defaults });
  for (const id of ['bella', 'whisper']) await store.pull(id, { from: upload });
  await using speech = await start();
  const models = modelsOf(speech.service.admin);
  expect(await models.list()).toMatchObject(defaults);
  const told: unknown[] = [];
  speech.on('defaults-change', (defaults) => told.push(defaults));
  await models.remove('bella', { force: true });
  expect(told).toEqual([{ defaultVoice: null, defaultRecognizer: 'whisper' }]);

  await using other = await start();
  expect(other.speak('Hello.').voice.code).toBe('own');
});
