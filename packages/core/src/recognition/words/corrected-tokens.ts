import type { HeardText, RecognizedToken } from '../../engine/recognition-engine.ts';

const LETTER = /[\p{L}\p{N}]/u;
/** White space, and how subword vocabularies write it. */
const SPACE = /[\s\u2581]/u;
/** Tokens that describe the audio, such as its language, and are not part of the text. */
const TAG = /^<\|?[^<>]*\|?>$/u;

/**
 * The tokens of a text in which words were replaced: the tokens of a replaced stretch become one for each word of the term, and divide its time in
 * proportion to their letters.
 *
 * @returns the tokens unchanged if they do not spell the text; then its words have no times either
 */
export function correctedTokens(
  heard: string,
  tokens: readonly RecognizedToken[],
  corrections: HeardText['replaced'],
): readonly RecognizedToken[] {
  if (corrections.length === 0) return tokens;
  const places = placesOf(heard, tokens);
  if (places === undefined) return tokens;
  const result: RecognizedToken[] = [];
  let next = 0;
  for (const { start, end, term } of corrections) {
    const isBefore = (at: number): boolean => (places[at]?.end ?? 0) <= start;
    while (next < tokens.length && isBefore(next)) result.push(tokens[next++] as RecognizedToken);
    const first = next;
    while (next < tokens.length && (places[next]?.start ?? 0) < end) next++;
    const replaced = tokens.slice(first, next);
    // A token may contain more than the replaced words: the marks after them, or a whole text.
    const before = heard.slice(places[first]?.start ?? start, start);
    const behind = heard.slice(end, Math.max(end, places[next - 1]?.end ?? end));
    const isSpaced = /^[\s\u2581]/u.test(replaced[0]?.text ?? ' ');
    result.push(...termTokens(`${before}${term}${behind}`, { replaced, following: tokens[next], isSpaced }));
  }
  return [...result, ...tokens.slice(next)];
}

interface Replaced {
  readonly replaced: readonly RecognizedToken[];
  readonly following: RecognizedToken | undefined;
  readonly isSpaced: boolean;
}

function termTokens(text: string, { replaced, following, isSpaced }: Replaced): readonly RecognizedToken[] {
  const words = text.split(/\s+/u).filter((word) => word !== '');
  const startSeconds = replaced[0]?.startSeconds;
  const last = replaced.at(-1);
  const endSeconds = last?.endSeconds ?? following?.startSeconds;
  const known = replaced.flatMap(({ logProbability }) => logProbability ?? []);
  const logProbability = known.reduce((sum, value) => sum + value, 0) / known.length;
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  const span = startSeconds === undefined || endSeconds === undefined ? 0 : endSeconds - startSeconds;
  let lettersBefore = 0;
  return words.map((word, index) => {
    const from = (span * lettersBefore) / letters;
    lettersBefore += word.length;
    const isLast = index === words.length - 1;
    return {
      text: index === 0 && !isSpaced ? word : ` ${word}`,
      ...(startSeconds !== undefined && { startSeconds: startSeconds + from }),
      ...(startSeconds !== undefined &&
        (!isLast || last?.endSeconds !== undefined) &&
        span > 0 && { endSeconds: startSeconds + (span * lettersBefore) / letters }),
      ...(known.length > 0 && known.length === replaced.length && { logProbability }),
    };
  });
}

/** The position of each token in the text, found by its letters and digits. */
function placesOf(
  heard: string,
  tokens: readonly RecognizedToken[],
): readonly { readonly start: number; readonly end: number }[] | undefined {
  const places: { start: number; end: number }[] = [];
  let at = 0;
  for (const { text } of tokens) {
    const signs = TAG.test(text) ? [] : [...text].filter((sign) => !SPACE.test(sign));
    let start: number | undefined;
    for (const sign of signs) {
      const isLetter = LETTER.test(sign);
      const passes = isLetter ? (met: string) => !LETTER.test(met) : (met: string) => SPACE.test(met);
      while (at < heard.length && passes(signAt(heard, at))) at += signAt(heard, at).length;
      const met = signAt(heard, at);
      // A mark that is missing in the text is no reason to give up.
      if (met.toLowerCase() === sign.toLowerCase()) {
        start ??= at;
        at += met.length;
      } else if (isLetter) return undefined;
    }
    places.push({ start: start ?? at, end: at });
  }
  return [...heard.slice(at)].some((sign) => LETTER.test(sign)) ? undefined : places;
}

function signAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}
