import type { Tracer } from '@parlance/core/platform';
import type { UploadFloor } from '@parlance/core/scheduling';
import type { SpeechService } from '@parlance/core/service';
import type { OpenApiPart } from './kit/openapi/open-api-part.ts';
import type { WebPages } from './pages/web-pages.ts';

/** Options of the HTTP adapter. */
export interface SpeechHttpOptions {
  readonly service: SpeechService;
  /**
   * `probes`: `/healthz`, `/readyz` and `/metrics`, and 404 for everything else, for a process that only runs
   * jobs. Default `all`.
   */
  readonly endpoints?: 'all' | 'probes';
  /** Mounts the admin API for this token; absent: there is none. */
  readonly adminToken?: string;
  /**
   * Document of the WebSocket endpoints that share the port, from `asyncApiDocument()` of `@parlance/websocket`, for
   * `/asyncapi.json`; absent: there is none.
   */
  readonly asyncApi?: object;
  /**
   * Paths of the WebSocket endpoints that share the port, `REALTIME_PATH` and `SPEECH_STREAM_PATH` of `@parlance/websocket`: a request there
   * without an upgrade is answered with 426. Absent: there are no such addresses.
   */
  readonly realtimePath?: string | readonly string[];
  /** Gives each request a span, in the trace that its `traceparent` names. Absent: nothing is traced. */
  readonly tracer?: Tracer | undefined;
  /** What else is mounted at this address, for `/openapi.json`, such as the result of `openaiApi()` of `@parlance/openai`. */
  readonly openApiParts?: readonly OpenApiPart[];
  /** Web pages to serve in addition to the endpoints, from `consolePages()` of `@parlance/console`; absent: none. */
  readonly pages?: WebPages;
  /**
   * Address under which clients reach the service, without a slash at its end, for links in answers. Absent: taken from each
   * request's own `Host`.
   */
  readonly publicUrl?: string;
  /** Origins whose scripts may call the endpoints of apps, as browsers send them; `*`: any. Default none. */
  readonly corsOrigins?: readonly string[];
  /**
   * Whether the playground gets a client token without signing in when it is opened in a browser on this machine; see
   * {@link isLocalPage}. Ignored with a `publicUrl` that is not a loopback address. Default false, because an application that mounts the endpoints may
   * have its own rules for admitting callers.
   */
  readonly localPlayground?: boolean;
  /** The longest text of `POST /v1/tts` in mode `sync`, in code points. Default 300. */
  readonly liveTextMaxChars?: number;
  /** How long a client may read no streamed audio before it is disconnected. Default 30 000. */
  readonly stallTimeoutMs?: number;
  /** How many uploads are allowed at once; more are refused with 503. Default 20. */
  readonly maxUploads?: number;
  /** A slower upload or JSON body is refused. Default 16 000 bytes a second, over any 10 seconds. */
  readonly uploadFloor?: UploadFloor;
  /** Memory for the voices' sample audio. Default 16 MiB. */
  readonly demoCacheBytes?: number;
}

export const DEFAULT_STALL_TIMEOUT_MS = 30_000;
/** 10 MB each while their mode is not known or is "sync": at most 200 MB. */
export const DEFAULT_MAX_UPLOADS = 20;
export const DEFAULT_DEMO_CACHE_BYTES = 16_777_216;
