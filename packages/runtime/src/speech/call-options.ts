import { SpeechError } from '@parlance/core/errors';
import { parseInput } from '@parlance/core/input';

/**
 * Checks what a caller in this process gave, who may have no types.
 *
 * @throws SpeechError `INVALID_INPUT` that names every fault
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
