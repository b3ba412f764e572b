import type { TermTrial, VocabularyTerm } from '../../api/wire.ts';

/** The values of a term's fields. */
export interface TermFields {
  readonly term: string;
  /** Empty: pronounced as it is written. */
  readonly saidAs: string;
  /** One form per line. */
  readonly heardAs: string;
}

/** The error of each field; `form` is an error that belongs to no field. */
export type TermFaults = Readonly<Partial<Record<keyof TermFields | 'form', string>>>;

const LABELS = { term: 'Term', saidAs: 'Said as', heardAs: 'May be heard as' } as const;
/** The position of an error in the server's message: `terms.12.heardAs.3 has …`. */
const PLACE = /^terms\.(\d+)(?:\.(term|saidAs|heardAs)(?:\.(\d+))?)? (.*)$/su;

export function fieldsOf({ term, saidAs = '', heardAs = [] }: VocabularyTerm): TermFields {
  return { term, saidAs, heardAs: heardAs.join('\n') };
}

export function termOf({ term, saidAs, heardAs }: TermFields): VocabularyTerm {
  const forms = heardAs.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  return {
    term: term.trim(),
    ...(saidAs.trim() !== '' && { saidAs: saidAs.trim() }),
    ...(forms.length > 0 && { heardAs: forms }),
  };
}

/**
 * Changes, adds or removes one term in the server's current list, since somebody else may have changed the rest.
 *
 * @param before previous spelling of the term; absent: the term is new
 * @param after absent: the term is removed
 */
export function withChange(
  terms: readonly VocabularyTerm[],
  before: string | undefined,
  after: VocabularyTerm | undefined,
): readonly VocabularyTerm[] {
  const at = terms.findIndex(({ term }) => term === before);
  if (after === undefined) return terms.filter(({ term }) => term !== before);
  return at < 0 ? [...terms, after] : terms.with(at, after);
}

/** Whether the list contains another term with this spelling. */
export function isListed(
  terms: readonly VocabularyTerm[],
  term: string,
  before: string | undefined,
): boolean {
  return term !== before && terms.some((one) => one.term === term);
}

/**
 * Assigns a refusal to the field that it names.
 *
 * @param index of the term in the list that was sent
 */
export function faultsOf({ message }: { readonly message: string }, index: number): TermFaults {
  const [, place, field, form, rest = ''] = PLACE.exec(message) ?? [];
  if (place !== String(index) || field === undefined)
    return { form: message.replace(/^terms /u, 'The list ') };
  const name = field as keyof typeof LABELS;
  const line = form === undefined ? '' : `, line ${Number(form) + 1},`;
  return { [name]: `${LABELS[name]}${line} ${rest}` };
}

/** The server's limit. */
const MAX_FORMS = 10;

/**
 * Adds the misheard forms of the trials to the terms of the list.
 *
 * @returns `undefined` if there are no new forms
 */
export function withForms(
  terms: readonly VocabularyTerm[],
  trials: readonly Pick<TermTrial, 'term' | 'forms'>[],
): readonly VocabularyTerm[] | undefined {
  const heard = new Map(trials.map(({ term, forms }) => [term, forms]));
  const next = terms.map((term) => {
    const { heardAs = [] } = term;
    const known = new Set(heardAs.map((form) => form.toLowerCase()));
    const added = (heard.get(term.term) ?? []).filter((form) => !known.has(form.toLowerCase()));
    return added.length === 0 ? term : { ...term, heardAs: [...heardAs, ...added].slice(0, MAX_FORMS) };
  });
  return next.some((term, at) => term !== terms[at]) ? next : undefined;
}
