/** A recognized utterance, as the interface has it. */
export interface Utterance {
  readonly text: string;
  /** Seconds from the first sample of the audio. */
  readonly startTime: number;
  /** Seconds from the first sample of the audio; not before `startTime`. */
  readonly endTime: number;
}

/** A word with its times, in seconds from the first sample of the audio. */
export interface SpokenWord {
  /** Includes the punctuation that follows it. */
  readonly text: string;
  readonly startTime: number;
  /**
   * Its end as reported by the engine or an aligner; otherwise the beginning of the next word, but no later than a second after the word's last
   * token. Not before `startTime`.
   */
  readonly endTime: number;
}

/** An utterance with everything that the engine reports about it. */
export interface RecognizedUtterance extends Utterance {
  /** Counted from 0; present if the channels of a recording were recognized separately. */
  readonly channel?: number;
  /** BCP 47 primary language, such as `en`; present if the engine reports which one it detected. */
  readonly language?: string;
  /** Present if the engine reports the times of its tokens. */
  readonly words?: readonly SpokenWord[];
  /** Mean natural logarithm of the tokens' probabilities, at most 0; present if the engine reports them. */
  readonly meanLogProbability?: number;
}

/** An utterance as it is stored and returned: with its channel, and its words if they were requested. */
export type KeptUtterance = Utterance & Pick<RecognizedUtterance, 'channel' | 'words'>;

/** Only the members that the interface has. */
export function plainUtterance({ text, startTime, endTime }: Utterance): Utterance {
  return { text, startTime, endTime };
}

/** @param hasWords whether its words were requested */
export function keptUtterance(utterance: RecognizedUtterance, hasWords: boolean): KeptUtterance {
  const { channel, words } = utterance;
  return {
    ...plainUtterance(utterance),
    ...(channel !== undefined && { channel }),
    ...(hasWords && words !== undefined && { words }),
  };
}

/**
 * Scripts that are written without spaces between words, including their full-width punctuation. Korean is not one of
 * them, since it has spaces.
 */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\u30fc\uff01-\uff0f\uff1a-\uff20\uff5b-\uff65]/u;

export function isUnspaced(character: string | undefined): boolean {
  return character !== undefined && UNSPACED.test(character);
}

/**
 * The transcript of a recording: the texts of its utterances in order, separated by one space, or by none if both
 * sides are in a script without spaces between words. Utterances without text are ignored.
 */
export function joinTranscript(utterances: readonly Pick<Utterance, 'text'>[]): string {
  let transcript = '';
  for (const { text } of utterances) {
    const trimmed = text.trim();
    if (trimmed === '') continue;
    const isClosed = isUnspaced([...transcript].at(-1)) && isUnspaced([...trimmed][0]);
    transcript += transcript === '' || isClosed ? trimmed : ` ${trimmed}`;
  }
  return transcript;
}
