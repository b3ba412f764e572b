import type { z } from 'zod';
import { OPENAI_ERRORS, type OpenaiError } from '../errors/openai-errors.ts';
import { type JsonSchema, jsonSchemaOf } from './schemas.ts';

/** A part of an OpenAPI 3.1 document: what is put beside the rest of it. */
export interface OpenaiApiPart {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, JsonSchema>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
  };
}

const ANY_CALL = ['UNAUTHORIZED', 'REQUEST_RATE_EXCEEDED', 'SHUTTING_DOWN', 'INTERNAL'] as const;

export function bodyOf(mediaType: string, schema: z.ZodType, example?: object): JsonSchema {
  const content = { schema: jsonSchemaOf(schema, 'input'), ...(example !== undefined && { example }) };
  return { required: true, content: { [mediaType]: content } };
}

export function header(description: string): JsonSchema {
  return { description, schema: { type: 'string' } };
}

/** @param name of a schema among the components */
export function answer(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

export function jsonAnswer(description: string, name: string): JsonSchema {
  return { description, content: { 'application/json': { schema: answer(name) } } };
}

/** The answers of what an endpoint may raise beside what any call may. */
export function errors(...codes: readonly (keyof typeof OPENAI_ERRORS)[]): Record<string, JsonSchema> {
  const types = new Map<number, Set<string>>();
  for (const code of [...codes, ...ANY_CALL]) {
    const { status, type, code: name }: OpenaiError = OPENAI_ERRORS[code];
    types.set(status, (types.get(status) ?? new Set()).add(`\`${name ?? type}\``));
  }
  return Object.fromEntries(
    [...types].map(([status, names]) => [
      status,
      {
        ...jsonAnswer(`${[...names].join(', ')}.`, 'OpenaiError'),
        ...(status === 429 || status === 503 ? { headers: { 'Retry-After': header('Seconds.') } } : {}),
      },
    ]),
  );
}

export function schemasOf(answers: Readonly<Record<string, z.ZodType>>): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(answers).map(([name, schema]) => [name, jsonSchemaOf(schema, 'output')]),
  );
}
