import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PORT_VERSION, type SpeechPlugin, type SynthesisUnit } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { systemClock } from '@parlance/core/platform';
import type { UploadedPackFile, VoicePackAdmin } from '@parlance/core/service';
import type { SpeechStorage } from '@parlance/core/storage';
import { packObjectName } from '@parlance/core/voices';
import { fakeSynthesisEngine, fakeVoice } from '@parlance/testkit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type CreateSpeechOptions, createSpeech, type Speech } from '../src/index.ts';
import { createMemoryStorage } from '../src/storage/memory-storage.ts';

const BY = { actor: 'token', sessionId: null, address: null } as const;
const MANIFEST = {
  version: 1,
  licence: 'CC0-1.0',
  family: 'fake',
  files: { model: 'model.onnx', dictionary: 'words' },
  nativeRateHz: 22_050,
  voices: [{ code: 'ann', name: 'Ann', gender: 'female', languageCode: 'en-GB' }],
};
const PACK = {
  'voice-pack.json': JSON.stringify(MANIFEST),
  'model.onnx': 'weights',
  'words/en': 'hello',
  'words/de': 'hallo',
  LICENSE: 'None.',
  'notes.txt': 'not part of the pack',
};
const KEPT = ['LICENSE', 'model.onnx', 'voice-pack.json', 'words/de', 'words/en'];

let folder: string;
let storage: SpeechStorage;
/** Files in the spool. */
let spooled: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-added-'));
  const memory = createMemoryStorage({ clock: systemClock, onError: () => undefined });
  spooled = 0;
  storage = {
    ...memory,
    spool: {
      async write(bytes, options) {
        const file = await memory.spool.write(bytes, options);
        spooled += 1;
        const dispose = async (): Promise<void> => {
          spooled -= 1;
          await file[Symbol.asyncDispose]();
        };
        return { ...file, [Symbol.asyncDispose]: dispose };
      },
    },
  };
});
afterEach(async () => {
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});

/** Supports packs of the family `fake`, and has the voice `own` itself. */
function plugin(): SpeechPlugin {
  return {
    portVersion: PORT_VERSION,
    id: 'fake',
    models: [],
    createSynthesis: async () => [fakeSynthesisEngine({ id: 'own', voices: [fakeVoice({ code: 'own' })] })],
    async enginesOf(source) {
      if (source.type !== 'voice-pack' || source.pack.family !== 'fake') return undefined;
      const { directory, voices, ownership, ownerAppId } = source.pack;
      const id = `fake/${directory}`;
      const engine = fakeSynthesisEngine({
        id,
        voices: voices.map(({ code }) =>
          fakeVoice({ code, engine: id, ownership, ...(ownerAppId && { ownerAppId }) }),
        ),
      });
      const synthesize = async function* (unit: SynthesisUnit, options?: object) {
        if (voices[0]?.name === 'Broken') throw new SpeechError('ENGINE_LOAD_FAILED', 'It is not a model.');
        for await (const chunk of engine.synthesize(unit, options))
          yield voices[0]?.name === 'Silent' ? chunk.fill(0) : chunk;
      };
      return { synthesis: [{ ...engine, model: id, synthesize }], recognition: [] };
    },
  };
}

const start = (options: Partial<CreateSpeechOptions> = {}): Promise<Speech> =>
  createSpeech({ plugins: [plugin()], storage, voicePackFolder: join(folder, 'packs'), ...options });

function packsOf(speech: Speech): VoicePackAdmin {
  const packs = speech.service.admin?.voicePacks;
  if (packs === undefined) throw new Error('no administration of voice packs');
  return packs;
}

async function* upload(files: Readonly<Record<string, string>>): AsyncGenerator<UploadedPackFile> {
  for (const [path, text] of Object.entries(files))
    yield {
      path,
      content: (async function* () {
        yield Buffer.from(text);
      })(),
    };
}

const packWith = (manifest: object): Record<string, string> => ({
  ...PACK,
  'voice-pack.json': JSON.stringify({ ...MANIFEST, ...manifest }),
});

const codesOf = async (speech: Speech): Promise<readonly string[]> =>
  (await speech.voices()).map(({ code }) => code).toSorted();

