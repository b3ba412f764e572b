import { LIMITS } from '@parlance/core/limits';
import {
  closeCodeOf,
  SESSION_CLOSE_CODES,
  SESSION_ERRORS,
  type SessionErrorCode,
  sessionClientMessages,
  sessionServerMessages,
} from '@parlance/core/session';
import { streamClientMessages, streamServerMessages } from '@parlance/core/speech-stream';
import { SOCKET_LIMITS } from '@parlance/sockets';
import { type ZodType, z } from 'zod';
import { REALTIME_PATH, SPEECH_STREAM_PATH } from '../options.ts';
import { EXAMPLES } from './examples.ts';
import { STREAM_EXAMPLES } from './stream-examples.ts';

type Json = Readonly<Record<string, unknown>>;

/** The messages of one address. */
interface Protocol {
  readonly channel: string;
  /** Prefix of the names of its messages in the list of all messages. */
  readonly prefix: string;
  readonly fromClient: Readonly<Record<string, ZodType>>;
  readonly fromServer: Readonly<Record<string, ZodType>>;
  readonly examples: Readonly<Record<string, object>>;
}

const RECOGNITION: Protocol = {
  channel: 'realtime',
  prefix: '',
  fromClient: sessionClientMessages,
  fromServer: sessionServerMessages,
  examples: EXAMPLES,
};

const SPEECH: Protocol = {
  channel: 'speech',
  prefix: 'speech.',
  fromClient: streamClientMessages,
  fromServer: streamServerMessages,
  examples: STREAM_EXAMPLES,
};

const ASYNCAPI_VERSION = '3.0.0';

/**
 * The AsyncAPI document of live recognition and of speech streams, generated from the schemas that parse and type the messages.
 *
 * @returns a JSON value; the same for every server, which is a variable in it
 */
export function asyncApiDocument(): Json {
  return {
    asyncapi: ASYNCAPI_VERSION,
    info: {
      title: 'Parlance: live recognition and speech',
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
        messages: messagesOf(RECOGNITION),
        bindings: { ws: { query: QUERY, headers: HEADERS, bindingVersion: '0.1.0' } },
        'x-limits': {
          sessionSeconds: LIMITS.session.maxSeconds,
          chunkBytes: LIMITS.session.maxChunkBytes,
          messageBytes: SOCKET_LIMITS.maxPayload,
        },
        'x-close-codes': CLOSE_CODES,
      },
      speech: {
        address: SPEECH_STREAM_PATH,
        description:
          'One connection is one stream: text in, speech out in binary frames, while the text is written. See docs/speech-stream.md.',
        messages: messagesOf(SPEECH),
        bindings: { ws: { query: QUERY, headers: HEADERS, bindingVersion: '0.1.0' } },
        'x-limits': { ...LIMITS.speechStream, messageBytes: SOCKET_LIMITS.maxPayload },
        'x-close-codes': CLOSE_CODES,
      },
    },
    operations: {
      hear: operation(RECOGNITION, 'receive'),
      tell: operation(RECOGNITION, 'send'),
      read: operation(SPEECH, 'receive'),
      speak: operation(SPEECH, 'send'),
    },
    components: {
      messages: Object.fromEntries([RECOGNITION, SPEECH].flatMap(componentsOf)),
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

function messagesOf({ prefix, fromClient, fromServer }: Protocol): Json {
  const names = [...Object.keys(fromClient), ...Object.keys(fromServer)];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/messages/${prefix}${name}` }]));
}

function operation({ channel, fromClient, fromServer }: Protocol, action: 'receive' | 'send'): Json {
  const names = Object.keys(action === 'receive' ? fromClient : fromServer);
  return {
    action,
    summary: action === 'receive' ? 'What a client sends.' : 'What the server sends.',
    channel: { $ref: `#/channels/${channel}` },
    messages: names.map((name) => ({ $ref: `#/channels/${channel}/messages/${name}` })),
  };
}

function componentsOf({ prefix, fromClient, fromServer, examples }: Protocol): readonly [string, Json][] {
  const entriesOf = (messages: Protocol['fromClient'], io: 'input' | 'output'): [string, Json][] =>
    Object.entries(messages).map(([name, schema]) => [
      `${prefix}${name}`,
      messageOf(name, schema, { io, example: examples[name] }),
    ]);
  return [...entriesOf(fromClient, 'input'), ...entriesOf(fromServer, 'output')];
}

/** @param io what a sender may write (`input`: members with defaults are optional) or what a reader gets (`output`) */
function messageOf(
  name: string,
  schema: ZodType,
  { io, example }: { readonly io: 'input' | 'output'; readonly example: object | undefined },
): Json {
  const {
    $schema: _dialect,
    description,
    ...payload
  } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io,
    // New members of a server's messages must not break existing readers.
    override: ({ jsonSchema }) => delete jsonSchema.additionalProperties,
  });
  return {
    name,
    title: name,
    summary: description,
    payload,
    examples: [{ name: 'typical', payload: example }],
  };
}
