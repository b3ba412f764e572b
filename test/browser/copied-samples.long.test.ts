import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { wordErrorRate } from '@parlance/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  liveSamples,
  type SampleLanguage,
  speechSamples,
  transcriptionSamples,
} from '../../packages/console/browser/speech/code-samples.ts';
import { installPythonClient } from '../../packages/openai/test/support/python-client.ts';
import { hasModels } from '../service/real-speech.ts';
import { type RunningServer, startServer } from './running-server.ts';
import { measureWav, spoken, writeWav } from './spoken-file.ts';

const TEXT = 'The quick brown fox jumps over the "lazy" dog.';
const CACHE = join(import.meta.dirname, '../../node_modules/.cache');
const LANGUAGES = ['curl', 'javascript', 'python', 'openai'] as const;
/** Two of nine words may be recognized differently. */
const MAX_WORD_ERROR_RATE = 0.25;
const python = hasModels ? installPythonClient() : null;

/** The code samples of the playground, run unchanged. */
describe.skipIf(!hasModels)('a sample copied from the playground', () => {
  let server: RunningServer;
  let folder: string;
  beforeAll(async () => {
    // Inside the repository, so that the client's package is found.
    await mkdir(CACHE, { recursive: true });
    folder = await mkdtemp(join(CACHE, 'parlance-samples-'));
    server = await startServer({ plugins: ['@parlance/plugin-sherpa-onnx', '@parlance/plugin-flite'] });
    await writeWav(join(folder, 'recording.wav'), await spoken(server, TEXT, 'slt'));
  });
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const needsPython = (language: SampleLanguage): boolean => language === 'python' || language === 'openai';
  /** @returns the output */
  async function run(language: SampleLanguage, code: string): Promise<string> {
    const file = join(folder, language === 'javascript' ? 'sample.mjs' : 'sample.py');
    await writeFile(file, code);
    const [program, ...words] = {
      curl: ['sh', '-c', code],
      javascript: [process.execPath, '--conditions=@parlance/source', file],
      python: [python ?? '', file],
      openai: [python ?? '', file],
    }[language] as [string, ...string[]];
    const env = { ...process.env, PARLANCE_TOKEN: server.token };
    return (await promisify(execFile)(program, words, { cwd: folder, env })).stdout;
  }

  it.each(LANGUAGES)('speaks: %s', async (language) => {
    if (needsPython(language) && python === null) return;
    const json = { mode: 'sync', text: TEXT, voiceCode: 'slt', outputFormat: 'wav' };
    const samples = speechSamples(
      server,
      { path: 'v1/tts', needsAppId: true, json },
      { model: 'tts-1', voice: 'slt', input: TEXT, response_format: 'wav' },
      'speech.wav',
    );
    await rm(join(folder, 'speech.wav'), { force: true });
    await run(language, samples[language]);
    const { seconds, level } = measureWav(await readFile(join(folder, 'speech.wav')));
    const expectedSeconds = measureWav(await readFile(join(folder, 'recording.wav'))).seconds;
    expect(seconds).toBeCloseTo(expectedSeconds, 1);
    expect(level).toBeGreaterThan(0.01);
  });

  it.each(LANGUAGES)('transcribes: %s', async (language) => {
    if (needsPython(language) && python === null) return;
    const printed = await run(language, transcriptionSamples(server, 'recording.wav')[language]);
    const text =
      language === 'curl' ? String(JSON.parse(printed).text) : printed.replace(/^[\d.]+ [\d.]+ /gm, '');
    expect(wordErrorRate(TEXT, text).rate).toBeLessThan(MAX_WORD_ERROR_RATE);
  });

  it.each(['javascript', 'python'] as const)('listens: %s', async (language) => {
    if (needsPython(language) && python === null) return;
    const printed = await run(language, liveSamples(server, 'recording.wav')[language]);
    const final = printed.split('\n').findLast((line) => /final/i.test(line)) ?? '';
    expect(wordErrorRate(TEXT, final.replace(/^\S+ /, '')).rate).toBeLessThan(MAX_WORD_ERROR_RATE);
  });
});
