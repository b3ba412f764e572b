import { type InverseNormalizationLanguage, inverseNormalize } from './inverse-normalize.ts';

const SENTENCE_END = /[.!?…。！？]["')\]]?$/u;

export interface PolishOptions {
  readonly isPunctuated: boolean;
  /** Writes numbers of this language in digits. */
  readonly numbersIn?: InverseNormalizationLanguage | undefined;
}

/**
 * The final text of an utterance: with single spaces, and for models without punctuation a capital at the beginning and a full
 * stop at the end. Words are never changed, except the case of a model that writes only capitals, and numbers if that is
 * requested.
 */
export function polishText(raw: string, options: PolishOptions): string {
  const spaced = raw.normalize('NFC').replace(/\s+/gu, ' ').trim();
  const { numbersIn } = options;
  const text = numbersIn === undefined ? spaced : inverseNormalize(spaced, numbersIn);
  if (options.isPunctuated || text === '') return text;
  const isAllCapitals = text === text.toUpperCase() && text !== text.toLowerCase();
  const cased = isAllCapitals ? text.toLowerCase().replace(/\bi\b/gu, 'I') : text;
  const [first = '', ...rest] = cased;
  const sentence = first.toUpperCase() + rest.join('');
  return SENTENCE_END.test(sentence) ? sentence : `${sentence}.`;
}
