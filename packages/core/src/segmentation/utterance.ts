/** A recognized piece of speech, as the interface shows it. */
export interface Utterance {
  readonly text: string;
  /** Seconds from the first sample of the audio. */
  readonly startTime: number;
  /** Seconds from the first sample of the audio; not before `startTime`. */
  readonly endTime: number;
}

/** A word with its times, in seconds from the first sample of the audio. */
export interface SpokenWord {
  /** With the marks that follow it. */
  readonly text: string;
  readonly startTime: number;
  /**
   * Where the engine or an aligner says that it ends; else where the next word begins, but no later than a second after the word's last
   * token. Not before `startTime`.
   */
  readonly endTime: number;
}

/** An utterance with all that the engine says of it. */
export interface RecognizedUtterance extends Utterance {
  /** From 0; present when the channels of a recording were recognized one by one. */
  readonly channel?: number;
  /** BCP 47 primary language, `en`; present when the engine says which one it heard. */
  readonly language?: string;
  /** Present when the engine gives the times of its tokens. */
  readonly words?: readonly SpokenWord[];
  /** Mean natural logarithm of the tokens' probabilities, at most 0; present when the engine gives them. */
  readonly meanLogProbability?: number;
}

/** An utterance as it is kept and answered: its channel and words for who asked for them. */
export type KeptUtterance = Utterance & Pick<RecognizedUtterance, 'channel' | 'words'>;

/** The utterance as the interface has it. */
export function plainUtterance({ text, startTime, endTime }: Utterance): Utterance {
  return { text, startTime, endTime };
}

/** @param hasWords whether its words were asked for */
export function keptUtterance(utterance: RecognizedUtterance, hasWords: boolean): KeptUtterance {
  const { channel, words } = utterance;
  return {
    ...plainUtterance(utterance),
    ...(channel !== undefined && { channel }),
    ...(hasWords && words !== undefined && { words }),
  };
}

/**
 * Scripts that are written without spaces between words, their full-width punctuation included. Korean is not among
 * them: it has spaces.
 */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\u30fc\uff01-\uff0f\uff1a-\uff20\uff5b-\uff65]/u;

export function isUnspaced(character: string | undefined): boolean {
  return character !== undefined && UNSPACED.test(character);
}

/**
 * The transcript of a recording: its utterances' texts in order, one space between two of them, and none where both
 * sides are of a script that has no spaces between words. Utterances without text leave no trace.
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
