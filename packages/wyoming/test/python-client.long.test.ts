import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { wordErrorRate } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { hasModels } from '../../../test/service/real-speech.ts';
import { installPythonWyoming } from './support/install-python-wyoming.ts';
import { serveWyoming } from './support/wyoming-server.ts';

const TEXT = 'Turn on the lights in the kitchen. Then close the door.';
/** With a neural voice and a small recognizer, one or two words of eleven may be wrong. */
const MAX_WORD_ERROR_RATE = 0.2;
const SCRIPT = join(import.meta.dirname, 'python', 'use-wyoming.py');

const python = hasModels ? installPythonWyoming() : null;

const errorRate = (heard: string): number => {
  const { errors, words } = wordErrorRate(TEXT, heard);
  return errors / words;
};

describe.runIf(python !== null)('the Python package wyoming, unmodified', () => {
  it('describes, transcribes, synthesizes and gets its errors', async () => {
    await using server = await serveWyoming({ speech: {} });
    const { speech, appId } = server;
    const file = speech.speak(TEXT, { voiceCode: 'joe', outputFormat: 'pcm', sampleRate: 16_000 });
    const folder = await mkdtemp(join(tmpdir(), 'parlance-wyoming-'));
    const path = join(folder, 'spoken.pcm');
    await writeFile(path, await file.file());
    const { stdout } = await promisify(execFile)(python ?? '', [SCRIPT, String(server.port), path]);
    await rm(folder, { recursive: true });
    const found = JSON.parse(stdout);
    expect(found.describe.pong).toBe('one');
    expect(found.describe.streaming).toEqual([true, true]);
    expect(found.describe.models.map(([, languages]: [string, string[]]) => languages)).toContainEqual([
      'en',
    ]);
    const voices = await speech.service.usableVoices(appId);
    expect(found.describe.voices).toEqual(voices.map(({ code, languageCode }) => [code, [languageCode]]));
    expect(errorRate(found.transcribe.text)).toBeLessThanOrEqual(MAX_WORD_ERROR_RATE);
    expect(errorRate(found.transcribe.chunks)).toBeLessThanOrEqual(MAX_WORD_ERROR_RATE);
    expect(found.transcribe.types[0]).toBe('transcript-start');
    expect(found.transcribe.types.slice(-2)).toEqual(['transcript', 'transcript-stop']);
    expect(found.synthesize.starts).toBe(1);
    expect(found.synthesize.seconds).toBeGreaterThan(1);
    expect(found.synthesize_streamed.starts).toBe(2);
    expect(found.synthesize_streamed.seconds).toBeGreaterThan(1);
    expect(found.fail).toMatchObject({ code: 'VOICE_NOT_FOUND', after: null });
  });
});
