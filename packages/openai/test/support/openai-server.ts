import { type OpenaiHttpOptions, openaiHttp } from '@parlance/openai';
import { type CreateSpeechOptions, createSpeech, type Speech } from '@parlance/runtime';
import { fakeEngines as enginesOf, type FakeEnginesOptions } from '@parlance/testkit';
import Fastify from 'fastify';
import OpenAI from 'openai';

export interface OpenaiServer extends AsyncDisposable {
  readonly speech: Speech;
  readonly url: string;
  readonly token: string;
  readonly appId: string;
  readonly client: OpenAI;
}

/** Serves the endpoints for the given engines on a free port, with OpenAI's own client that uses an app's token as its key. */
export async function serveOpenai(
  options: CreateSpeechOptions = {},
  {
    app: appLimits = {},
    log,
    ...plugin
  }: Partial<OpenaiHttpOptions> & {
    readonly app?: { readonly seconds?: string; readonly ttsConcurrency?: number };
    /** Gets each line of the server's log. */
    readonly log?: (line: string) => void;
  } = {},
): Promise<OpenaiServer> {
  const speech = await createSpeech(options);
  const app = Fastify(log === undefined ? {} : { logger: { stream: { write: log } } });
  await app.register(openaiHttp, { service: speech.service, ...plugin });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const created = await speech.service.createApp({ name: 'client', ...appLimits });
  return {
    speech,
    url,
    token: created.token,
    appId: created.app.appId,
    client: new OpenAI({ baseURL: `${url}/v1`, apiKey: created.token, maxRetries: 0 }),
    async [Symbol.asyncDispose]() {
      app.server.closeAllConnections();
      await app.close();
      await speech.close();
    },
  };
}

/** Engines that hum and return scripted texts, with the voices `one` and `two`. */
export const fakeEngines = ({
  synthesis,
  recognition = { script: { texts: ['Hello there.', 'Goodbye.'] } },
  alignment,
}: Omit<FakeEnginesOptions, 'voiceCodes'> = {}) =>
  enginesOf({ voiceCodes: ['one', 'two'], synthesis, recognition, alignment });
