import type { SpeechErrorCode } from '@parlance/core/errors';
import type { Idempotency } from '@parlance/core/requests';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodObject, ZodRawShape, ZodType, z } from 'zod';
import type { ErrorFamily } from '../errors/error-family.ts';
import type { NamedSchema } from '../named-schema.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered while draining too, and no work to wait for. */
    isProbe?: true;
  }
}

/**
 * Who may call, and how they prove it.
 *
 * @typeParam Context what endpoints are made with: the service, its options
 * @typeParam Caller what a handler learns about who calls
 */
export interface Access<Context, Caller> {
  /** For the document: the names of its security schemes. Empty: everybody. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  /** What may happen to anybody who asks for one of these endpoints. */
  readonly faults: readonly SpeechErrorCode[];
  /** @returns a hook that refuses strangers before a byte of the body is read */
  readonly letIn?: (context: Context) => (request: FastifyRequest) => Promise<void>;
  /** Called when the body was read, and before it is parsed: its members may tell who calls. */
  readonly identify: (request: FastifyRequest, context: Context) => Promise<Caller> | Caller;
  /** Members of a JSON body that {@link identify} reads, for the document. */
  readonly bodyMembers?: ZodRawShape;
}

export interface Answer {
  readonly description: string;
  /** Absent: no body. */
  readonly mediaTypes?: readonly string[];
  /** Of a JSON body, or those that it may have; absent: bytes or text. */
  readonly schema?: NamedSchema | readonly NamedSchema[];
  /** What each header tells. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What stands about an endpoint in the OpenAPI document. */
export interface EndpointFacts {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** As Fastify knows it, `/v1/tts/requests/:requestId`. */
  readonly url: string;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** What each parameter of the path is. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: ZodObject;
  /** Whether it takes an `Idempotency-Key`. */
  readonly isIdempotent?: true;
  /** What each header of a request means. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly answers: Readonly<Record<number, Answer>>;
  readonly errors: ErrorFamily;
  /** Those that the endpoint itself may raise; what every endpoint of its access may raise is added. */
  readonly faults: readonly SpeechErrorCode[];
}

/** A JSON body. The schema that parses it is the one in the document. */
export interface JsonBody<Schema extends ZodType> {
  readonly schema: Schema;
  readonly example?: unknown;
  /** Whether there may be no body at all, which counts as `{}`. */
  readonly isOptional?: true;
}

/** A body that the handler reads or parses itself, with schemas that `schema` is made of. */
export interface RawBody {
  readonly mediaType: 'application/json' | 'multipart/form-data';
  readonly schema: ZodType;
  readonly example?: unknown;
}

/** One call of an endpoint, checked. */
export interface Call<Caller, Body, Query, Param extends string> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: Caller;
  readonly body: Body;
  readonly query: Query;
  readonly params: Readonly<Record<Param, string>>;
  /** @returns what the `Idempotency-Key` stands for: this body at this address. @throws SpeechError `INVALID_INPUT` */
  idempotency(): Idempotency | undefined;
}

/** What an endpoint is made of. */
export interface EndpointSpec<
  Context,
  Caller,
  Body extends ZodType,
  Query extends ZodObject,
  Param extends string,
> extends EndpointFacts {
  readonly access: Access<Context, Caller>;
  readonly params?: Readonly<Record<Param, string>>;
  readonly query?: Query;
  readonly body?: JsonBody<Body>;
  readonly rawBody?: RawBody;
  /** In place of `query`: parameters that the handler parses itself. */
  readonly rawQuery?: ZodObject;
  readonly config?: FastifyContextConfig;
  /** Of the body, where it may be larger than the server's limit for all. */
  readonly maxBodyBytes?: number;
  /** @returns a hook that looks at the headers of a request before its body is read, and after it was let in */
  readonly beforeBody?: (context: Context) => (request: FastifyRequest) => Promise<void>;
  /**
   * Called once for each server. What the inner function returns is sent.
   *
   * @returns `undefined` where the service has not what it takes: then there is no such endpoint, and it is not in the document
   */
  readonly handler: (
    context: Context,
  ) => ((call: Call<Caller, z.output<Body>, z.output<Query>, Param>) => unknown) | undefined;
}

/** One method of one address: `defineEndpoint()` makes it, `mountEndpoints()` puts it on a server, `openApiPart()` describes it. */
export interface Endpoint<Context> extends EndpointFacts {
  readonly access: Pick<Access<Context, unknown>, 'security' | 'faults'>;
  readonly body?: RawBody & { readonly isOptional?: true };
  /** @returns whether the service has what it takes */
  mount(app: FastifyInstance, context: Context): boolean;
}
