import type { FastifyReply } from 'fastify';
import { writeDocument } from '../document/write-document.ts';
import { ADMIN_FAMILY } from '../errors/error-families.ts';
import { defineEndpoint } from '../kit/endpoint/define-endpoint.ts';
import { EVERYBODY } from './access.ts';

/** Documents of the interface for programs, without credentials. */
const document = {
  method: 'GET',
  tag: 'Server',
  access: EVERYBODY,
  errors: ADMIN_FAMILY,
  faults: [],
} as const;

export const getOpenApi = defineEndpoint({
  ...document,
  url: '/openapi.json',
  operationId: 'getOpenApi',
  summary: 'This document, of the endpoints that the server has',
  answers: { 200: { description: 'OpenAPI 3.1.', mediaTypes: ['application/json'] } },
  handler: ({ mounted, options }) => serve(() => writeDocument(mounted, options.openApiParts)),
});

export const getAsyncApi = defineEndpoint({
  ...document,
  url: '/asyncapi.json',
  operationId: 'getAsyncApi',
  summary: 'The messages of live recognition',
  answers: { 200: { description: 'AsyncAPI 3.', mediaTypes: ['application/json'] } },
  handler: ({ options: { asyncApi } }) => asyncApi && serve(() => asyncApi),
});

function serve(make: () => object) {
  let text: string | undefined;
  return async ({ reply }: { readonly reply: FastifyReply }): Promise<FastifyReply> => {
    text ??= JSON.stringify(make());
    return reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('x-content-type-options', 'nosniff')
      .send(text);
  };
}
