import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { fakeEngines, tone } from '@parlance/testkit';
import { collectGarbage } from '@parlance/worker-kit/garbage';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createOpenaiRealtimeEndpoint } from '../../packages/realtime/src/index.ts';
import { createSpeech } from '../../packages/runtime/src/index.ts';
import { createRealtimeEndpoint } from '../../packages/websocket/src/index.ts';
import { FrameReader, frameBytes } from '../../packages/wyoming/src/frame.ts';
import { createWyomingServer } from '../../packages/wyoming/src/index.ts';

const SESSION_SECONDS = 1800;
const SPOKEN_SECONDS = 1.5;
const SILENT_SECONDS = 1.5;
const UTTERANCES = SESSION_SECONDS / (SPOKEN_SECONDS + SILENT_SECONDS);
const CHUNKS_IN_UTTERANCE = 30;
/** Utterances differ in pitch, so that a lost, doubled or displaced one shows. */
const PITCHES = 17;
const ENGINE_RATE_HZ = 16_000;
const QUIET = 0.1;
/** Of the memory in use, over the session. */
const SAMPLES = 20;
const UNSENT_BYTES = 262_144;
/** Of what lives on the heap and in buffers after a collection, from the first minutes to the last. */
const MAX_GROWTH_BYTES = 6 * 1_048_576;

/** All that is still in use, the clients and this test included. */
async function bytesInUse(): Promise<number> {
  await collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const frequencyOf = (pitch: number): number => 150 + 30 * pitch;
const wordOf = (pitch: number): string => `utterance number ${pitch}.`;
const wanted = Array.from({ length: UTTERANCES }, (_, index) => wordOf(index % PITCHES));

/** Counts the waves of the loud part: resampling leaves a little ringing around it. */
function hear(samples: Float32Array): string {
  let [first, last, waves] = [-1, -1, -1];
  let isLow = false;
  for (const [at, sample] of samples.entries()) {
    if (sample < -QUIET) isLow = true;
    if (!isLow || sample < QUIET) continue;
    isLow = false;
    if (first === -1) first = at;
    last = at;
    waves++;
  }
  return wordOf(Math.round(((waves * ENGINE_RATE_HZ) / (last - first) - 150) / 30));
}

/** The utterances of a session as 16-bit PCM, in chunks of 100 ms, made once for each pitch. */
function* chunksAt(sampleRateHz: number, onUtterance: (index: number) => void): Generator<Buffer> {
  const made = Array.from({ length: PITCHES }, (_, pitch) => {
    const pcm = new Int16Array((SPOKEN_SECONDS + SILENT_SECONDS) * sampleRateHz);
    const lengthSamples = SPOKEN_SECONDS * sampleRateHz;
    const spoken = tone({ frequencyHz: frequencyOf(pitch), sampleRateHz, lengthSamples });
    pcm.set(Int16Array.from(spoken, (sample) => sample * 30_000));
    return Buffer.from(pcm.buffer);
  });
  for (let utterance = 0; utterance < UTTERANCES; utterance++) {
    onUtterance(utterance);
    const pcm = made[utterance % PITCHES] as Buffer;
    const chunkBytes = pcm.length / CHUNKS_IN_UTTERANCE;
    for (let at = 0; at < pcm.length; at += chunkBytes) yield pcm.subarray(at, at + chunkBytes);
  }
}

interface Run {
  readonly url: string;
  readonly wyomingPort: number;
  readonly token: string;
  readonly appId: string;
  /** The next utterance is sent: the server takes no more than it has recognized, but for a little. */
  readonly onUtterance: (index: number) => void;
  readonly onFinal: (text: string) => void;
}

/** Resolves once the socket has room. */
async function roomIn(socket: WebSocket): Promise<void> {
  while (socket.bufferedAmount > UNSENT_BYTES) await new Promise((resolve) => setImmediate(resolve));
}

async function speakOwn({ url, token, appId, onUtterance, onFinal }: Run): Promise<void> {
  const socket = new WebSocket(`${url}/v1/stt/realtime?token=${token}&appId=${appId}`);
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    if (message.type === 'READY') ready.resolve();
    if (message.type === 'FINAL_RESULT') onFinal(message.text);
    if (message.type === 'STREAM_END') ended.resolve();
    if (message.type === 'ERROR') ended.reject(new TypeError(message.message));
  });
  await once(socket, 'open');
  const config = { sampleRateHertz: 16_000, sampleSizeByte: 2, channel: 1, interimResults: true };
  socket.send(JSON.stringify({ type: 'STREAMING_CONFIG', config }));
  await ready.promise;
  for (const bytes of chunksAt(16_000, onUtterance)) {
    await roomIn(socket);
    socket.send(bytes);
  }
  socket.send(JSON.stringify({ type: 'DONE' }));
  await ended.promise;
}

