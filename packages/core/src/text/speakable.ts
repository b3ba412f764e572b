import { normalizeForSpeech } from './normalize-for-speech.ts';

/**
 * What a voice says aloud: letters and numbers of every script, currency signs, and the signs that have a spoken
 * name in ordinary prose ("percent", "plus", "at"). Quotes, brackets, dashes, slashes, asterisks, underscores and
 * emoji have none: alone, they make silence in every voice.
 */
const SPOKEN = /[\p{L}\p{N}\p{Sc}%‰+=&@#°§©®™×÷±√∞≈≠≤≥№℃℉％＋＝＆＠＃]/u;

/** Scripts that say more in one sign than a letter does, and signs that are no sound of their own. */
const DENSE = /[\p{sc=Han}]|([\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}])|([\p{sc=Zinh}])/gu;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole ASCII range is meant
const ASCII = /^[\x00-\x7f]*$/;

/** The length of a text in Unicode code points; a caller's text is trimmed before it is counted. */
export function countChars(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    const isPair = unit >= 0xd800 && unit < 0xdc00 && isLowSurrogate(text.charCodeAt(index + 1));
    if (isPair) index++;
    count++;
  }
  return count;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

/**
 * Whether a voice finds anything to say in a text, which is whether `segmentText` gives at least one segment.
 *
 * A letter or number is enough, and so is a sign that is read by its name: `%`, `$` and other currency, `+`, `=`, `&`,
 * `@`, `#`, `°`, `§`, `©` and the like. Punctuation, white space, emoji, control and zero-width characters are not,
 * nor is a rule drawn with signs (`=====`).
 */
export function isSpeakable(text: string): boolean {
  return hasSpeech(normalizeForSpeech(text));
}

/** {@link isSpeakable} for text that went through `normalizeForSpeech`. */
export function hasSpeech(normalizedText: string): boolean {
  return SPOKEN.test(normalizedText);
}

/**
 * How long a text takes to say, in Latin letters that take as long: a Chinese character counts 3, a kana or Korean
 * syllable 2, an accent of its own 0. Sizes of units are compared in this, so that they last alike in every script.
 */
export function spokenWeight(text: string): number {
  if (ASCII.test(text)) return text.length;
  let weight = countChars(text);
  for (const [, syllable, sign] of text.matchAll(DENSE)) {
    if (sign !== undefined) weight -= 1;
    else weight += syllable === undefined ? 2 : 1;
  }
  return weight;
}
