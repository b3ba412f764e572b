import { parseInput } from '@parlance/core/input';
import type { FastifyRequest } from 'fastify';
import { ZodObject, type ZodType, z } from 'zod';
import { jsonObjectOf, requireContentType } from '../bodies/json-body.ts';
import { createErrorHandler } from '../errors/error-family.ts';
import { idempotencyOf } from '../idempotency.ts';
import type { Call, Endpoint, EndpointSpec, RawBody } from './endpoint.ts';

/**
 * Defines an endpoint by its schemas, its errors, its part of the OpenAPI document and its handler. The order for a request: it is admitted,
 * its headers are checked, its body is read, the caller is identified, body and query are parsed, the handler is called.
 *
 * @example
 * export const getVoice = defineEndpoint({
 *   method: 'GET', url: '/voices/:code', operationId: 'getVoice', tag: 'Voices', summary: 'One voice',
 *   access: EVERYBODY, errors: VOICE_ERRORS, params: { code: 'Of the voice.' },
 *   answers: { 200: json('The voice.', voice) }, faults: ['VOICE_NOT_FOUND'],
 *   handler: ({ service }) => async ({ params }) => service.findVoice(params.code),
 * });
 */
export function defineEndpoint<
  Context,
  Caller,
  Body extends ZodType = ZodType,
  Query extends ZodObject = ZodObject,
  Param extends string = never,
>(spec: EndpointSpec<Context, Caller, Body, Query, Param>): Endpoint<Context> {
  const { access, body, rawBody, rawQuery, handler, ...facts } = spec;
  const documented = rawBody ?? documentedBody(spec);
  return {
    ...facts,
    access,
    ...(rawQuery !== undefined && { query: rawQuery }),
    ...(documented !== undefined && { body: documented }),
    mount(app, context) {
      const handle = handler(context);
      if (handle === undefined) return false;
      app.route({
        method: spec.method,
        url: spec.url,
        config: spec.config ?? {},
        ...(spec.maxBodyBytes !== undefined && { bodyLimit: spec.maxBodyBytes }),
        errorHandler: createErrorHandler(spec.errors),
        onRequest: hooksOf(spec, context),
        handler: async (request, reply) => {
          const caller = await access.identify(request, context);
          const call = { request, reply, caller, ...parsed(spec, request) };
          return handle({ ...call, idempotency: () => idempotencyOf(request, spec.url, hashedOf(request)) });
        },
      });
      return true;
    },
  };
}

type AnySpec<Body extends ZodType, Query extends ZodObject, Param extends string> = Pick<
  EndpointSpec<never, unknown, Body, Query, Param>,
  'body' | 'query'
>;

function parsed<Body extends ZodType, Query extends ZodObject, Param extends string>(
  { body, query }: AnySpec<Body, Query, Param>,
  request: FastifyRequest,
): Pick<Call<unknown, z.output<Body>, z.output<Query>, Param>, 'body' | 'query' | 'params'> {
  return {
    body: (body === undefined
      ? request.body
      : parseInput(
          body.schema,
          jsonObjectOf(body.isOptional ? (request.body ?? {}) : request.body),
        )) as z.output<Body>,
    query: (query === undefined ? request.query : parseInput(query, request.query)) as z.output<Query>,
    params: request.params as Readonly<Record<Param, string>>,
  };
}

/** Parameters of the address are part of the request, since a key is valid for all addresses of an endpoint. */
function hashedOf({ params, body }: FastifyRequest): unknown {
  const named = params as Readonly<Record<string, string>>;
  return Object.keys(named).length === 0 ? body : { ...named, body };
}

function hooksOf<Context, Caller, Body extends ZodType, Query extends ZodObject, Param extends string>(
  { access, body, rawBody, beforeBody }: EndpointSpec<Context, Caller, Body, Query, Param>,
  context: Context,
) {
  const mediaType =
    rawBody?.mediaType ?? (body === undefined || body.isOptional ? undefined : 'application/json');
  const checkType = async (request: FastifyRequest): Promise<void> => {
    if (mediaType !== undefined) requireContentType(request, mediaType);
  };
  return [access.letIn?.(context), beforeBody?.(context), checkType].filter((hook) => hook !== undefined);
}

function documentedBody<
  Context,
  Caller,
  Body extends ZodType,
  Query extends ZodObject,
  Param extends string,
>({
  body,
  access: { bodyMembers },
}: EndpointSpec<Context, Caller, Body, Query, Param>):
  | (RawBody & { readonly isOptional?: true })
  | undefined {
  if (body === undefined) return undefined;
  const { schema } = body;
  const isExtended = bodyMembers !== undefined && schema instanceof ZodObject;
  return {
    ...body,
    mediaType: 'application/json',
    schema: isExtended ? z.object({ ...schema.shape, ...bodyMembers }) : schema,
  };
}
