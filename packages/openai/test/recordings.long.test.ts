import { readFileSync } from 'node:fs';
import { wordErrorRate } from '@parlance/testkit';
import { toFile } from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasModels } from '../../../test/service/real-speech.ts';
import { type OpenaiServer, serveOpenai } from './support/openai-server.ts';

/** The text that joe speaks in the files of `fixtures/recordings`. */
const SENTENCE = 'The train leaves at nine.';

describe.runIf(hasModels)('a service on a machine without ffmpeg', () => {
  let server: OpenaiServer;
  const usualFfmpeg = process.env.FFMPEG_PATH;
  beforeAll(async () => {
    process.env.FFMPEG_PATH = '/nowhere/ffmpeg';
    server = await serveOpenai();
  });
  afterAll(async () => {
    if (usualFfmpeg === undefined) delete process.env.FFMPEG_PATH;
    else process.env.FFMPEG_PATH = usualFfmpeg;
    await server?.[Symbol.asyncDispose]();
  });

  const heard = async (bytes: Uint8Array, name: string): Promise<string> => {
    const file = await toFile(bytes, name);
    return (await server.client.audio.transcriptions.create({ model: 'whisper-1', file })).text;
  };

  it.each(['mp3', 'flac', 'ogg', 'opus'])('transcribes a recording in %s', async (format) => {
    const path = new URL(`../../../fixtures/recordings/train.${format}`, import.meta.url);
    // With a wrong file extension, since the content determines the format.
    expect(await heard(readFileSync(path), 'recording.wav')).toBe(SENTENCE);
  });

  // The engine uses random noise, so every take differs, and a word may be misrecognized.
  it.each(['wav', 'mp3'] as const)('transcribes the %s that it synthesized', async (format) => {
    const input = 'The train to the city leaves at nine in the morning, and another one follows after lunch.';
    const speech = { model: 'tts-1', voice: 'alloy', input, response_format: format };
    const said = await (await server.client.audio.speech.create(speech)).arrayBuffer();
    const text = await heard(new Uint8Array(said), `said.${format}`);
    expect(wordErrorRate(input, text).errors, text).toBeLessThanOrEqual(3);
  });

  it('reports that M4A needs ffmpeg', async () => {
    const m4a = Buffer.from('\0\0\0\x20ftypM4A \0\0\0\0M4A mp42isom', 'latin1');
    await expect(heard(m4a, 'said.m4a')).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('MP4 or M4A, which needs ffmpeg; it is not installed'),
    });
  });
});
