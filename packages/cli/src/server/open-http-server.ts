import { consolePages } from '@parlance/console';
import type { Tracer } from '@parlance/core/platform';
import type { SpeechService } from '@parlance/core/service';
import type { ServerSettings } from '@parlance/core/settings';
import { createSpeechServer, type SpeechServer, type TlsKeyPair } from '@parlance/http';
import { openaiApi, openaiHttp } from '@parlance/openai';
import { createOpenaiRealtimeEndpoint, openaiRealtimeApi, openaiRealtimeHttp } from '@parlance/realtime';
import { createTwilioEndpoint, TWILIO_PATH } from '@parlance/telephony';
import {
  asyncApiDocument,
  createRealtimeEndpoint,
  createSpeechStreamEndpoint,
  REALTIME_PATH,
  type RealtimeEndpoint,
  SPEECH_STREAM_PATH,
} from '@parlance/websocket';
import type { Logger } from 'pino';
import type { UndoList } from './undo-list.ts';

interface OpenHttpServerOptions {
  readonly settings: ServerSettings;
  readonly logger: Logger;
  readonly tracer: Tracer | undefined;
  readonly tls: TlsKeyPair | undefined;
  /** `null`: the server answers only probes. */
  readonly adminToken: string | null;
  /** `/readyz` is 503 until it resolves. */
  readonly startup: Promise<void>;
  /** Gets the functions that close what was opened. */
  readonly undo: Pick<UndoList, 'defer'>;
}

/** Creates the server with every protocol over HTTP. It does not listen yet. */
export async function openHttpServer(
  service: SpeechService,
  options: OpenHttpServerOptions,
): Promise<{ readonly server: SpeechServer; readonly sockets: readonly RealtimeEndpoint[] }> {
  const { settings, logger, tracer, tls, adminToken, startup, undo } = options;
  const server = await createSpeechServer({
    service,
    logger,
    startup,
    tracer,
    tls,
    trustedProxies: settings.trustedProxies,
    corsOrigins: settings.corsOrigins,
    liveTextMaxChars: settings.liveTextMaxChars,
    // Behind a proxy, requests from loopback come from the proxy.
    localPlayground: settings.localPlayground && settings.trustedProxies.length === 0,
    ...(adminToken === null
      ? { endpoints: 'probes' }
      : {
          adminToken,
          pages: consolePages(),
          asyncApi: asyncApiDocument(),
          realtimePath: [REALTIME_PATH, SPEECH_STREAM_PATH, TWILIO_PATH],
          openApiParts: [openaiApi(), openaiRealtimeApi()],
        }),
    ...(settings.publicUrl === undefined ? {} : { publicUrl: settings.publicUrl }),
  });
  undo.defer(() => server.close());
  const sockets = adminToken === null ? [] : await mountDialects(server, service, options);
  for (const socket of sockets) undo.defer(() => socket.close());
  return { server, sockets };
}

/** Mounts OpenAI's endpoints and the WebSocket endpoints. */
async function mountDialects(
  { fastify }: SpeechServer,
  service: SpeechService,
  { settings, logger, tracer }: Pick<OpenHttpServerOptions, 'settings' | 'logger' | 'tracer'>,
): Promise<RealtimeEndpoint[]> {
  await fastify.register(openaiHttp, { service, voices: settings.openaiVoices });
  await fastify.register(openaiRealtimeHttp, { service });
  const endpoints = [
    createRealtimeEndpoint,
    createSpeechStreamEndpoint,
    createOpenaiRealtimeEndpoint,
    createTwilioEndpoint,
  ];
  const sockets = endpoints.map((create) => create({ service, logger, tracer }));
  for (const socket of sockets) socket.attach(fastify.server);
  return sockets;
}
