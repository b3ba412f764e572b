import {
  createOpenaiRealtimeEndpoint,
  type OpenaiRealtimeOptions,
  openaiRealtimeHttp,
} from '@parlance/realtime';
import { type CreateSpeechOptions, createSpeech } from '@parlance/runtime';
import {
  type FakeRecognitionOptions,
  fakeModelStore,
  fakePlugin,
  fakeRecognitionEngine,
  fakeVoiceActivityDetector,
  manualClock,
  tone,
} from '@parlance/testkit';
import Fastify from 'fastify';
import { type ClientOptions, WebSocket } from 'ws';

export type AppLimits = Parameters<Awaited<ReturnType<typeof createSpeech>>['service']['createApp']>[0];

/** Depends only on loudness, so that interims and finals have the same text. */
function hear(samples: Float32Array): string {
  return samples.some((sample) => sample > 0.2) ? 'Hello there.' : 'Goodbye.';
}

/** Serves both parts of the API on a free port, over scripted engines unless others are given. */
export async function serveRealtime({
  speech: options,
  recognition,
  app: limits = {},
  ...endpointOptions
}: {
  readonly speech?: CreateSpeechOptions;
  readonly recognition?: FakeRecognitionOptions;
  readonly app?: Partial<AppLimits>;
} & Partial<Omit<OpenaiRealtimeOptions, 'service'>> = {}) {
  const recognizer = fakeRecognitionEngine(recognition ?? { script: { hear } });
  const plugin = fakePlugin({ recognition: [recognizer], voiceActivity: fakeVoiceActivityDetector() });
  const speech = await createSpeech(options ?? { plugins: [plugin], models: fakeModelStore() });
  const app = Fastify();
  await app.register(openaiRealtimeHttp, { service: speech.service });
  const clock = manualClock();
  const endpoint = createOpenaiRealtimeEndpoint({ service: speech.service, clock, ...endpointOptions });
  endpoint.attach(app.server);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const created = await speech.service.createApp({ name: 'client', ...limits });
  return {
    speech,
    recognizer,
    endpoint,
    clock,
    server: app.server,
    url,
    socketUrl: `${url.replace('http', 'ws')}/v1/realtime?intent=transcription`,
    token: created.token,
    appId: created.app.appId,
    async [Symbol.asyncDispose]() {
      await endpoint.close();
      app.server.closeAllConnections();
      await app.close();
      await speech.close();
    },
  };
}
export type TestServer = Awaited<ReturnType<typeof serveRealtime>>;

/** An event of the server, with the members of all types. */
export interface ServerEvent {
  readonly type: string;
  readonly event_id: string;
  readonly item_id: string;
  readonly previous_item_id: string | null;
  readonly audio_start_ms: number;
  readonly audio_end_ms: number;
  readonly delta: string;
  readonly transcript: string;
  readonly usage: { readonly type: string; readonly seconds: number };
  readonly session: { readonly id: string; readonly [member: string]: unknown };
  readonly error: {
    readonly type: string;
    readonly code: string;
    readonly message: string;
    readonly param: string | null;
    readonly event_id: string | null;
  };
}

/** A client that stores all events. */
export function connect(
  { socketUrl, token }: Pick<TestServer, 'socketUrl' | 'token'>,
  { protocols = [], ...options }: ClientOptions & { readonly protocols?: string[] } = {},
) {
  const headers = protocols.length > 0 ? {} : { authorization: `Bearer ${token}` };
  const socket = new WebSocket(socketUrl, protocols, { headers, perMessageDeflate: false, ...options });
  const events: ServerEvent[] = [];
  const waiting = new Set<() => void>();
  const look = (): void => {
    for (const one of [...waiting]) one();
  };
  let closing: { readonly code: number; readonly reason: string } | undefined;
  const early: (string | Buffer)[] = [];
  socket.on('open', () => {
    for (const content of early.splice(0)) socket.send(content);
  });
  socket.on('error', () => undefined);
  socket.on('message', (content: Buffer) => {
    events.push(JSON.parse(content.toString()));
    look();
  });
  const closed = new Promise<{ readonly code: number; readonly reason: string }>((resolve) => {
    socket.on('close', (code, reason) => {
      closing = { code, reason: reason.toString() };
      resolve(closing);
      look();
    });
  });
  const send = (event: object | string | Buffer): void => {
    const content = typeof event === 'object' && !Buffer.isBuffer(event) ? JSON.stringify(event) : event;
    if (socket.readyState === WebSocket.CONNECTING) early.push(content);
    else socket.send(content);
  };
  return {
    socket,
    events,
    closed,
    send,
    append: (bytes: Uint8Array) =>
      send({ type: 'input_audio_buffer.append', audio: Buffer.from(bytes).toString('base64') }),
    /** The types of all events; an `error` is shown with its code. */
    told: () => events.map(({ type, error }) => (type === 'error' ? `error ${error.code}` : type)),
    /** Resolves with that many events of the type; rejects if the connection closes first. */
    until: (type: string, count = 1) =>
      new Promise<ServerEvent>((resolve, reject) => {
        const check = (): void => {
          const found = events.filter((event) => event.type === type)[count - 1];
          if (found === undefined && closing === undefined) return;
          waiting.delete(check);
          if (found !== undefined) resolve(found);
          else reject(new Error(`closed with ${closing?.code} before ${type}: ${JSON.stringify(events)}`));
        };
        waiting.add(check);
        check();
      }),
  };
}

const pcm = (seconds: number, rateHz: number, amplitude: number): Uint8Array => {
  const samples = tone({ frequencyHz: 220, sampleRateHz: rateHz, lengthSamples: seconds * rateHz });
  return new Uint8Array(Int16Array.from(samples, (sample) => sample * amplitude).buffer);
};
const RATE_HZ = 24_000;
/** 16-bit PCM that the fake detector reports as speech. */
export const hello = (seconds = 1): Uint8Array => pcm(seconds, RATE_HZ, 32_767);
export const goodbye = (seconds = 1): Uint8Array => pcm(seconds, RATE_HZ, 16_384);
export const silence = (seconds: number): Uint8Array => pcm(seconds, RATE_HZ, 0);

export const update = (input: object): object => ({
  type: 'session.update',
  session: { type: 'transcription', audio: { input } },
});