async function speakOpenai({ url, token, onUtterance, onFinal }: Run): Promise<void> {
  const socket = new WebSocket(`${url}/v1/realtime?intent=transcription`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const all = Promise.withResolvers<void>();
  let finals = 0;
  socket.on('message', (data) => {
    const event = JSON.parse(String(data));
    if (event.type === 'error') all.reject(new TypeError(event.error.message));
    if (event.type !== 'conversation.item.input_audio_transcription.completed') return;
    onFinal(event.transcript);
    if (++finals === UTTERANCES) all.resolve();
  });
  await once(socket, 'open');
  for (const bytes of chunksAt(24_000, onUtterance)) {
    await roomIn(socket);
    socket.send(JSON.stringify({ type: 'input_audio_buffer.append', audio: bytes.toString('base64') }));
  }
  await all.promise;
  socket.close();
  await once(socket, 'close');
}

/** One long `audio-start` … `audio-stop`: Wyoming tells its transcript in chunks, and as a whole at the end. */
async function speakWyoming({ wyomingPort, onUtterance, onFinal }: Run): Promise<void> {
  const socket = connect(wyomingPort, '127.0.0.1');
  const reader = new FrameReader();
  const ended = Promise.withResolvers<string>();
  socket.on('data', (bytes) => {
    for (const { type, data } of reader.push(bytes)) {
      if (type === 'transcript') ended.resolve(String(data.text));
      if (type === 'error') ended.reject(new TypeError(String(data.text)));
    }
  });
  const format = { rate: 16_000, width: 2, channels: 1 };
  socket.write(frameBytes('audio-start', format));
  for (const bytes of chunksAt(16_000, onUtterance)) {
    if (!socket.write(frameBytes('audio-chunk', format, bytes))) await once(socket, 'drain');
  }
  socket.write(frameBytes('audio-stop'));
  const text = await ended.promise;
  for (const [final] of text.matchAll(/utterance number \d+\./g)) onFinal(final);
  socket.destroy();
}

it.each([
  ['the product’s own protocol', speakOwn],
  ['OpenAI Realtime', speakOpenai],
  ['Wyoming', speakWyoming],
] as const)(
  'half an hour over %s: no final lost, memory flat, charged to the second',
  async (name, speak) => {
    const { options } = fakeEngines({ voiceCodes: ['one'], recognition: { script: { hear } } });
    const speech = await createSpeech({ ...options, sessionMaxSeconds: 3600 });
    const { service } = speech;
    const { app, token } = await service.createApp({ name: 'long', seconds: '2000' });
    const server = createServer();
    const endpoints = [createRealtimeEndpoint({ service }), createOpenaiRealtimeEndpoint({ service })];
    for (const endpoint of endpoints) endpoint.attach(server);
    const wyoming = createWyomingServer({ service, appId: app.appId });
    const { port: wyomingPort } = await wyoming.listen({ host: '127.0.0.1', port: 0 });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const finals: string[] = [];
      const looks: Promise<number>[] = [];
      const onUtterance = (index: number): void => {
        if (index % (UTTERANCES / SAMPLES) === 0) looks.push(bytesInUse());
      };
      const onFinal = (text: string): void => void finals.push(text);
      await speak({ url, wyomingPort, token, appId: app.appId, onUtterance, onFinal });
      expect(finals).toEqual(wanted);
      // The least of several: what is under way at the moment comes and goes. The first is from before everything has its size.
      const inUse = await Promise.all(looks);
      const growthBytes = Math.min(...inUse.slice(-5)) - Math.min(...inUse.slice(1, 6));
      expect(growthBytes).toBeLessThan(MAX_GROWTH_BYTES);
      const left = async () => (await service.getBalances(app.appId)).seconds;
      await expect.poll(left).toBe(String(2000 - SESSION_SECONDS));
      const mebibytes = (growthBytes / 1_048_576).toFixed(2);
      console.log(`${name}: ${finals.length} finals, ${mebibytes} MiB more in use at the end`);
    } finally {
      await Promise.all([...endpoints, wyoming].map((endpoint) => endpoint.close()));
      server.close();
      await speech.close();
    }
  },
  600_000,
);
