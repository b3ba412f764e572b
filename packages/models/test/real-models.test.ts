import { execFile } from 'node:child_process';
import { appendFile, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createModelStore } from '@parlance/models';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from './support/test-models.ts';

const directory = process.env.PARLANCE_MODELS_DIR;
const store = createModelStore({ offline: true, ...(directory ? { directory } : {}) });
const status = await store.list();
const isInstalled = (id: string) => status.some(({ entry, isInstalled: is }) => entry.id === id && is);
const needed = ['piper-en-us-joe-medium', 'espeak-ng-data', 'moonshine-tiny-en', 'silero-vad'];
const missing = needed.filter((id) => !isInstalled(id));
if (missing.length > 0)
  console.info(`Tests on real models are skipped: not installed are ${missing.join(', ')}.`);

/** @throws if the process ends with a code other than 0 */
async function load(
  models: Record<string, Readonly<Record<string, string>>>,
): Promise<Record<string, unknown>> {
  const script = fileURLToPath(new URL('./support/speak-and-listen.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(models)]);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Record<string, unknown>;
}

describe.skipIf(missing.length > 0)('the installed default models', () => {
  it('synthesize, recognize that, and distinguish silence from speech in sherpa-onnx', async () => {
    const [voice, recognizer, vad] = await Promise.all(
      ['piper-en-us-joe-medium', 'moonshine-tiny-en', 'silero-vad'].map((id) => store.ensure(id)),
    );
    const answer = await load({
      voice: voice?.files ?? {},
      recognizer: recognizer?.files ?? {},
      vad: vad?.files ?? {},
    });
    expect(answer).toMatchObject({ sampleRateHz: 22_050, silenceSegments: 0 });
    expect(answer.durationSeconds).toBeGreaterThan(0.5);
    expect(answer.peak).toBeGreaterThan(0.05);
    expect(String(answer.text).toLowerCase()).toContain('brown fox jumps over the lazy dog');
  });

  it('are intact, with digests known beforehand', async () => {
    for (const id of needed) {
      const report = await store.verify(id);
      expect(report.isIntact).toBe(true);
      expect(report.files.every((file) => file.trust === 'catalogue')).toBe(true);
    }
  });

  it('would end the process with a token of several code points, so the conversion omits those', async () => {
    await using folder = await temporaryFolder();
    const voice = (await store.ensure('piper-en-us-joe-medium')).files;
    const tokens = join(folder.path, 'tokens.txt');
    await copyFile(voice.tokens as string, tokens);
    await appendFile(tokens, 'a͡ɪ 200\n');
    await expect(load({ voice: { ...voice, tokens } })).rejects.toMatchObject({ code: expect.any(Number) });
  });
});
