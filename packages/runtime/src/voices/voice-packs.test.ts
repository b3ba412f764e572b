import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findVoicePacks, readVoicePacks, refuseUnspokenPacks } from './voice-packs.ts';

const MANIFEST = {
  version: 1,
  licence: 'CC0-1.0',
  family: 'vits-piper',
  files: { model: 'model.onnx' },
  nativeRateHz: 22_050,
  voices: [{ code: 'ann', name: 'Ann', gender: 'female', languageCode: 'en-GB' }],
};

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parlance-packs-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function writePack(name: string, manifest: object | string = MANIFEST, files = ['model.onnx']): string {
  const directory = join(folder, name);
  mkdirSync(directory, { recursive: true });
  const content = typeof manifest === 'string' ? manifest : JSON.stringify(manifest);
  writeFileSync(join(directory, 'voice-pack.json'), content);
  for (const file of files) writeFileSync(join(directory, file), '');
  return directory;
}

it('reads a pack from its own folder or from the parent folder, with absolute paths', async () => {
  const directory = writePack('ann');
  const [pack] = await readVoicePacks(['ann'], folder);
  expect(pack).toMatchObject({
    directory,
    files: { model: join(directory, 'model.onnx') },
    ownership: 'COMMUNITY',
  });
  expect(await readVoicePacks([folder])).toEqual([pack]);
});

it('finds packs, sorted by name, and none if the folder does not exist', async () => {
  const packs = [writePack('b'), writePack('a')];
  mkdirSync(join(folder, 'c'));
  expect(await findVoicePacks(folder)).toEqual(packs.toReversed());
  expect(await findVoicePacks(join(folder, 'nowhere'))).toEqual([]);
});

it.each<[string, object | string, string[], RegExp]>([
  ['is not JSON', '{', [], /ann: voice-pack\.json can't be read as JSON/],
  ['lacks a member', { ...MANIFEST, licence: undefined }, [], /ann: licence is required/],
  ['lacks a file', MANIFEST, [], /ann: files\.model names model\.onnx, which is not in the pack/],
])('refuses a pack that %s, naming its folder', async (_fault, manifest, files, message) => {
  writePack('ann', manifest, files);
  await expect(readVoicePacks([folder])).rejects.toThrow(
    expect.objectContaining({ code: 'INVALID_CONFIG', message: expect.stringMatching(message) }),
  );
});

it('refuses a configured folder without a pack', async () => {
  await expect(readVoicePacks([folder])).rejects.toThrow('neither is a voice pack nor contains one');
});

it('refuses a pack whose family no plugin supports', async () => {
  writePack('ann', { ...MANIFEST, family: 'gramophone' });
  const packs = await readVoicePacks([folder]);
  expect(() => refuseUnspokenPacks(packs, [{ voices: [] }])).toThrow('the model family "gramophone"');
});
