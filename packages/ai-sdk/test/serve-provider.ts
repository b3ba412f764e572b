import { openaiHttp } from '@parlance/openai';
import { type CreateSpeechOptions, createSpeech, type Speech } from '@parlance/runtime';
import { type FakeRecognitionOptions, fakeEngines } from '@parlance/testkit';
import { createRealtimeEndpoint } from '@parlance/websocket';
import Fastify from 'fastify';
import { createParlance, type ParlanceProvider } from '../src/index.ts';

export interface ServedProvider extends AsyncDisposable {
  readonly speech: Speech;
  readonly url: string;
  readonly token: string;
  readonly appId: string;
  readonly provider: ParlanceProvider;
}

interface ServeOptions {
  readonly recognition?: FakeRecognitionOptions;
  readonly credits?: string;
  /** Replaces the fake engines; `{}` uses the default models. */
  readonly engines?: CreateSpeechOptions;
}

/** Starts a server on fake engines with the endpoints that the provider calls, and a provider with an app's token. */
export async function serveProvider({
  recognition = { script: { texts: ['first', 'second'] } },
  credits,
  engines = { ...fakeEngines({ voiceCodes: ['one'], recognition }).options, realtimeVoices: ['one'] },
}: ServeOptions = {}): Promise<ServedProvider> {
  const speech = await createSpeech(engines);
  await speech.warm();
  const server = Fastify();
  await server.register(openaiHttp, { service: speech.service });
  const realtime = createRealtimeEndpoint({ service: speech.service });
  realtime.attach(server.server);
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  const { app, token } = await speech.service.createApp({ name: 'provider', ...(credits && { credits }) });
  return {
    speech,
    url,
    token,
    appId: app.appId,
    provider: createParlance({ baseURL: `${url}/`, apiKey: token }),
    async [Symbol.asyncDispose]() {
      await realtime.close();
      server.server.closeAllConnections();
      await server.close();
      await speech.close();
    },
  };
}
