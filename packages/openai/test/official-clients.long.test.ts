import { execFile, spawnSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { wordErrorRate } from '@parlance/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasModels } from '../../../test/service/real-speech.ts';
import { type OpenaiServer, serveOpenai } from './support/openai-server.ts';
import { installPythonClient, usePythonClient } from './support/python-client.ts';

const TEXT = 'The quick brown fox jumps over the lazy dog. Then it sleeps in the warm sun.';
/** One recording, converted by ffmpeg to each container with a typical codec. */
const RECORDINGS = {
  'said.mp3': ['-c:a', 'libmp3lame'],
  'said.m4a': ['-c:a', 'aac'],
  'said.wav': ['-c:a', 'pcm_s16le', '-ar', '24000'],
  'said.webm': ['-c:a', 'libopus'],
  'said.ogg': ['-c:a', 'libvorbis'],
  'said.flac': ['-c:a', 'flac'],
} as const;
/** With a neural voice and a small recognizer, a word or two of sixteen may be wrong. */
const MAX_WORD_ERROR_RATE = 0.2;

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
if (!hasFfmpeg) console.warn('skipped: ffmpeg is not installed');
const python = hasModels && hasFfmpeg ? installPythonClient() : null;

const errorRate = (heard: string): number => {
  const { errors, words } = wordErrorRate(TEXT, heard);
  return errors / words;
};

describe.runIf(hasModels && hasFfmpeg)('a real service, with OpenAI’s own unmodified clients', () => {
  let server: OpenaiServer;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parlance-openai-'));
    server = await serveOpenai();
    const said = await server.client.audio.speech.create({
      model: 'tts-1',
      voice: 'alloy',
      input: TEXT,
      response_format: 'wav',
    });
    const path = join(folder, 'source.wav');
    await writeFile(path, Buffer.from(await said.arrayBuffer()));
    for (const [name, options] of Object.entries(RECORDINGS))
      await promisify(execFile)('ffmpeg', ['-loglevel', 'error', '-i', path, ...options, join(folder, name)]);
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'] as const)(
    'Node: speech to a %s file',
    async (format) => {
      const answer = await server.client.audio.speech.create({
        model: 'tts-1',
        voice: 'alloy',
        input: TEXT,
        response_format: format,
      });
      const path = join(folder, `node.${format}`);
      await writeFile(path, Buffer.from(await answer.arrayBuffer()));
      const raw = format === 'pcm' ? ['-f', 's16le', '-ar', '24000', '-ac', '1'] : [];
      const { stdout } = await promisify(execFile)(
        'ffmpeg',
        ['-loglevel', 'error', ...raw, '-i', path, '-f', 's16le', '-ar', '16000', '-ac', '1', '-'],
        { encoding: 'buffer', maxBuffer: 10_000_000 },
      );
      // Sixteen words: four to eight seconds.
      expect(stdout.byteLength / 2 / 16_000).toBeGreaterThan(3);
      expect(stdout.byteLength / 2 / 16_000).toBeLessThan(9);
    },
  );

  it('Node: streaming speech arrives in many chunks', async () => {
    const answer = await server.client.audio.speech.create({
      model: 'tts-1',
      voice: 'coral',
      input: TEXT.repeat(4),
      response_format: 'pcm',
    });
    let pieces = 0;
    for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>)
      pieces += piece.byteLength > 0 ? 1 : 0;
    expect(pieces).toBeGreaterThan(3);
  });

  it.each(Object.keys(RECORDINGS))('Node: transcription of %s', async (name) => {
    const { text } = await server.client.audio.transcriptions.create({
      model: 'whisper-1',
      file: createReadStream(join(folder, name)),
    });
    expect(errorRate(text)).toBeLessThanOrEqual(MAX_WORD_ERROR_RATE);
  });

  it('Node: streaming transcription', async () => {
    const stream = await server.client.audio.transcriptions.create({
      model: 'gpt-4o-transcribe',
      file: createReadStream(join(folder, 'said.m4a')),
      stream: true,
    });
    let heard = '';
    let whole = '';
    for await (const event of stream) {
      if (event.type === 'transcript.text.delta') heard += event.delta;
      if (event.type === 'transcript.text.done') whole = event.text;
    }
    expect(heard).toBe(whole);
    expect(errorRate(whole)).toBeLessThanOrEqual(MAX_WORD_ERROR_RATE);
  });

  it.runIf(python !== null)(
    'Python: models, speech to a file, streaming speech, transcription, streaming transcription',
    async () => {
      const { url, token } = server;
      const found = await usePythonClient(python ?? '', { url, token, folder });
      expect(found.models).toEqual(expect.arrayContaining(['tts-1', 'whisper-1']));
      expect(found.file_bytes).toBe((await stat(join(folder, 'python.wav'))).size);
      expect((await readFile(join(folder, 'python.wav'))).toString('latin1')).toMatch(/^RIFF/);
      expect(found.pieces.length).toBeGreaterThan(3);
      expect(Object.keys(found.transcripts).sort()).toEqual(Object.keys(RECORDINGS).sort());
      for (const [name, heard] of Object.entries(found.transcripts))
        expect(errorRate(heard), name).toBeLessThanOrEqual(MAX_WORD_ERROR_RATE);
      expect(found.segments.length).toBeGreaterThan(0);
      for (const [start, end] of found.segments) {
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(found.duration);
      }
      expect(found.srt).toMatch(/^1\n00:00:0\d,\d{3} --> 00:00:0\d,\d{3}\n/);
      expect(found.deltas).toBe(found.done);
      expect(errorRate(found.done)).toBeLessThanOrEqual(MAX_WORD_ERROR_RATE);
      expect(found.error).toEqual([404, 'model_not_found', 'model']);
    },
  );
});