it('adds a pack permanently: its voice is available at once, after a restart, and from another folder', async () => {
  {
    await using speech = await start();
    const within = Object.fromEntries(Object.entries(PACK).map(([path, text]) => [`ann-pack/${path}`, text]));
    const pack = await packsOf(speech).add(upload(within), {}, BY);
    expect(pack).toMatchObject({
      ownership: 'COMMUNITY',
      ownerAppId: null,
      isInUse: true,
      error: null,
      usedAs: [],
    });
    expect(pack.voices).toEqual([{ code: 'ann', name: 'Ann', languageCode: 'en-GB' }]);
    expect(await codesOf(speech)).toEqual(['ann', 'own']);
    expect((await speech.speak('Hello.', { voiceCode: 'ann' }).file()).byteLength).toBeGreaterThan(44);
    const there = await readdir(join(folder, 'packs', pack.packId), { recursive: true, withFileTypes: true });
    const names = there.filter((one) => one.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    expect(names.toSorted()).toEqual(KEPT.map((name) => join(folder, 'packs', pack.packId, name)));
    expect(await packsOf(speech).list()).toEqual([pack]);
    const actions = await speech.service.admin?.listActions({ limit: 5 });
    expect(actions?.items).toMatchObject([{ action: 'voice-pack-add', target: pack.packId }]);
  }
  expect(spooled).toBe(0);
  for (const voicePackFolder of [join(folder, 'packs'), join(folder, 'elsewhere'), undefined]) {
    await using speech = await start({ voicePackFolder });
    expect(await codesOf(speech)).toEqual(['ann', 'own']);
  }
});

it('removes a pack with all of its files, and its voice can be added again', async () => {
  await using speech = await start();
  const packs = packsOf(speech);
  const { packId } = await packs.add(upload(PACK), {});
  await packs.remove(packId, {}, BY);
  expect(await codesOf(speech)).toEqual(['own']);
  expect(await packs.list()).toEqual([]);
  expect(await storage.audio.list('voice-packs')).toEqual([]);
  await expect.poll(async () => await readdir(join(folder, 'packs'))).toEqual([]);
  await expect(packs.remove(packId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const actions = await speech.service.admin?.listActions({ limit: 5 });
  expect(actions?.items).toMatchObject([{ action: 'voice-pack-remove', target: packId }]);
  await packs.add(upload(PACK), {});
  expect(await codesOf(speech)).toEqual(['ann', 'own']);
});

it('assigns the voices of a pack to one app', async () => {
  await using speech = await start();
  const { app } = await speech.service.createApp({ name: 'Owner' });
  const pack = await packsOf(speech).add(upload(PACK), { ownerAppId: app.appId });
  expect(pack).toMatchObject({ ownership: 'PERSONAL', ownerAppId: app.appId });
  const usable = async (appId: string) => (await speech.service.usableVoices(appId)).map(({ code }) => code);
  expect(await usable(app.appId)).toContain('ann');
  expect(await usable('other')).not.toContain('ann');
  await expect(packsOf(speech).add(upload(packWith({})), { ownerAppId: 'nobody' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

it.each<[string, Readonly<Record<string, string>>, string, RegExp]>([
  ['no manifest', { 'model.onnx': 'weights' }, 'INVALID_INPUT', /has no voice-pack\.json/],
  ['a manifest that is not JSON', { ...PACK, 'voice-pack.json': '{' }, 'INVALID_INPUT', /as JSON/],
  ['an invalid member', packWith({ nativeRateHz: 1 }), 'INVALID_INPUT', /^nativeRateHz must be/],
  ['two manifests', { 'a/voice-pack.json': '{}', 'b/voice-pack.json': '{}' }, 'INVALID_INPUT', /two packs/],
  [
    'no model',
    { ...packWith({ files: { model: 'other' } }) },
    'INVALID_INPUT',
    /other, which is not in the pack/,
  ],
  ['a file outside of it', { ...PACK, '../../evil': 'x' }, 'INVALID_INPUT', /without "\.\."/],
  ['an absolute path', { ...PACK, '/etc/evil': 'x' }, 'INVALID_INPUT', /its path inside the pack/],
  ['a file twice', { ...PACK, 'MODEL.onnx': 'x' }, 'INVALID_INPUT', /both model\.onnx and MODEL\.onnx/],
  ['a file with the name of a folder', { ...PACK, words: 'x' }, 'INVALID_INPUT', /The pack has both words\//],
  ['an unsupported family', packWith({ family: 'gramophone' }), 'INVALID_INPUT', /family "gramophone"/],
  [
    'a voice code that is taken',
    packWith({ voices: [{ ...MANIFEST.voices[0], code: 'own' }] }),
    'VOICE_PACK_CONFLICT',
    /voice code own is taken/,
  ],
  [
    'a model that does not load',
    packWith({ voices: [{ ...MANIFEST.voices[0], name: 'Broken' }] }),
    'INVALID_INPUT',
    /can't be used: It is not a model/,
  ],
  [
    'a silent voice',
    packWith({ voices: [{ ...MANIFEST.voices[0], name: 'Silent' }] }),
    'INVALID_INPUT',
    /The audio of ann is silent/,
  ],
])('refuses a pack with %s, and keeps nothing of it', async (_what, files, code, message) => {
  await using speech = await start();
  await expect(packsOf(speech).add(upload(files), {}, BY)).rejects.toThrow(
    expect.objectContaining({ code, message: expect.stringMatching(message) }),
  );
  expect(await codesOf(speech)).toEqual(['own']);
  expect(spooled).toBe(0);
  expect(await storage.audio.list('voice-packs')).toEqual([]);
  expect(await readdir(join(folder, 'packs')).catch(() => [])).toEqual([]);
  expect((await speech.service.admin?.listActions({ limit: 5 }))?.items).toEqual([]);
});

it('keeps nothing of an upload that is interrupted, or whose record is refused', async () => {
  await using speech = await start();
  const torn = async function* (): AsyncGenerator<UploadedPackFile> {
    yield* upload(PACK);
    throw SpeechError.aborted();
  };
  await expect(packsOf(speech).add(torn(), {})).rejects.toMatchObject({ code: 'ABORTED' });
  const full = new SpeechError('STORAGE_FULL', 'The disk is full.');
  vi.spyOn(storage.records, 'transact').mockRejectedValueOnce(full);
  await expect(packsOf(speech).add(upload(PACK), {})).rejects.toBe(full);
  expect(spooled).toBe(0);
  expect(await storage.audio.list('voice-packs')).toEqual([]);
  expect(await readdir(join(folder, 'packs'))).toEqual([]);
});

it('removes a pack that is in use only with force', async () => {
  let packId: string;
  {
    await using speech = await start();
    ({ packId } = await packsOf(speech).add(upload(PACK), {}));
  }
  await using speech = await start({ defaultVoice: 'ann', realtimeVoices: ['ann'] });
  await expect(packsOf(speech).remove(packId)).rejects.toThrow(
    expect.objectContaining({
      code: 'VOICE_PACK_CONFLICT',
      message: expect.stringMatching(
        /ann is the default voice; .*defaultVoice names it.*realtimeVoices names it/,
      ),
    }),
  );
  expect(await codesOf(speech)).toEqual(['ann', 'own']);
  await packsOf(speech).remove(packId, { force: true });
  expect(await codesOf(speech)).toEqual(['own']);
});

it('applies what another service on the storage adds and removes', async () => {
  await using speech = await start({ voicePackFolder: undefined });
  await using other = await start();
  const { packId } = await packsOf(speech).add(upload(PACK), {});
  // Adding a pack makes it read the records.
  await packsOf(other).add(upload(packWith({ voices: [{ ...MANIFEST.voices[0], code: 'bob' }] })), {});
  expect(await codesOf(other)).toEqual(['ann', 'bob', 'own']);
  await packsOf(other).remove(packId);
  expect(await codesOf(other)).toEqual(['bob', 'own']);
});

it('starts without a pack whose files are damaged, and reports it in the list', async () => {
  let packId: string;
  {
    await using speech = await start();
    ({ packId } = await packsOf(speech).add(upload(PACK), {}));
  }
  const [pack] = (await storage.records.choices.newerThan(0))?.voicePacks ?? [];
  const model = pack?.files.find(({ path }) => path === 'model.onnx');
  if (model === undefined) throw new Error('the pack has no model');
  const damaged = join(folder, 'damaged');
  await writeFile(damaged, 'changed');
  await storage.audio.remove(packObjectName(packId, model));
  await storage.audio.keep(damaged, packObjectName(packId, model), {
    contentType: 'application/octet-stream',
  });
  await using speech = await start({ voicePackFolder: join(folder, 'new') });
  expect(await codesOf(speech)).toEqual(['own']);
  expect(await packsOf(speech).list()).toMatchObject([
    { packId, isInUse: false, error: { code: 'MODEL_CORRUPT' } },
  ]);
  expect(await readdir(join(folder, 'new'))).toEqual([]);
});
