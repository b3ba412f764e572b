import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import { ADMIN_FAMILY } from '../errors/error-families.ts';
import { answerUnreadable } from '../errors/raw-errors.ts';
import { createErrorHandler } from '../kit/errors/error-family.ts';
import { mountService } from '../mount-service.ts';
import type { LiveRequests } from '../operations/live-requests.ts';
import { pathOf } from '../operations/request-lifecycle.ts';
import type { SpeechHttpOptions } from '../options.ts';
import { requestIdOf } from '../request/headers/request-id.ts';

/** In PEM: a certificate, with its chain up to one that clients know, and its private key. */
export interface TlsKeyPair {
  readonly cert: Buffer;
  readonly key: Buffer;
}

export interface SpeechServerOptions extends SpeechHttpOptions {
  /** A pino logger, or one with its methods. Absent: nothing is logged. */
  readonly logger?: FastifyBaseLogger;
  /** Until this resolves, and for good if it rejects, `/readyz` answers 503, but requests are answered. Absent: ready as soon as the service is. */
  readonly startup?: Promise<unknown>;
  /** Absent: plain HTTP. */
  readonly tls?: TlsKeyPair | undefined;
  /**
   * Addresses and networks of proxies whose `X-Forwarded-For`, `-Host` and `-Proto` are trusted. Default none, since anybody can send such
   * headers.
   */
  readonly trustedProxies?: readonly string[];
}

export interface SpeechApp {
  readonly app: FastifyInstance;
  readonly live: LiveRequests;
}

const HEADERS_TIMEOUT_MS = 10_000;
/** Enough for the largest upload over a slow connection: 100 MB at 333 kB/s. */
const REQUEST_TIMEOUT_MS = 300_000;
/** The precision with which Node applies the two above. */
const TIMEOUT_CHECK_MS = 1000;
/** Longer than the 60 s of common load balancers, so that they are the ones who close an idle connection. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** A very long id is an unknown id, not an invalid address. */
const MAX_PARAM_CHARS = 4096;

const CONNECTIONS = {
  headersTimeout: HEADERS_TIMEOUT_MS,
  connectionsCheckingInterval: TIMEOUT_CHECK_MS,
  noDelay: true,
  // Node's own answer would have neither a body nor an id, so refuseBadHeaders does it.
  requireHostHeader: false,
};

/** HTTP methods that Fastify does not know by default: existing addresses refuse them with 405, not with 404. */
const MORE_METHODS = (
  'ACL BIND CHECKOUT COPY LINK LOCK M-SEARCH MERGE MKACTIVITY MKCALENDAR MKCOL MOVE NOTIFY PROPFIND PROPPATCH PURGE ' +
  'REBIND REPORT SEARCH SOURCE SUBSCRIBE UNBIND UNLINK UNLOCK UNSUBSCRIBE'
).split(' ');

/** Creates our own Fastify instance, hardened against slow and broken clients. */
export async function createSpeechApp(options: SpeechServerOptions): Promise<SpeechApp> {
  const settings = {
    ...(options.logger === undefined ? {} : { loggerInstance: withoutQueries(options.logger) }),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIdOf,
    trustProxy: options.trustedProxies?.length ? [...options.trustedProxies] : false,
    ...(options.tls === undefined ? { http: CONNECTIONS } : { https: { ...CONNECTIONS, ...options.tls } }),
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    routerOptions: { maxParamLength: MAX_PARAM_CHARS },
    // While draining, our own hook answers, with a body like any other error's.
    return503OnClosing: false,
    clientErrorHandler: answerUnreadable,
    frameworkErrors: answerBadAddress,
  } satisfies FastifyServerOptions & { https?: object };
  // Fastify has different types for servers of HTTP and HTTPS, but we use them in the same way.
  const app = Fastify(settings as FastifyServerOptions) as FastifyInstance;
  for (const method of MORE_METHODS) app.addHttpMethod(method);
  app.server.on('checkExpectation', app.routing);
  const live = await mountService(app, options, { ownsApp: true, startup: options.startup });
  return { app, live };
}

const badAddress = createErrorHandler(ADMIN_FAMILY);

function answerBadAddress(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  void reply.header('x-request-id', request.id);
  badAddress(error, request, reply);
}

/** Queries may contain tokens, so only the path of a request is logged. */
function withoutQueries(logger: FastifyBaseLogger): FastifyBaseLogger {
  const req = ({ method, url }: FastifyRequest) => ({ method, path: pathOf(url) });
  return logger.child({}, { serializers: { req } });
}
