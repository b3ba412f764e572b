import {
  closeCodeOf,
  LIMITS,
  SESSION_CLOSE_CODES,
  SESSION_ERRORS,
  type SessionErrorCode,
  sessionClientMessages,
  sessionServerMessages,
} from '@parlance/core';
import { SOCKET_LIMITS } from '@parlance/sockets';
import { type ZodType, z } from 'zod';
import { REALTIME_PATH } from '../options.ts';
import { EXAMPLES } from './examples.ts';

type Json = Readonly<Record<string, unknown>>;
type MessageName = keyof typeof EXAMPLES;

const ASYNCAPI_VERSION = '3.0.0';

/**
 * The AsyncAPI document of live recognition, made of the very schemas that messages are parsed and typed by.
 *
 * @returns a JSON value; the same for every server, which stands in it as a variable
 */
export function asyncApiDocument(): Json {
  const fromClient = Object.keys(sessionClientMessages) as MessageName[];
  const fromServer = Object.keys(sessionServerMessages) as MessageName[];
  return {
    asyncapi: ASYNCAPI_VERSION,
    info: {
      title: 'Parlance: live recognition',
      version: '1.0.0',
      description:
        'Speech in, text out, while somebody speaks. Every message is one JSON object in a text frame; audio may come in binary frames ' +
        `as well. A session lasts ${LIMITS.session.maxSeconds} seconds at most, unless the operator allows more.`,
      license: { name: 'Apache-2.0' },
    },
    defaultContentType: 'application/json',
    servers: {
      own: {
        host: '{host}',
        protocol: 'ws',
        description: 'Behind a proxy with TLS: wss.',
        variables: { host: { default: '127.0.0.1:8080', description: 'Host and port of the server.' } },
        security: [
          { $ref: '#/components/securitySchemes/query' },
          { $ref: '#/components/securitySchemes/bearer' },
        ],
      },
    },
    channels: {
      realtime: {
        address: REALTIME_PATH,
        description: 'One connection is one session. Its states and times are told in docs/realtime.md.',
        messages: Object.fromEntries(
          [...fromClient, ...fromServer].map((name) => [name, { $ref: `#/components/messages/${name}` }]),
        ),
        bindings: { ws: { query: QUERY, headers: HEADERS, bindingVersion: '0.1.0' } },
        'x-limits': {
          sessionSeconds: LIMITS.session.maxSeconds,
          chunkBytes: LIMITS.session.maxChunkBytes,
          messageBytes: SOCKET_LIMITS.maxPayload,
        },
        'x-close-codes': CLOSE_CODES,
      },
    },
    operations: {
      hear: operation('receive', 'What a client sends.', fromClient),
      tell: operation('send', 'What the server sends.', fromServer),
    },
    components: {
      messages: Object.fromEntries([
        ...Object.entries(sessionClientMessages).map(([name, schema]) => [
          name,
          messageOf(name, schema, 'input'),
        ]),
        ...Object.entries(sessionServerMessages).map(([name, schema]) => [
          name,
          messageOf(name, schema, 'output'),
        ]),
      ]),
      securitySchemes: {
        query: {
          type: 'httpApiKey',
          in: 'query',
          name: 'token',
          description: 'The token beside `appId`. A WebSocket of a browser can send no headers.',
        },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            'The token in `Authorization`, the App ID in `App-Id`: for clients that can send headers.',
        },
      },
    },
    'x-errors': ERRORS,
  };
}

const QUERY: Json = {
  type: 'object',
  properties: {
    token: { type: 'string', description: "The app's token." },
    appId: { type: 'string', description: 'The App ID.' },
  },
};

const HEADERS: Json = {
  type: 'object',
  description: 'In place of the query.',
  properties: {
    Authorization: { type: 'string', description: 'Bearer and the token.' },
    'App-Id': { type: 'string', description: 'The App ID.' },
  },
};

const CLOSE_CODES: Json = {
  [SESSION_CLOSE_CODES.ended]: 'After STREAM_END.',
  [SESSION_CLOSE_CODES.malformed]:
    'After an ERROR about what the client sent; a message above `x-limits.messageBytes` is one of its causes.',
  [SESSION_CLOSE_CODES.refused]: 'After an ERROR that a new session would meet again.',
  [SESSION_CLOSE_CODES.tryAgainLater]:
    'After a retryable ERROR, and without one for a client that left too much unread.',
};

const ERRORS: Json = Object.fromEntries(
  (Object.keys(SESSION_ERRORS) as SessionErrorCode[]).map((code) => [
    code,
    { ...SESSION_ERRORS[code], closeCode: closeCodeOf(code) },
  ]),
);

function operation(action: 'receive' | 'send', summary: string, names: readonly MessageName[]): Json {
  return {
    action,
    summary,
    channel: { $ref: '#/channels/realtime' },
    messages: names.map((name) => ({ $ref: `#/channels/realtime/messages/${name}` })),
  };
}

/** @param io what a sender may write (`input`: defaults may be left out) or what a reader finds (`output`) */
function messageOf(name: string, schema: ZodType, io: 'input' | 'output'): Json {
  const {
    $schema: _dialect,
    description,
    ...payload
  } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io,
    // A server that learns a new member must not break those who read the old ones.
    override: ({ jsonSchema }) => delete jsonSchema.additionalProperties,
  });
  return {
    name,
    title: name,
    summary: description,
    payload,
    examples: [{ name: 'typical', payload: EXAMPLES[name as MessageName] }],
  };
}
