import { createAudioCodec } from '@parlance/audio';
import { deferred, tone } from '@parlance/testkit';
import {
  openSession,
  parseClientMessage,
  type ServerMessage,
  type SessionHost,
  type SessionOptions,
} from '../../src/session/index.ts';
import type { Bench } from './bench.ts';

export const RATE_HZ = 16_000;
const CONFIG = { sampleRateHertz: RATE_HZ, sampleSizeByte: 2, channel: 1 };
const codec = createAudioCodec();

const pcm = (seconds: number, amplitude: number): string => {
  const samples = tone({ frequencyHz: 220, sampleRateHz: RATE_HZ, lengthSamples: seconds * RATE_HZ });
  return Buffer.from(Int16Array.from(samples, (sample) => sample * amplitude).buffer).toString('base64');
};

/** A session of the bench's app on a connection that keeps what it is told. */
export function connect(bench: Bench, others: Partial<SessionHost> = {}, options: SessionOptions = {}) {
  const messages: ServerMessage[] = [];
  const reading: string[] = [];
  const closed = deferred<number>();
  const ready = deferred();
  const session = openSession(
    { ...bench.ports, codec, authenticate: async () => bench.app, ...others },
    { token: 'token', appId: bench.app.appId },
    {
      send(message) {
        messages.push(message);
        if (message.type === 'READY') ready.resolve();
      },
      close: (code) => closed.resolve(code),
      pause: () => void reading.push('pause'),
      resume: () => void reading.push('resume'),
    },
    options,
  );
  const send = (message: object): void => session.receive(parseClientMessage(JSON.stringify(message)));
  return {
    session,
    messages,
    /** How often it was told to stop reading and to go on, in order. */
    reading,
    closed: closed.promise,
    ready: ready.promise,
    send,
    configure: (config: object = {}) => send({ type: 'STREAMING_CONFIG', config: { ...CONFIG, ...config } }),
    async start(config: object = {}) {
      this.configure(config);
      await ready.promise;
    },
    say: (seconds: number) => send({ type: 'AUDIO_CHUNK', audioContent: pcm(seconds, 32_767) }),
    keepSilent: (seconds: number) => send({ type: 'AUDIO_CHUNK', audioContent: pcm(seconds, 0) }),
  };
}
