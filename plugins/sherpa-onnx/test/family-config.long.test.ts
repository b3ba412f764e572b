import { execFile } from 'node:child_process';
import { appendFileSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeOnnxMetadata } from '@parlance/models';
import { afterAll, describe, expect, it } from 'vitest';
import {
  onlineConfig,
  recognitionConfig,
  synthesisConfig,
  voiceActivityConfig,
} from '../src/families/addon-config.ts';
import type { AddonConfig, ModelFiles } from '../src/families/family.ts';
import { ONLINE_FAMILIES } from '../src/families/online-families.ts';
import { RECOGNITION_FAMILIES } from '../src/families/recognition-families.ts';
import { SYNTHESIS_FAMILIES } from '../src/families/synthesis-families.ts';
import { hasModels, modelStore } from './installed-models.ts';

const MATCHA_METADATA = {
  model_type: 'matcha-tts',
  sample_rate: '22050',
  version: '1',
  num_ode_steps: '3',
  language: 'English',
  voice: 'en-us',
  has_espeak: '1',
  use_eos_bos: '0',
  pad_id: '0',
  n_speakers: '1',
  jieba: '0',
};

const folder = mkdtempSync(join(tmpdir(), 'parlance-families-'));
const present = join(folder, 'present');
writeFileSync(present, 'hello 0\n');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Subject {
  readonly name: string;
  readonly kind: string;
  readonly roles: readonly string[];
  readonly config: (files: ModelFiles) => AddonConfig;
}

const SUBJECTS: readonly Subject[] = [
  ...Object.entries(SYNTHESIS_FAMILIES).map(([name, family]) => ({
    name,
    kind: 'synthesis',
    roles: family.roles,
    config: (files: ModelFiles) => synthesisConfig(family, files),
  })),
  ...Object.entries(RECOGNITION_FAMILIES).map(([name, family]) => ({
    name,
    kind: 'recognition',
    roles: family.roles,
    config: (files: ModelFiles) => recognitionConfig(family, files, {}),
  })),
  ...Object.entries(ONLINE_FAMILIES).map(([name, family]) => ({
    name,
    kind: 'online',
    roles: family.roles,
    config: (files: ModelFiles) => onlineConfig(family, files),
  })),
  {
    name: 'silero-vad',
    kind: 'voice-activity',
    roles: ['model'],
    config: (files) => voiceActivityConfig(files, 0.5),
  },
];

/** @returns what the addon complains of */
function complaintOf(kind: string, config: AddonConfig): Promise<string> {
  const child = join(import.meta.dirname, 'addon-child.ts');
  return new Promise((resolve) => {
    // Nothing of this process's environment: the addon finds its libraries by itself.
    execFile(
      process.execPath,
      [child, JSON.stringify([kind, config])],
      { env: {} },
      (_error, _stdout, stderr) => resolve(stderr),
    );
  });
}

/** Every file is there but one. The eSpeak data is a folder, of which the addon looks for what is in it. */
async function filesWithout(missing: string, roles: readonly string[]): Promise<ModelFiles> {
  const espeakData = join(folder, 'espeak-ng-data');
  await mkdir(espeakData, { recursive: true });
  for (const part of ['phontab', 'phonindex', 'phondata', 'intonations'])
    writeFileSync(join(espeakData, part), '');
  const files = roles.map((role) => [role, role === 'espeakData' ? espeakData : present]);
  return { ...Object.fromEntries(files), [missing]: join(folder, `no-such-${missing}`) };
}

/** The configuration with the last letter of every key that leads to `path` cut off. */
function misspelt(config: AddonConfig, path: string): AddonConfig {
  return Object.fromEntries(
    Object.entries(config).map(([key, value]) => {
      if (value === path) return [key.slice(0, -1), value];
      const isObject = typeof value === 'object' && value !== null;
      return [key, isObject ? misspelt(value as AddonConfig, path) : value];
    }),
  );
}

describe.each(SUBJECTS)('the configuration of $name', ({ kind, roles, config }) => {
  it.each(roles.filter((role) => role !== 'vocoder').map((role) => ({ role })))(
    'hands $role to the addon under its key',
    async ({ role }) => {
      const files = await filesWithout(role, roles);
      const path = files[role] ?? '';
      expect(await complaintOf(kind, config(files))).toContain(path);
      const wrong = await complaintOf(kind, misspelt(config(files), path));
      expect(wrong).not.toContain(path);
      expect(wrong).not.toBe('');
    },
  );
});

it.skipIf(!hasModels)('hands the vocoder of Matcha to the addon under its key', async () => {
  // The addon looks for the vocoder once the acoustic model is loaded, so a small real one stands in, with Matcha's metadata.
  const [{ files: silero }, { files: joe }] = await Promise.all([
    modelStore.ensure('silero-vad'),
    modelStore.ensure('piper-en-us-joe-medium'),
  ]);
  const acousticModel = join(folder, 'acoustic.onnx');
  copyFileSync(silero.model ?? '', acousticModel);
  appendFileSync(acousticModel, encodeOnnxMetadata(MATCHA_METADATA));
  const vocoder = join(folder, 'no-such-vocoder');
  const config = synthesisConfig(SYNTHESIS_FAMILIES.matcha, { ...joe, acousticModel, vocoder });
  expect(await complaintOf('synthesis', config)).toContain(`The vocoder '${vocoder}' does not exist`);
  expect(await complaintOf('synthesis', misspelt(config, vocoder))).toContain('Please provide vocoder');
});
