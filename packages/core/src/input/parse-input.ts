import { type ZodError, type ZodType, z } from 'zod';
import type { SpeechErrorCode } from '../errors/error-codes.ts';
import { SpeechError } from '../errors/speech-error.ts';
import { didYouMean } from './nearest-name.ts';
import { withHiddenShown } from './visible-text.ts';

/**
 * Parses outside input once, where it enters. From there on its type is trusted.
 *
 * @throws SpeechError `INVALID_INPUT` (or `code`) whose message lists every fault with the field's path, what is allowed
 * and what was given; `details.field` is the path of the first
 */
export function parseInput<Schema extends ZodType>(
  schema: Schema,
  value: unknown,
  code: SpeechErrorCode = 'INVALID_INPUT',
): z.output<Schema> {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw new SpeechError(code, describeIssues(result.error, schema), {
    field: fieldOf(result.error.issues[0]),
  });
}

function fieldOf(issue: ZodError['issues'][number] | undefined): string {
  if (issue === undefined) return '';
  return [...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])].join('.');
}

function describeIssues(error: ZodError, schema: ZodType): string {
  return error.issues.map((issue) => sentence(issue, schema)).join(' ');
}

function sentence(issue: ZodError['issues'][number], schema: ZodType): string {
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(schema, issue.path);
    return issue.keys
      .map((key) => `${[...issue.path, key].join('.')} is not known.${didYouMean(key, known)}`)
      .join(' ');
  }
  const field = issue.path.length === 0 ? 'The body' : issue.path.join('.');
  const isMissing = issue.input === undefined && issue.code === 'invalid_type';
  if (isMissing) return `${field} is required.`;
  const given = describeGiven(issue.input);
  return `${field} ${issue.message}${given === undefined ? '' : `; got ${given}`}.`;
}

/** The members that an object at a path of the schema may have; none if the path leads through anything but objects. */
function keysAt(schema: ZodType, path: readonly PropertyKey[]): readonly string[] {
  const inner = unwrapped(schema);
  if (!(inner instanceof z.ZodObject)) return [];
  const [head, ...rest] = path;
  if (head === undefined) return Object.keys(inner.shape);
  const member: unknown = inner.shape[String(head)];
  return member instanceof z.ZodType ? keysAt(member, rest) : [];
}

function unwrapped(schema: unknown): unknown {
  const isWrapper =
    schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional;
  return isWrapper ? unwrapped(schema.unwrap()) : schema;
}

const MAX_GIVEN_CHARS = 40;
/** An address that may contain a password. */
const CREDENTIALS = /:\/\/[^/]*@/;

/** Only short scalars: neither a user's text nor a secret belongs in a message. */
function describeGiven(input: unknown): string | undefined {
  if (typeof input === 'number' || typeof input === 'boolean' || input === null) return String(input);
  if (typeof input === 'string' && input.length <= MAX_GIVEN_CHARS && !CREDENTIALS.test(input))
    return withHiddenShown(JSON.stringify(input));
  return undefined;
}
