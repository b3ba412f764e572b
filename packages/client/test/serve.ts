import { createSpeechServer } from '@parlance/http';
import { createSpeech } from '@parlance/runtime';
import { type FakeRecognitionOptions, fakeEngines } from '@parlance/testkit';
import { createRealtimeEndpoint, createSpeechStreamEndpoint } from '@parlance/websocket';
import { pino } from 'pino';
import { type ClientOptions, createParlanceClient, type ParlanceClient } from '../src/index.ts';

export interface ServedClient extends AsyncDisposable {
  readonly client: ParlanceClient;
  readonly url: string;
  /** The same caller with another token. */
  readonly stranger: ParlanceClient;
  /** The same caller over another socket, fetch or address. */
  connect(options: Partial<Pick<ClientOptions, 'fetch' | 'WebSocket' | 'url'>>): ParlanceClient;
}

const VOICES: [string, ...string[]] = ['one', 'two', 'three', 'four', 'five'];
const logger = pino({ level: 'silent' });

/** A whole server on fake engines, and a client of it. */
export async function serveClient(recognition: FakeRecognitionOptions = {}): Promise<ServedClient> {
  const { options } = fakeEngines({ voiceCodes: VOICES, recognition });
  const speech = await createSpeech({ ...options, realtimeVoices: VOICES });
  await speech.warm();
  const server = await createSpeechServer({ service: speech.service, adminToken: 'a'.repeat(32), logger });
  const realtime = createRealtimeEndpoint({ service: speech.service, logger });
  realtime.attach(server.fastify.server);
  const streams = createSpeechStreamEndpoint({ service: speech.service, logger });
  streams.attach(server.fastify.server);
  const { url } = await server.listen({ port: 0 });
  const { app, token } = await speech.service.createApp({ name: 'client' });
  const connect: ServedClient['connect'] = (options) =>
    createParlanceClient({ url, appId: app.appId, token, ...options });
  return {
    client: connect({}),
    url,
    connect,
    stranger: createParlanceClient({ url, appId: app.appId, token: `${token}x` }),
    async [Symbol.asyncDispose]() {
      await realtime.close();
      await streams.close();
      await server.close();
      await speech.close();
    },
  };
}
