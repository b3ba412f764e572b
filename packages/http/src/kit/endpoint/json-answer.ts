import type { NamedSchema } from '../named-schema.ts';
import type { Answer } from './endpoint.ts';

/** An answer in `application/json`. */
export function json(description: string, schema: NamedSchema | readonly NamedSchema[]): Answer {
  return { description, mediaTypes: ['application/json'], schema };
}
