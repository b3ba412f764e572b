import type { ZodType } from 'zod';

/** The schema of an answer's body, with its name in the document's `components.schemas`. */
export interface NamedSchema<Schema extends ZodType = ZodType> {
  readonly name: string;
  readonly schema: Schema;
}

export function named<Schema extends ZodType>(name: string, schema: Schema): NamedSchema<Schema> {
  return { name, schema };
}
