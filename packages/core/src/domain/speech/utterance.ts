/** A recognized piece of speech, as the interface shows it. */
export interface Utterance {
  readonly text: string;
  /** Seconds from the first sample of the audio. */
  readonly startTime: number;
  /** Seconds from the first sample of the audio; not before `startTime`. */
  readonly endTime: number;
}

/**
 * Scripts that are written without spaces between words, their full-width punctuation included. Korean is not among
 * them: it has spaces.
 */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\u30fc\uff01-\uff0f\uff1a-\uff20\uff5b-\uff65]/u;

function isUnspaced(character: string | undefined): boolean {
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
