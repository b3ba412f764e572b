import { roundSeconds } from '../audio/round-seconds.ts';
import { isUnspaced, type RecognizedUtterance, type SpokenWord } from './utterance.ts';

/** A token as an engine returns it. */
export interface TimedToken {
  readonly text: string;
  /** From the first sample of the decoded window, in seconds. */
  readonly startSeconds?: number | undefined;
  readonly endSeconds?: number | undefined;
  readonly logProbability?: number | undefined;
}

export interface UtterancePlace {
  readonly text: string;
  /** Start of the decoded window, in seconds from the first sample of the audio: times of tokens are relative to it. */
  readonly windowStartTime: number;
  /** The edges of the voice, as the detector has them: it is late for many a first word. */
  readonly startTime: number;
  readonly endTime: number;
}

/** A token lasts no longer than this; the rest of the time until the next word is silence. */
const MAX_TOKEN_SECONDS = 1;
/** How subword vocabularies write the space before a word. */
const WORD_MARK = /^[\u2581\s]/u;
/** Tokens that describe the audio, such as its language, and are not part of the text. */
const TAG = /^<\|?[^<>]*\|?>$/u;
const IS_SAID = /[\p{L}\p{N}]/u;

/** An utterance with the times of its words and its probability, as far as the engine gives them. It begins with its first word at the latest. */
export function recognizedUtterance(
  { tokens, language }: { readonly tokens: readonly TimedToken[]; readonly language?: string | undefined },
  { text, startTime, endTime, windowStartTime }: UtterancePlace,
): RecognizedUtterance {
  const words = wordsOf(tokens, { startTime, endTime, windowStartTime });
  const isSpelled = lettersOf(words.map((word) => word.text).join('')) === lettersOf(text);
  const probabilities = tokens.flatMap(({ logProbability }) => logProbability ?? []);
  const isKnown = probabilities.length > 0 && probabilities.length === tokens.length;
  return {
    text,
    startTime: Math.min(startTime, words[0]?.startTime ?? startTime),
    endTime,
    ...(language !== undefined && { language }),
    ...(words.length > 0 && isSpelled && { words }),
    ...(isKnown && {
      meanLogProbability: probabilities.reduce((sum, value) => sum + value, 0) / tokens.length,
    }),
  };
}

/** In some vocabularies tokens are bytes, or text before it was rewritten: then their words have other letters and do not belong to the text. */
function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

interface OpenWord {
  text: string;
  readonly startTime: number;
  lastTokenTime: number;
  /** Its end, if the engine reports it. */
  endTime: number | undefined;
}

/**
 * Joins tokens into words. A word begins at a token with a space (or its mark) before it, or at each character of a script without
 * spaces; punctuation belongs to the word before it.
 *
 * @returns in order, until the end of the voice at most; those without known ends not before its start. Empty unless every token of the text
 * has a time
 */
function wordsOf(tokens: readonly TimedToken[], edges: Omit<UtterancePlace, 'text'>): readonly SpokenWord[] {
  const words: OpenWord[] = [];
  let isApart = true;
  let reached = edges.windowStartTime;
  for (const { text, startSeconds, endSeconds } of tokens) {
    if (TAG.test(text)) continue;
    if (startSeconds === undefined) return [];
    const bare = text.replaceAll('\u2581', ' ').trim();
    isApart ||= WORD_MARK.test(text);
    if (bare === '') continue;
    // Whoever knows where a word ends has looked for it in all of the window; mere token times are less exact than the detector.
    const earliest = endSeconds === undefined ? edges.startTime : edges.windowStartTime;
    const at = Math.min(Math.max(edges.windowStartTime + startSeconds, earliest, reached), edges.endTime);
    reached = at;
    const open = words.at(-1);
    const isNew = IS_SAID.test(bare) && (isApart || isUnspaced(bare) || isUnspaced(lastSignOf(open)));
    const endTime = endSeconds === undefined ? undefined : edges.windowStartTime + endSeconds;
    if (isNew || open === undefined) words.push({ text: bare, startTime: at, lastTokenTime: at, endTime });
    else {
      open.text += bare;
      if (IS_SAID.test(bare)) {
        open.lastTokenTime = at;
        open.endTime = endTime;
      }
    }
    isApart = /\s$/u.test(text);
  }
  return words.map(({ text, startTime, lastTokenTime, endTime }, index) => {
    const next = words[index + 1]?.startTime ?? edges.endTime;
    const end = Math.max(startTime, endTime ?? lastTokenTime + MAX_TOKEN_SECONDS);
    return { text, startTime: roundSeconds(startTime), endTime: roundSeconds(Math.min(next, end)) };
  });
}

function lastSignOf(word: OpenWord | undefined): string | undefined {
  return [...(word?.text ?? '')].findLast((sign) => IS_SAID.test(sign));
}
