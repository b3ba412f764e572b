import { z } from 'zod';
import { LIMITS } from '../limits/limits.ts';
import { countChars } from '../text/speakable.ts';
import type { VocabularyTerm } from './vocabulary-term.ts';

const { vocabulary } = LIMITS;

interface ListLimit {
  readonly maxTerms: number;
  /** The advice for a list that is too long. */
  readonly remedy: string;
}

/** A term is a user's text, so messages do not repeat it. */
function issuesOf(
  given: unknown,
  { maxTerms, remedy }: ListLimit,
): readonly { readonly path: PropertyKey[]; readonly message: string }[] {
  if (!Array.isArray(given)) return [{ path: [], message: 'must be a list of terms' }];
  if (given.length > maxTerms) {
    return [
      {
        path: [],
        message: `has ${given.length} terms; the limit is ${maxTerms}: ${remedy}`,
      },
    ];
  }
  const seen = new Map<string, number>();
  return given.flatMap((one: unknown, index) => {
    if (typeof one !== 'object' || one === null || Array.isArray(one))
      return [{ path: [index], message: 'must be an object with a term' }];
    const { term, saidAs, heardAs } = one as Readonly<Record<string, unknown>>;
    const at = (message: string | undefined, ...path: PropertyKey[]) =>
      message === undefined ? [] : [{ path: [index, ...path], message }];
    const issues = [
      ...at(
        faultOf(term, vocabulary.maxTermChars, 'an extra word belongs to the sentence, not to the term'),
        'term',
      ),
      ...(saidAs === undefined
        ? []
        : at(faultOf(saidAs, vocabulary.maxSaidAsChars, 'write how it sounds, in short'), 'saidAs')),
      ...(heardAs === undefined
        ? []
        : heardAsIssues(heardAs).flatMap(({ path, message }) => at(message, 'heardAs', ...path))),
    ];
    if (typeof term !== 'string' || issues.length > 0) return issues;
    const first = seen.get(term.trim());
    seen.set(term.trim(), index);
    return at(
      first === undefined ? undefined : `is the same as that of ${first}; a term is listed once`,
      'term',
    );
  });
}

function heardAsIssues(
  given: unknown,
): readonly { readonly path: PropertyKey[]; readonly message: string }[] {
  if (!Array.isArray(given)) return [{ path: [], message: 'must be a list of strings' }];
  const { maxHeardAs, maxTermChars } = vocabulary;
  if (given.length > maxHeardAs)
    return [
      {
        path: [],
        message: `has ${given.length} forms; the limit is ${maxHeardAs}: keep those that are heard most`,
      },
    ];
  return given.flatMap((form: unknown, index) => {
    const message = faultOf(form, maxTermChars, 'give the words alone that are heard for the term');
    return message === undefined ? [] : [{ path: [index], message }];
  });
}

/** @param remedy the advice for a text that is too long */
function faultOf(given: unknown, maxChars: number, remedy: string): string | undefined {
  if (given === undefined) return 'is required';
  if (typeof given !== 'string') return 'must be a string';
  const trimmed = given.trim();
  if (!/[\p{L}\p{N}]/u.test(trimmed)) return 'must have a letter or a digit';
  if (/\p{Cc}/u.test(trimmed)) return 'must be one line without control characters';
  const chars = countChars(trimmed);
  return chars > maxChars ? `has ${chars} characters; the limit is ${maxChars}: ${remedy}` : undefined;
}

const described = (maxTerms: number) =>
  z
    .array(
      z.object({
        term: z.string().meta({ description: 'As it is to be written.', maxLength: vocabulary.maxTermChars }),
        saidAs: z
          .string()
          .optional()
          .meta({ description: 'What a voice reads instead.', maxLength: vocabulary.maxSaidAsChars }),
        heardAs: z.array(z.string()).optional().meta({
          description: 'What a recognizer may take it for; each is replaced by the term.',
          maxItems: vocabulary.maxHeardAs,
        }),
      }),
    )
    .meta({
      maxItems: maxTerms,
      description: 'Your own names and words: how they are written, spoken and recognized.',
    });

function documented(maxTerms: number): Record<string, unknown> {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(described(maxTerms), { io: 'input' });
  return schema;
}

/** Trimmed terms without duplicates. Unknown members are dropped. */
const termsOf = (limit: ListLimit) =>
  z
    .any()
    .superRefine((given, context) => {
      for (const issue of issuesOf(given, limit))
        context.addIssue({ code: 'custom', ...issue, input: undefined });
    })
    .transform((given: readonly VocabularyTerm[]): readonly VocabularyTerm[] =>
      given.map(({ term, saidAs, heardAs }) => ({
        term: term.trim(),
        ...(saidAs !== undefined && { saidAs: saidAs.trim() }),
        ...(heardAs !== undefined && heardAs.length > 0 && { heardAs: heardAs.map((form) => form.trim()) }),
      })),
    )
    .meta(documented(limit.maxTerms));

const remedy = 'leave out those that are heard and said right';
/** The field `vocabulary` of one call. */
export const callVocabulary = termsOf({ maxTerms: vocabulary.maxCallTerms, remedy });
/** The vocabulary of an app. */
export const appVocabulary = termsOf({ maxTerms: vocabulary.maxAppTerms, remedy });
/** The terms of one trial. */
export const trialVocabulary = termsOf({
  maxTerms: vocabulary.maxTrialTerms,
  remedy: 'try the others in another call',
});
