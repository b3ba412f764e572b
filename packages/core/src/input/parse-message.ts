import type { ZodType, z } from 'zod';
import { SpeechError } from '../errors/speech-error.ts';
import { parseInput } from './parse-input.ts';

/** @param what names the text in the error @throws SpeechError `INVALID_INPUT` */
export function parseJson(text: string, what = 'The message'): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SpeechError('INVALID_INPUT', `${what} is not JSON.`, {}, { cause });
  }
}

/**
 * Parses a protocol message with the schema that a table has for its name.
 *
 * @returns `undefined` for a name that is not in the table
 * @throws SpeechError `INVALID_INPUT`
 */
export function parseMessage<Schemas extends Readonly<Record<string, ZodType>>>(
  schemas: Schemas,
  name: string,
  body: unknown,
): z.output<Schemas[keyof Schemas]> | undefined {
  const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
  return schema && (parseInput(schema, body) as z.output<Schemas[keyof Schemas]>);
}
