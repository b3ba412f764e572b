import { type ZodType, z } from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * A zod schema as JSON Schema 2020-12.
 *
 * @param io `input`: what a caller may write (members with defaults are optional); `output`: what a reader gets
 */
export function jsonSchemaOf(schema: ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...plain } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => settle(jsonSchema as Record<string, unknown>),
  });
  return plain;
}

function settle(schema: Record<string, unknown>): void {
  // New members of a server's answers must not break clients generated from an older document.
  delete schema.additionalProperties;
  // The format is enough; zod's patterns for dates fill half a page each.
  if (schema.format === 'date' || schema.format === 'date-time') delete schema.pattern;
  if (schema.type === 'integer') delete schema.pattern;
  if (schema.alsoDigits === true) takeDigitsToo(schema);
}

/** Old clients send numbers as text. */
function takeDigitsToo(schema: Record<string, unknown>): void {
  const { alsoDigits: _mark, description, default: otherwise, ...number } = schema;
  for (const key of Object.keys(number)) delete schema[key];
  delete schema.alsoDigits;
  schema.anyOf = [number, { type: 'string', description: 'The same in digits.' }];
  if (description !== undefined) schema.description = description;
  if (otherwise !== undefined) schema.default = otherwise;
}
