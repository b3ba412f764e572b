import type { TextAligner } from '@parlance/core/engine';
import { createSpeechServer } from '@parlance/http';
import { type CreateSpeechOptions, createSpeech, type Speech } from '@parlance/runtime';
import { type FakeRecognitionOptions, type FakeSynthesisOptions, fakeEngines } from '@parlance/testkit';
import { createRealtimeEndpoint, createSpeechStreamEndpoint } from '@parlance/websocket';
import { expiredToken } from '../../../test/service/short-life.ts';
import type { ConnectionOptions } from '../src/index.ts';

export interface Served extends AsyncDisposable {
  readonly speech: Speech;
  readonly fakes: ReturnType<typeof fakeEngines>;
  readonly connection: ConnectionOptions & { readonly baseURL: string; readonly apiKey: string };
  /** Connects as a new app that may run one recognition and one synthesis at a time. */
  single(): Promise<ConnectionOptions>;
  /** Keys that the server refuses. */
  refusedKey(kind: RefusedKey): Promise<string>;
  /** Open sessions of recognition. */
  openSessions(): Promise<number | undefined>;
}

export const REFUSED_KEYS = ['wrong', 'revoked', 'expired'] as const;
type RefusedKey = (typeof REFUSED_KEYS)[number];

interface ServeOptions {
  readonly recognition?: FakeRecognitionOptions;
  readonly synthesis?: FakeSynthesisOptions;
  readonly alignment?: TextAligner;
  /** Replaces the fake engines; `{}` uses the default models. */
  readonly engines?: CreateSpeechOptions;
}

/** Starts a server with everything that the plugin calls, on fake engines unless others are given. */
export async function serve({
  recognition,
  synthesis,
  alignment,
  engines,
}: ServeOptions = {}): Promise<Served> {
  const fakes = fakeEngines({ voiceCodes: ['one', 'two'], recognition, synthesis, alignment });
  const speech = await createSpeech(engines ?? fakes.options);
  await speech.warm();
  const { service } = speech;
  const server = await createSpeechServer({ service, adminToken: 'a'.repeat(32) });
  const endpoints = [createRealtimeEndpoint({ service }), createSpeechStreamEndpoint({ service })];
  for (const endpoint of endpoints) endpoint.attach(server.fastify.server);
  const { url: baseURL } = await server.listen({ port: 0 });
  const { token: apiKey } = await service.createApp({ name: 'agent' });
  return {
    speech,
    fakes,
    connection: { baseURL, apiKey },
    async single() {
      const limits = { sttConcurrency: 1, ttsConcurrency: 1 };
      const { token } = await service.createApp({ name: 'single', ...limits });
      return { baseURL, apiKey: token };
    },
    async refusedKey(kind) {
      if (kind === 'wrong') return `${apiKey}x`;
      if (kind === 'expired') return expiredToken(service);
      const { app, token } = await service.createApp({ name: 'revoked' });
      await service.revokeApp(app.appId);
      return token;
    },
    openSessions: async () => (await service.admin?.getLiveState())?.sessions.open,
    async [Symbol.asyncDispose]() {
      for (const endpoint of endpoints) await endpoint.close();
      await server.close();
      await speech.close();
    },
  };
}
