import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { decodeWavForRecognition } from '@parlance/audio';
import { concatSamples, encodePcm16 } from '@parlance/core';
import { defaultModelDirectory } from '@parlance/models';
import sherpaOnnx from '@parlance/plugin-sherpa-onnx';
import { createSpeech, type Speech } from '@parlance/runtime';
import { wordErrorRate } from '@parlance/testkit';
import { expect, it } from 'vitest';
import { createRealtimeEndpoint } from '../src/index.ts';
import { chunksOf } from './support/pcm.ts';
import { CONFIG, connect } from './support/realtime-client.ts';

const RATE_HZ = 16_000;
/** 100 ms. */
const CHUNK_BYTES = 3200;
/** Two points of word error rate. */
const MOST_BEHIND_BATCH = 0.02;

interface Clip {
  readonly file: string;
  readonly reference: string;
  readonly sampleRate: number;
}

const directory = process.env.PARLANCE_MODELS_DIR ?? defaultModelDirectory();
const folder = process.env.PARLANCE_SPEECH_DIR ?? join(import.meta.dirname, '../../../../shared/speech');
const manifest = join(folder, 'manifest.json');
const reason = !existsSync(manifest)
  ? 'no human speech; name its folder in PARLANCE_SPEECH_DIR'
  : ['moonshine-tiny-en', 'silero-vad'].every((id) => existsSync(join(directory, id)))
    ? undefined
    : 'the default models are not installed; run "parlance models pull"';
if (reason !== undefined) process.stderr.write(`Skipped: ${reason}.\n`);

it.skipIf(reason !== undefined)(
  'understands human speech streamed in chunks as well as a whole recording',
  { timeout: 300_000 },
  async () => {
    const clips: readonly Clip[] = JSON.parse(readFileSync(manifest, 'utf8'));
    await using speech = await createSpeech({
      plugins: [sherpaOnnx()],
      models: { directory, offline: true },
    });
    await using realtime = await serve(speech);
    const errors = { words: 0, streamed: 0, batch: 0 };
    // 24 kHz is no rate that the service accepts.
    for (const { file, reference } of clips.filter(({ sampleRate }) => sampleRate !== 24_000)) {
      const samples = concatSamples(
        await Array.fromAsync(decodeWavForRecognition(join(folder, file), RATE_HZ)),
      );
      const client = await realtime.connectReady();
      for (const chunk of chunksOf(encodePcm16(samples), CHUNK_BYTES)) client.sendAudio(chunk);
      client.send({ type: 'DONE' });
      expect(await client.closed).toBe(1000);
      const finals = client.messages.filter((message) => message.type === 'FINAL_RESULT');
      for (const { confidenceScore, startVoiceTime, endVoiceTime } of finals) {
        expect(confidenceScore).toBeGreaterThanOrEqual(0);
        expect(endVoiceTime).toBeGreaterThan(startVoiceTime);
      }
      const streamed = wordErrorRate(reference, finals.map(({ text }) => text).join(' '));
      const whole = await speech.transcribe({ samples, sampleRateHz: RATE_HZ });
      errors.words += streamed.words;
      errors.streamed += streamed.errors;
      errors.batch += wordErrorRate(reference, whole.transcript).errors;
    }
    expect(errors.words).toBeGreaterThan(150);
    expect(errors.streamed / errors.words).toBeLessThan(0.12);
    expect((errors.streamed - errors.batch) / errors.words).toBeLessThanOrEqual(MOST_BEHIND_BATCH);
  },
);

// Children are found by way of /proc.
it.skipIf(reason !== undefined || process.platform !== 'linux')(
  'tells a session whose worker processes die PROVIDER_UNAVAILABLE, and serves the next one',
  { timeout: 120_000 },
  async () => {
    const clips: readonly Clip[] = JSON.parse(readFileSync(manifest, 'utf8'));
    const clip = clips.find(({ sampleRate }) => sampleRate === RATE_HZ);
    const samples = concatSamples(
      await Array.fromAsync(decodeWavForRecognition(join(folder, clip?.file ?? ''), RATE_HZ)),
    );
    const audio = encodePcm16(samples);
    await using speech = await createSpeech({
      plugins: [sherpaOnnx()],
      models: { directory, offline: true },
    });
    await using realtime = await serve(speech);
    const client = await realtime.connectReady();
    client.sendAudio(audio.subarray(0, CHUNK_BYTES));
    for (const pid of childProcesses()) process.kill(pid, 'SIGKILL');
    client.sendAudio(audio.subarray(CHUNK_BYTES));
    expect(await client.closed).toBe(1013);
    expect(client.messages.at(-1)).toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
      stage: 'STREAMING',
      retryable: true,
    });
    const next = await realtime.connectReady();
    next.sendAudio(audio);
    next.send({ type: 'DONE' });
    expect(await next.closed).toBe(1000);
    expect((await next.until('STREAM_END')).totalUtterances).toBeGreaterThan(0);
  },
);

/** Of this process, those that run workers. */
function childProcesses(): number[] {
  return readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .map(Number);
}

async function serve(speech: Speech) {
  const endpoint = createRealtimeEndpoint({ service: speech.service });
  const server = createServer();
  endpoint.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { app, token } = await speech.service.createApp({ name: 'clips' });
  return {
    async connectReady() {
      const client = connect(`ws://127.0.0.1:${port}/v1/stt/realtime`, { token, appId: app.appId });
      client.send({ type: 'STREAMING_CONFIG', config: { ...CONFIG, interimResults: true } });
      await client.until('READY');
      return client;
    },
    async [Symbol.asyncDispose]() {
      await endpoint.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
