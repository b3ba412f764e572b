const SENTENCE_END = /[.!?…。！？]["')\]]?$/u;

/**
 * The final text of an utterance: white space made single, and for models that give none a capital at the beginning and a full
 * stop at the end. Words are never changed, but for the case of a model that writes capitals only.
 */
export function polishText(raw: string, options: { readonly isPunctuated: boolean }): string {
  const text = raw.normalize('NFC').replace(/\s+/gu, ' ').trim();
  if (options.isPunctuated || text === '') return text;
  const isAllCapitals = text === text.toUpperCase() && text !== text.toLowerCase();
  const cased = isAllCapitals ? text.toLowerCase().replace(/\bi\b/gu, 'I') : text;
  const [first = '', ...rest] = cased;
  const sentence = first.toUpperCase() + rest.join('');
  return SENTENCE_END.test(sentence) ? sentence : `${sentence}.`;
}
