import { normalizeForSpeech } from './normalize-for-speech.ts';

/**
 * What a voice can speak: letters and numbers of every script, currency signs, and the signs that have a spoken
 * name in ordinary prose ("percent", "plus", "at"). Quotes, brackets, dashes, slashes, asterisks, underscores and
 * emoji have none: alone, they are silent in every voice.
 */
const SPOKEN = /[\p{L}\p{N}\p{Sc}%‰+=&@#°§©®™×÷±√∞≈≠≤≥№℃℉％＋＝＆＠＃]/u;

/** Scripts whose characters take longer to speak than a letter, and signs without a sound of their own. */
const DENSE = /[\p{sc=Han}]|([\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}])|([\p{sc=Zinh}])/gu;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole ASCII range is meant
const ASCII = /^[\x00-\x7f]*$/;

/** The length of a text in Unicode code points. A caller's text is trimmed before it is counted. */
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
 * Whether a voice can speak anything in a text, which is whether `segmentText` returns at least one segment.
 *
 * A letter or number is enough, and so is a sign that is read by its name: `%`, `$` and other currencies, `+`, `=`, `&`,
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
 * How long a text takes to speak, as a number of Latin letters: a Chinese character counts 3, a kana or Korean
 * syllable 2, a separate accent 0. Sizes of units are compared by this, so that units last about the same in every script.
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
