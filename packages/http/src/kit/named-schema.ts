import type { ZodType } from 'zod';

/** The body of an answer, by the name that the document gives it in `components.schemas`. */
export interface NamedSchema<Schema extends ZodType = ZodType> {
  readonly name: string;
  readonly schema: Schema;
}

export function named<Schema extends ZodType>(name: string, schema: Schema): NamedSchema<Schema> {
  return { name, schema };
}
