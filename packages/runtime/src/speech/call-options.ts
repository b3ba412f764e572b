import { SpeechError } from '@parlance/core/errors';
import { parseInput } from '@parlance/core/input';

/**
 * Validates the arguments of an in-process call, whose caller may not use TypeScript.
 *
 * @throws SpeechError `INVALID_INPUT` that lists every invalid option
 */
export function parseCall<Schema extends Parameters<typeof parseInput>[0]>(
  schema: Schema,
  options: unknown,
  more: Readonly<Record<string, unknown>> = {},
): ReturnType<typeof parseInput<Schema>> {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new SpeechError('INVALID_INPUT', 'The options must be an object.', { field: 'options' });
  }
  const twice = Object.keys(more).find((name) => name in options);
  if (twice !== undefined) throw new SpeechError('INVALID_INPUT', `${twice} is not known.`, { field: twice });
  return parseInput(schema, { ...options, ...more });
}

export function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
