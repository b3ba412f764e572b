import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { decodeWavForRecognition } from '@parlance/audio';
import { concatSamples } from '@parlance/core/audio';
import type { VoiceActivityDetector } from '@parlance/core/engine';
import { defaultModelDirectory } from '@parlance/models';
import sherpaOnnx from '@parlance/plugin-sherpa-onnx';
import { createSpeech } from '@parlance/runtime';
import { createRealtimeEndpoint } from '../../src/index.ts';
import { CONFIG, connect } from './realtime-client.ts';

export const RATE_HZ = 16_000;
/** 100 ms. */
export const CHUNK_BYTES = 3200;

export interface Clip {
  readonly file: string;
  readonly reference: string;
  readonly sampleRate: number;
}

const directory = process.env.PARLANCE_MODELS_DIR ?? defaultModelDirectory();
const folder = process.env.PARLANCE_SPEECH_DIR ?? join(import.meta.dirname, '../../../../../shared/speech');
const manifest = join(folder, 'manifest.json');

/** Why tests with real models and human speech can't run here. */
export const reasonToSkip = !existsSync(manifest)
  ? 'no human speech; name its folder in PARLANCE_SPEECH_DIR'
  : ['moonshine-tiny-en', 'silero-vad'].every((id) => existsSync(join(directory, id)))
    ? undefined
    : 'the default models are not installed; run "parlance models pull"';
if (reasonToSkip !== undefined) process.stderr.write(`Skipped: ${reasonToSkip}.\n`);

/** Those at a rate that the service accepts: 24 kHz is none. */
export function readClips(): readonly Clip[] {
  const clips: readonly Clip[] = JSON.parse(readFileSync(manifest, 'utf8'));
  return clips.filter(({ sampleRate }) => sampleRate !== 24_000);
}

export async function samplesOf({ file }: Clip): Promise<Float32Array> {
  return concatSamples(await Array.fromAsync(decodeWavForRecognition(join(folder, file), RATE_HZ)));
}

/** The whole service with its default models, on a free port. */
export async function startRealService() {
  const plugin = sherpaOnnx({ voices: [] });
  let detector: VoiceActivityDetector | undefined;
  const speech = await createSpeech({
    plugins: [
      {
        ...plugin,
        async createVoiceActivity(context) {
          detector = await plugin.createVoiceActivity?.(context);
          return detector as VoiceActivityDetector;
        },
      },
    ],
    models: { directory, offline: true },
  });
  const endpoint = createRealtimeEndpoint({ service: speech.service });
  const server = createServer();
  endpoint.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { app, token } = await speech.service.createApp({ name: 'clips', sttConcurrency: 100 });
  const open = () => connect(`ws://127.0.0.1:${port}/v1/stt/realtime`, { token, appId: app.appId });
  return {
    speech,
    endpoint,
    connect: open,
    async connectReady() {
      const client = open();
      client.send({ type: 'STREAMING_CONFIG', config: { ...CONFIG, interimResults: true } });
      await client.until('READY');
      return client;
    },
    /** Streams that the detector's workers hold, as they count themselves. */
    workerStreams: async (): Promise<number> => (await detector?.openStreamCount?.()) ?? Number.NaN,
    async [Symbol.asyncDispose]() {
      await endpoint.close();
      await new Promise((resolve) => server.close(resolve));
      await speech.close();
    },
  };
}
