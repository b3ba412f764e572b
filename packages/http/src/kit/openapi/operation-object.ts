import type { SpeechErrorCode } from '@parlance/core/errors';
import type { ZodObject } from 'zod';
import type { Answer, Endpoint } from '../endpoint/endpoint.ts';
import type { NamedSchema } from '../named-schema.ts';
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts';

type Described = Omit<Endpoint<never>, 'mount'>;
type Headers = Readonly<Record<string, string>>;

/** Headers of errors of any endpoint. */
export const SHARED_HEADERS: Headers = { 'WWW-Authenticate': '`Bearer`.', 'Retry-After': 'Seconds.' };

/** The header of an error with this status. */
const ERROR_HEADERS: Readonly<Record<number, string>> = {
  401: 'WWW-Authenticate',
  429: 'Retry-After',
  503: 'Retry-After',
};

/** Errors that any request may get. */
const FAULTS_OF_ALL = ['SHUTTING_DOWN', 'INTERNAL'] as const satisfies readonly SpeechErrorCode[];

const IDEMPOTENCY =
  '1 to 255 printable ASCII characters. A repeat with the same key and body gets the first answer, and nothing is done twice.';

export interface HeaderRules {
  readonly answersCarry: Headers;
  /** The headers in `components.headers`. */
  readonly sharedHeaders: Headers;
}

/** @returns a function that creates the operation object of an endpoint */
export function createOperationWriter({ answersCarry, sharedHeaders }: HeaderRules) {
  return (endpoint: Described): JsonSchema => {
    const { operationId, tag, summary, description, access } = endpoint;
    const parameters = parametersOf(endpoint);
    return {
      operationId,
      tags: [tag],
      summary,
      ...(description === undefined ? {} : { description }),
      security: access.security,
      ...(parameters.length === 0 ? {} : { parameters }),
      ...requestBodyOf(endpoint),
      responses: responsesOf(endpoint),
    };
  };

  function responsesOf(endpoint: Described): JsonSchema {
    const responses: Record<string, JsonSchema> = {};
    for (const [status, answer] of Object.entries(endpoint.answers)) responses[status] = responseOf(answer);
    for (const [status, answer] of errorAnswersOf(endpoint)) responses[status] ??= responseOf(answer);
    return responses;
  }

  function responseOf({ description, mediaTypes = [], schema, headers }: Answer): JsonSchema {
    const carried = Object.entries({ ...answersCarry, ...headers }).map(([name, text]) => [
      name,
      name in sharedHeaders ? { $ref: `#/components/headers/${name}` } : headerObject(text),
    ]);
    return {
      description,
      ...(carried.length === 0 ? {} : { headers: Object.fromEntries(carried) }),
      ...(mediaTypes.length === 0
        ? {}
        : { content: Object.fromEntries(mediaTypes.map((type) => [type, contentOf(type, schema)])) }),
    };
  }
}

export function headerObject(description: string): JsonSchema {
  return { description, schema: { type: 'string' } };
}

function requestBodyOf({ body }: Described): JsonSchema {
  if (body === undefined) return {};
  const { mediaType, schema, example, isOptional } = body;
  const content = {
    schema: jsonSchemaOf(schema, 'input'),
    ...(example === undefined ? {} : { example }),
  };
  return { requestBody: { required: isOptional !== true, content: { [mediaType]: content } } };
}

function parametersOf({ params = {}, query, headers = {}, isIdempotent }: Described): JsonSchema[] {
  const headerEntries = Object.entries(headers);
  if (isIdempotent === true) headerEntries.push(['Idempotency-Key', IDEMPOTENCY]);
  return [
    ...Object.entries(params).map(([name, description]) => ({
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

/** One answer for each status of errors, with its possible codes. */
function errorAnswersOf({ access, faults, errors }: Described): [status: string, answer: Answer][] {
  const isPlain = access.security.length === 0 && faults.length === 0;
  const mayRaise = isPlain ? [] : [...access.faults, ...faults, ...FAULTS_OF_ALL];
  const codes = new Map<number, Set<string>>();
  for (const fault of mayRaise) {
    const { status } = errors.table[fault];
    codes.set(status, (codes.get(status) ?? new Set()).add(errors.nameOf(fault)));
  }
  return [...codes].map(([status, names]) => {
    const header = ERROR_HEADERS[status];
    const text = SHARED_HEADERS[header ?? ''];
    return [
      String(status),
      {
        description: `Code ${[...names].map((name) => `\`${name}\``).join(', ')}.`,
        mediaTypes: [errors.mediaType],
        schema: errors.schema,
        ...(header === undefined || text === undefined ? {} : { headers: { [header]: text } }),
      },
    ];
  });
}

/** OpenAPI 3.1 describes bytes only by their media type. */
function contentOf(mediaType: string, schema: Answer['schema']): JsonSchema {
  if (schema === undefined || !mediaType.endsWith('json')) return {};
  const pointers = [schema].flat().map(({ name }: NamedSchema) => ({ $ref: `#/components/schemas/${name}` }));
  return { schema: pointers.length === 1 ? pointers[0] : { anyOf: pointers } };
}
