/**
 * For protocols in which text can only be appended, although interim texts change. A word is sent once two interims in a row agree on it and on all
 * words before it; nothing is sent while an interim contradicts what was sent. A final sends the rest, starting after the word that matches the last
 * one sent. So the deltas contain every word once, but a word that was sent too early stays wrong: only the final transcript is right.
 */
export class AppendOnlyText {
  #sent: string[] = [];
  #before: string[] = [];

  /** @returns words to send, separated by single spaces; may be empty */
  interim(text: string): string {
    const words = wordsOf(text);
    const agreed = words.slice(0, commonLength(words, this.#before));
    this.#before = words;
    if (commonLength(agreed, this.#sent) < this.#sent.length) return '';
    return this.#send(agreed);
  }

  /** @returns as {@link interim}; the next text is of another utterance */
  final(text: string): string {
    const words = wordsOf(text);
    const rest = words.slice(endOfSent(this.#sent.map(bare), words.map(bare)));
    this.#sent = [];
    this.#before = [];
    return rest.join(' ');
  }

  #send(words: string[]): string {
    const fresh = words.slice(this.#sent.length);
    this.#sent = words;
    return fresh.join(' ');
  }
}

const wordsOf = (text: string): string[] => text.split(/\s+/u).filter((word) => word !== '');

/** Case and punctuation depend on the words that follow. */
const bare = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{N}\p{M}']/gu, '');

/** @returns how many words of the final have been sent: up to the word that equals the last one sent and is nearest to its position */
function endOfSent(sent: readonly string[], words: readonly string[]): number {
  const distance = (end: number): number => Math.abs(end - sent.length);
  return (
    words
      .flatMap((word, index) => (word === sent.at(-1) ? index + 1 : []))
      .reduce<number | undefined>(
        (best, end) => (best !== undefined && distance(best) <= distance(end) ? best : end),
        undefined,
      ) ?? sent.length
  );
}

function commonLength(one: readonly string[], other: readonly string[]): number {
  const differs = one.findIndex((word, index) => word !== other[index]);
  return differs === -1 ? one.length : differs;
}
