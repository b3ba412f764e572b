import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { wordErrorRate } from '@parlance/testkit';
import OpenAI from 'openai';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasModels } from '../../../test/service/real-speech.ts';
import { installPythonClient } from '../../openai/test/support/python-client.ts';
import { serveRealtime, silence, type TestServer } from './support/realtime-server.ts';
import { openTlsFront, selfSignedCertificate } from './support/tls-front.ts';

const TEXT = 'The quick brown fox jumps over the lazy dog. Then it sleeps in the warm sun.';
/** With a neural voice and a small recognizer, a word or two of sixteen may be wrong. */
const MAX_WORD_ERROR_RATE = 0.2;
const CHUNK_BYTES = 4800;
const SCRIPT = join(import.meta.dirname, 'python', 'use-realtime.py');

const python = hasModels ? installPythonClient() : null;
const certificate = selfSignedCertificate();
if (certificate === undefined) console.warn('skipped: openssl is not installed');

const errorRate = (heard: string): number => {
  const { errors, words } = wordErrorRate(TEXT, heard);
  return errors / words;
};

describe.runIf(hasModels)('a real service, with OpenAI’s own unmodified Realtime clients', () => {
  let server: TestServer;
  let spoken: Buffer;
  beforeAll(async () => {
    server = await serveRealtime({ speech: {} });
    const { speech, appId } = server;
    const synthesis = await speech.service.synthesizeStream(
      { text: TEXT, voiceCode: 'joe', speed: 1, container: 'pcm' },
      await speech.service.getApp(appId),
    );
    spoken = Buffer.concat(await Array.fromAsync(synthesis.audio));
  });
  afterAll(() => server?.[Symbol.asyncDispose]());

  it.runIf(certificate !== undefined)('Node: the detector’s turns, with deltas', async () => {
    if (certificate === undefined) return;
    const { port } = server.server.address() as AddressInfo;
    await using front = await openTlsFront(certificate, port);
    const client = new OpenAI({ baseURL: `https://localhost:${front.port}/v1`, apiKey: server.token });
    const realtime = new OpenAIRealtimeWS(
      { intent: 'transcription', options: { ca: certificate.cert } },
      client,
    );
    const transcripts: string[] = [];
    const deltas = new Map<string, string>();
    const committed: string[] = [];
    const heard = new Promise<void>((resolve, reject) => {
      realtime.on('error', reject);
      realtime.on('input_audio_buffer.committed', ({ item_id }) => committed.push(item_id));
      realtime.on('conversation.item.input_audio_transcription.delta', ({ item_id, delta = '' }) =>
        deltas.set(item_id, (deltas.get(item_id) ?? '') + delta),
      );
      realtime.on('conversation.item.input_audio_transcription.completed', ({ transcript }) => {
        transcripts.push(transcript);
        if (errorRate(transcripts.join(' ')) <= MAX_WORD_ERROR_RATE) resolve();
      });
    });
    await new Promise<void>((resolve) => realtime.on('session.created', () => resolve()));
    realtime.send({
      type: 'session.update',
      session: {
        type: 'transcription',
        audio: {
          input: {
            format: { type: 'audio/pcm', rate: 24_000 },
            transcription: { model: 'gpt-4o-transcribe', language: 'en' },
            turn_detection: {
              type: 'server_vad',
              threshold: 0.5,
              prefix_padding_ms: 300,
              silence_duration_ms: 500,
            },
          },
        },
      },
    });
    const audio = Buffer.concat([spoken, silence(1)]);
    for (let from = 0; from < audio.length; from += CHUNK_BYTES)
      realtime.send({
        type: 'input_audio_buffer.append',
        audio: audio.subarray(from, from + CHUNK_BYTES).toString('base64'),
      });
    await heard;
    realtime.close();
    expect(committed.length).toBe(transcripts.length);
    expect([...deltas.keys()]).toEqual(committed);
    expect(errorRate([...deltas.values()].join(' '))).toBeLessThanOrEqual(MAX_WORD_ERROR_RATE);
  });

  it.runIf(python !== null)('Python: a client secret, a manual turn, a wrong key', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parlance-realtime-'));
    const file = join(folder, 'spoken.pcm');
    await writeFile(file, spoken);
    const { url, token } = server;
    const socketUrl = `${url.replace('http', 'ws')}/v1`;
    const { stdout } = await promisify(execFile)(python ?? '', [SCRIPT, `${url}/v1`, socketUrl, token, file]);
    await rm(folder, { recursive: true });
    const found = JSON.parse(stdout);
    expect(errorRate(found.transcript)).toBeLessThanOrEqual(MAX_WORD_ERROR_RATE);
    expect(found.seconds).toBeCloseTo(spoken.length / 48_000, 2);
    expect(found.turn_detection).toBeNull();
    expect(found.types).toEqual(expect.arrayContaining(['session.created', 'input_audio_buffer.committed']));
    expect(found.types.at(-1)).toBe('conversation.item.input_audio_transcription.completed');
    expect(found.error).toEqual(['error', 'invalid_request_error', 'invalid_api_key']);
  });
});
