import type { SpeechErrorCode } from '@parlance/core/errors';
import type { ZodObject } from 'zod';
import { SESSION_COOKIE } from '../request/session-cookie.ts';
import { ANSWERS, type AnswerName } from './answers.ts';
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts';
import { LINK_HEADERS } from './members.ts';
import { type Access, type Answer, type Operation, TAGS } from './operation.ts';
import { ACCOUNT_OPERATIONS } from './operations-accounts.ts';
import { ADMIN_OPERATIONS } from './operations-admin.ts';
import { MODEL_OPERATIONS } from './operations-models.ts';
import { OPERATOR_OPERATIONS } from './operations-operator.ts';
import { RECOGNITION_OPERATIONS } from './operations-recognition.ts';
import { SERVER_OPERATIONS } from './operations-server.ts';
import { SPEECH_OPERATIONS } from './operations-speech.ts';
import { VOICE_PACK_OPERATIONS } from './operations-voice-packs.ts';
import { VOICE_OPERATIONS } from './operations-voices.ts';

const OPENAPI_VERSION = '3.1.1';

/** Every endpoint of this package. */
export const OPERATIONS: readonly Operation[] = [
  ...SPEECH_OPERATIONS,
  ...RECOGNITION_OPERATIONS,
  ...VOICE_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...ADMIN_OPERATIONS,
  ...OPERATOR_OPERATIONS,
  ...MODEL_OPERATIONS,
  ...VOICE_PACK_OPERATIONS,
  ...SERVER_OPERATIONS,
];

/** Endpoints of other packages at the same address, as `openaiApi()` of `@parlance/openai` tells them: OpenAPI 3.1. */
export interface OpenApiPart {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, JsonSchema>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
  };
}

/**
 * The OpenAPI document of the REST interface, made of the very schemas that requests are parsed with.
 *
 * @param options.operations those that the server has; absent: all
 * @param options.parts what others mounted at the same address
 */
export function openApiDocument({
  operations = OPERATIONS,
  parts = [],
}: {
  readonly operations?: readonly Operation[];
  readonly parts?: readonly OpenApiPart[];
} = {}): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const operation of operations) {
    const path = pathOf(operation.url);
    paths[path] ??= {};
    paths[path][operation.method.toLowerCase()] = operationObject(operation);
  }
  const tags = new Set(operations.map(({ tag }) => tag));
  return {
    openapi: OPENAPI_VERSION,
    info: {
      title: 'Parlance',
      version: '1.0.0',
      summary: 'Text to speech and speech to text on your own machine.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: './', description: 'Where this document comes from.' }],
    tags: [
      ...Object.entries(TAGS)
        .filter(([name]) => tags.has(name as Operation['tag']))
        .map(([name, description]) => ({ name, description })),
      ...parts.flatMap((part) => part.tags),
    ],
    paths: Object.assign(paths, ...parts.map((part) => part.paths)),
    components: {
      schemas: Object.assign(
        Object.fromEntries(
          Object.entries(ANSWERS).map(([name, schema]) => [name, jsonSchemaOf(schema, 'output')]),
        ),
        ...parts.map(({ components }) => components.schemas),
      ),
      headers: Object.fromEntries(
        Object.entries(HEADERS_OF_ALL).map(([name, text]) => [name, headerObject(text)]),
      ),
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: "An app's token." },
        appId: { type: 'apiKey', in: 'header', name: 'App-Id', description: 'The App ID.' },
        admin: { type: 'http', scheme: 'bearer', description: 'The admin token.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: SESSION_COOKIE,
          description: 'Of a browser that signed in to the console; from its own pages only.',
        },
        ...Object.assign({}, ...parts.map(({ components }) => components.securitySchemes)),
      },
    },
  };
}

/** @returns `/v1/tts/requests/{requestId}` of `/v1/tts/requests/:requestId` */
function pathOf(url: string): string {
  return url.replace(/:(\w+)/g, '{$1}');
}

const SECURITY = {
  app: [{ token: [], appId: [] }],
  admin: [{ admin: [] }, { session: [] }],
  link: [],
  none: [],
} as const satisfies Record<Access, readonly object[]>;

/** What may happen to whoever asks, by what they must show. */
const FAULTS_OF_ACCESS = {
  app: ['UNAUTHORIZED', 'FORBIDDEN', 'REQUEST_RATE_EXCEEDED'],
  admin: ['UNAUTHORIZED'],
  link: [],
  none: [],
} as const satisfies Record<Access, readonly SpeechErrorCode[]>;
const FAULTS_OF_ALL = ['SHUTTING_DOWN', 'INTERNAL'] as const satisfies readonly SpeechErrorCode[];

