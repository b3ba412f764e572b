import { numberWords, readAloud } from '@parlance/core/text';
import { letterSounds } from './letter-sounds.ts';

/** How the words of a text are pronounced. */
export interface Spoken {
  /** For each word its entry in the dictionary; `undefined`: it has no sound. */
  readonly entries: readonly (string | undefined)[];
  /** Entries that the dictionary does not have, each with its possible pronunciations. */
  readonly added: ReadonlyMap<string, readonly string[]>;
}

/** @returns a word's sounds; `undefined`: it is not known */
type Dictionary = (word: string) => string | undefined;

/** Whole and decimal numbers, which reading aloud leaves to engines. */
const NUMBER = /\d[\d,]*(?:\.\d+)?/g;
const YEAR = /^\D*(?:1[1-9]|20)\d\d\D*$/;
/** Shorter pieces also occur in words that are not compounds of them. */
const LEAST_PIECE = 3;
const VOICELESS_END = /(?:^| )(?:F|K|P|T|TH)$/;
const HISSING_END = /(?:^| )(?:CH|JH|S|SH|Z|ZH)$/;

/** @param words as they are written, with surrounding punctuation */
export function pronounce(words: readonly string[], soundsOf: Dictionary): Spoken {
  const added = new Map<string, readonly string[]>();
  const entries = words.map((written) => {
    const word = plain(written);
    if (word !== '' && soundsOf(word) !== undefined) return word;
    const ways = [...new Set(readingsOf(written).map((reading) => soundsOfWords(reading, soundsOf)))];
    const heard = ways.filter((sounds) => sounds !== '');
    if (heard.length === 0) return undefined;
    // Not the written word, which might have another meaning in the dictionary's notation.
    const entry = `added.${added.size}`;
    added.set(entry, heard);
    return entry;
  });
  return { entries, added };
}

/** Without surrounding punctuation, as dictionaries have it. */
function plain(written: string): string {
  return written
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('\u2019', "'")
    .replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}']+$/gu, '')
    .replace(/^[^\p{L}]*$/u, '');
}

/** Its possible readings: numbers in words, and possible years in both forms. */
function readingsOf(written: string): readonly string[] {
  const inWords = (text: string): string => text.replaceAll(NUMBER, numberWords);
  return [inWords(readAloud(written, 'en-US').text), ...(YEAR.test(written) ? [inWords(written)] : [])];
}

function soundsOfWords(words: string, soundsOf: Dictionary): string {
  return words
    .toLowerCase()
    .replaceAll('\u2019', "'")
    .split(/[^\p{L}']+/u)
    .map((word) => soundsOfWord(word.replaceAll(/^'+|'+$/g, ''), soundsOf))
    .filter((sounds) => sounds !== '')
    .join(' ');
}

function soundsOfWord(word: string, soundsOf: Dictionary): string {
  if (word === '') return '';
  const known = soundsOf(word);
  if (known !== undefined) return known;
  const [, stem] = /^(.+)'s$/.exec(word) ?? [];
  if (stem !== undefined) return withEnding(soundsOfWord(stem, soundsOf));
  return compoundSounds(word, soundsOf) ?? letterSounds(word);
}

function withEnding(sounds: string): string {
  if (HISSING_END.test(sounds)) return `${sounds} IH Z`;
  return `${sounds} ${VOICELESS_END.test(sounds) ? 'S' : 'Z'}`;
}

/** The sounds of a word that consists of two others, such as "thereunder". The longest are tried first. */
function compoundSounds(word: string, soundsOf: Dictionary): string | undefined {
  for (let cut = word.length - LEAST_PIECE; cut >= LEAST_PIECE; cut -= 1) {
    const [first, second] = [soundsOf(word.slice(0, cut)), soundsOf(word.slice(cut))];
    if (first !== undefined && second !== undefined) return `${first} ${second}`;
  }
  return undefined;
}
