import type { SpeechErrorCode } from '@parlance/core/errors';
import type { Idempotency } from '@parlance/core/requests';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodObject, ZodRawShape, ZodType, z } from 'zod';
import type { ErrorFamily } from '../errors/error-family.ts';
import type { NamedSchema } from '../named-schema.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered even while draining, and not waited for. */
    isProbe?: true;
  }
}

/**
 * Who may call, and with which credentials.
 *
 * @typeParam Context what endpoints need: the service, its options
 * @typeParam Caller what a handler gets to know about the caller
 */
export interface Access<Context, Caller> {
  /** For the document: the names of its security schemes. Empty: no credentials are needed. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  /** Errors that every call of these endpoints may get. */
  readonly faults: readonly SpeechErrorCode[];
  /** @returns a hook that refuses invalid credentials before the body is read */
  readonly letIn?: (context: Context) => (request: FastifyRequest) => Promise<void>;
  /** Called when the body has been read, before it is parsed: its members may identify the caller. */
  readonly identify: (request: FastifyRequest, context: Context) => Promise<Caller> | Caller;
  /** Members of a JSON body that {@link identify} reads, for the document. */
  readonly bodyMembers?: ZodRawShape;
}

export interface Answer {
  readonly description: string;
  /** Absent: no body. */
  readonly mediaTypes?: readonly string[];
  /** Schema of a JSON body, or several possible ones; absent: bytes or text. */
  readonly schema?: NamedSchema | readonly NamedSchema[];
  /** The meaning of each header. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The description of an endpoint in the OpenAPI document. */
export interface EndpointFacts {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** In Fastify's form, `/v1/tts/requests/:requestId`. */
  readonly url: string;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** The meaning of each parameter of the path. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: ZodObject;
  /** Whether it accepts an `Idempotency-Key`. */
  readonly isIdempotent?: true;
  /** The meaning of each header of a request. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly answers: Readonly<Record<number, Answer>>;
  readonly errors: ErrorFamily;
  /** Errors of the endpoint itself; the errors of its access are added. */
  readonly faults: readonly SpeechErrorCode[];
}

/** A JSON body. The same schema parses it and describes it in the document. */
export interface JsonBody<Schema extends ZodType> {
  readonly schema: Schema;
  readonly example?: unknown;
  /** Whether the body may be missing, which counts as `{}`. */
  readonly isOptional?: true;
}

/** A body that the handler reads or parses itself, with the schemas that `schema` consists of. */
export interface RawBody {
  readonly mediaType: 'application/json' | 'multipart/form-data';
  readonly schema: ZodType;
  readonly example?: unknown;
}

/** One validated call of an endpoint. */
export interface Call<Caller, Body, Query, Param extends string> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: Caller;
  readonly body: Body;
  readonly query: Query;
  readonly params: Readonly<Record<Param, string>>;
  /** @returns the `Idempotency-Key` for this body at this address. @throws SpeechError `INVALID_INPUT` */
  idempotency(): Idempotency | undefined;
}

/** The definition of an endpoint. */
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
  /** Instead of `query`: parameters that the handler parses itself. */
  readonly rawQuery?: ZodObject;
  readonly config?: FastifyContextConfig;
  /** Limit of the body, if it may be larger than the server's general limit. */
  readonly maxBodyBytes?: number;
  /** @returns a hook that checks the headers of a request after it was admitted and before its body is read */
  readonly beforeBody?: (context: Context) => (request: FastifyRequest) => Promise<void>;
  /**
   * Called once for each server. The result of the inner function is sent.
   *
   * @returns `undefined` if the service lacks what the endpoint needs: then it does not exist, and is not in the document
   */
  readonly handler: (
    context: Context,
  ) => ((call: Call<Caller, z.output<Body>, z.output<Query>, Param>) => unknown) | undefined;
}

/** One method of one address: `defineEndpoint()` makes it, `mountEndpoints()` puts it on a server, `openApiPart()` describes it. */
export interface Endpoint<Context> extends EndpointFacts {
  readonly access: Pick<Access<Context, unknown>, 'security' | 'faults'>;
  readonly body?: RawBody & { readonly isOptional?: true };
  /** @returns whether the service has what the endpoint needs */
  mount(app: FastifyInstance, context: Context): boolean;
}