function operationObject(operation: Operation): JsonSchema {
  const { operationId, tag, summary, description, access, body } = operation;
  const parameters = parametersOf(operation);
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    security: SECURITY[access],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: body.isOptional !== true,
            content: {
              [body.mediaType]: {
                schema: jsonSchemaOf(body.schema, 'input'),
                ...(body.example === undefined ? {} : { example: body.example }),
              },
            },
          },
        }),
    responses: responsesOf(operation),
  };
}

function parametersOf({ path = {}, query, headers = {}, isIdempotent }: Operation): JsonSchema[] {
  const headerEntries = Object.entries(headers);
  if (isIdempotent === true) headerEntries.push(['Idempotency-Key', IDEMPOTENCY]);
  return [
    ...Object.entries(path).map(([name, description]) => ({
      name,
      in: 'path',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    ...(query === undefined ? [] : queryParameters(query)),
    ...headerEntries.map(([name, description]) => ({
      name,
      in: 'header',
      description,
      schema: { type: 'string' },
    })),
  ];
}

const IDEMPOTENCY =
  '1 to 255 printable ASCII characters. A repeat with the same key and body gets the first answer, and nothing is done twice.';

function queryParameters(query: ZodObject): JsonSchema[] {
  const { properties, required = [] } = jsonSchemaOf(query, 'input') as {
    readonly properties: Readonly<Record<string, JsonSchema>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(required.includes(name) ? { required: true } : {}),
    ...(description === undefined ? {} : { description }),
    schema,
  }));
}

function responsesOf({ answers, errors, faults, access }: Operation): JsonSchema {
  const responses: Record<string, JsonSchema> = {};
  for (const [status, answer] of Object.entries(answers)) responses[status] = responseOf(answer);
  const isPlain = access === 'none' && faults.length === 0;
  const mayRaise = isPlain ? [] : [...FAULTS_OF_ACCESS[access], ...faults, ...FAULTS_OF_ALL];
  const codes = new Map<number, Set<string>>();
  for (const fault of mayRaise) {
    const { status, code } = errors.table[fault];
    codes.set(status, (codes.get(status) ?? new Set()).add(code));
  }
  for (const [status, names] of codes) responses[status] ??= errorResponse(status, [...names], errors.shape);
  return responses;
}

const ERROR_TYPES = {
  Error: 'application/json',
  LegacyError: 'text/json',
  VoiceListError: 'text/json',
} as const;

/** The header that comes with an error of this status. */
const ERROR_HEADERS: Readonly<Record<number, HeaderName>> = {
  401: 'WWW-Authenticate',
  429: 'Retry-After',
  503: 'Retry-After',
};

function errorResponse(
  status: number,
  codes: readonly string[],
  shape: keyof typeof ERROR_TYPES,
): JsonSchema {
  const header = ERROR_HEADERS[status];
  return responseOf({
    description: `Code ${codes.map((code) => `\`${code}\``).join(', ')}.`,
    mediaTypes: [ERROR_TYPES[shape]],
    schema: shape,
    ...(header === undefined ? {} : { headers: { [header]: HEADERS_OF_ALL[header] } }),
  });
}

/** Described once, and referred to. */
const HEADERS_OF_ALL = {
  'X-Request-Id': "Also in each line of the server's log.",
  'WWW-Authenticate': '`Bearer`.',
  'Retry-After': 'Seconds.',
  ...LINK_HEADERS,
} as const;
type HeaderName = keyof typeof HEADERS_OF_ALL;

function headerObject(description: string): JsonSchema {
  return { description, schema: { type: 'string' } };
}

function responseOf({ description, mediaTypes = [], schema, headers }: Answer): JsonSchema {
  return {
    description,
    headers: Object.fromEntries(
      Object.entries({ 'X-Request-Id': HEADERS_OF_ALL['X-Request-Id'], ...headers }).map(([name, text]) => [
        name,
        name in HEADERS_OF_ALL ? { $ref: `#/components/headers/${name}` } : headerObject(text),
      ]),
    ),
    ...(mediaTypes.length === 0
      ? {}
      : { content: Object.fromEntries(mediaTypes.map((type) => [type, contentOf(type, schema)])) }),
  };
}

/** Of bytes OpenAPI 3.1 says nothing but their type. */
function contentOf(mediaType: string, schema: AnswerName | undefined): JsonSchema {
  if (schema === undefined || !mediaType.endsWith('json')) return {};
  return { schema: { $ref: `#/components/schemas/${schema}` } };
}
