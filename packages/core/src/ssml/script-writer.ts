import type { Pronunciation } from '../engine/pronunciation.ts';
import { countChars, isSpeakable } from '../text/speakable.ts';
import { MAX_PAUSE_SECONDS } from './attribute-values.ts';
import type { Delivery, Passage, Script } from './delivery.ts';

type Boundary = Passage['boundaryAfter'];

const BOUNDARY_ORDER: readonly Boundary[] = ['clause', 'sentence', 'paragraph'];
/** Punctuation that belongs to the text before an element's end, such as the comma after an emphasized word. */
const CLOSING_MARKS = /^[\p{Pe}\p{Pf}\p{STerm},;:…'"]+(?=\s|$)/u;
const ENDS_SENTENCE = /[\p{STerm}…][\p{Pe}\p{Pf}'"]*$/u;

/** Collects the spoken text of a document in passages: a new one wherever the delivery changes, and at breaks, marks and ends of sentences. */
export class ScriptWriter {
  readonly #passages: Passage[] = [];
  readonly #warnings = new Set<string>();
  readonly #maxWarnings: number;
  #text = '';
  #delivery: Delivery | undefined;
  #pronunciations: Pronunciation[] = [];
  #marks: string[] = [];
  #leadSeconds = 0;
  #said = '';
  #isAfterDelivery = false;

  constructor(maxWarnings: number) {
    this.#maxWarnings = maxWarnings;
  }

  /** @param ipa how the words are pronounced, if that is marked up */
  say(words: string, delivery: Delivery, ipa?: string): void {
    let text = this.#spaced(words);
    if (text === '') return;
    if (this.#delivery !== undefined && !isSame(this.#delivery, delivery)) {
      this.end('clause');
      this.#isAfterDelivery = this.#passages.length > 0;
    }
    this.#delivery = delivery;
    if (this.#isAfterDelivery && this.#text === '' && this.#marks.length === 0) text = this.#closeLast(text);
    this.#isAfterDelivery = false;
    if (ipa !== undefined) {
      const start = this.#text.length + text.length - text.trimStart().length;
      this.#pronunciations.push({ start, end: this.#text.length + text.trimEnd().length, ipa });
    }
    this.#text += text;
  }

  /** Ends the passage. The next words begin another one. */
  end(boundary: Boundary): void {
    const text = this.#text.trim();
    const trimmed = this.#text.length - this.#text.trimStart().length;
    const pronunciations = this.#pronunciations.map(({ start, end, ipa }) => ({
      ...{ start: start - trimmed, end: end - trimmed },
      ipa,
    }));
    this.#text = '';
    this.#pronunciations = [];
    this.#isAfterDelivery = false;
    const delivery = this.#delivery;
    this.#delivery = undefined;
    if (delivery === undefined || !isSpeakable(text)) {
      this.#changeLast(({ boundaryAfter }) => ({ boundaryAfter: stronger(boundaryAfter, boundary) }));
      return;
    }
    const boundaryAfter = boundary === 'clause' && ENDS_SENTENCE.test(text) ? 'sentence' : boundary;
    const said = pronunciations.length === 0 ? {} : { pronunciations };
    this.#passages.push({ text, delivery, ...said, boundaryAfter, marks: this.#marks });
    this.#marks = [];
  }

  /** Adds silence here. @returns whether all of it fits: adjacent silences add up to at most 10 seconds */
  pause(seconds: number): boolean {
    this.end('clause');
    const before =
      this.#passages.at(-1)?.pauseAfterSeconds ?? (this.#passages.length === 0 ? this.#leadSeconds : 0);
    const pause = Math.min(MAX_PAUSE_SECONDS, before + seconds);
    if (this.#passages.length === 0) this.#leadSeconds = pause;
    else this.#changeLast(() => ({ pauseAfterSeconds: pause }));
    return pause === before + seconds;
  }

  mark(name: string): void {
    this.end('clause');
    this.#marks.push(name);
  }

  warn(warning: string): void {
    if (this.#warnings.size < this.#maxWarnings) this.#warnings.add(warning);
  }

  finish(): Script {
    this.end('sentence');
    const text = this.#said.trimEnd();
    return {
      text,
      characters: countChars(text),
      passages: this.#passages,
      leadSeconds: this.#leadSeconds,
      closingMarks: this.#marks,
      warnings: [...this.#warnings],
    };
  }

  /** Reduces white space to single spaces, with none at the beginning. */
  #spaced(words: string): string {
    const text = words.replace(/\s+/g, ' ');
    const isAfterSpace = this.#said === '' || this.#said.endsWith(' ');
    const kept = isAfterSpace ? text.trimStart() : text;
    this.#said += kept;
    return kept;
  }

  /** Moves closing punctuation to the last passage. @returns the rest */
  #closeLast(text: string): string {
    const [marks = ''] = CLOSING_MARKS.exec(text) ?? [];
    if (marks === '') return text;
    this.#changeLast((last) => ({
      text: last.text + marks,
      boundaryAfter: ENDS_SENTENCE.test(marks)
        ? stronger(last.boundaryAfter, 'sentence')
        : last.boundaryAfter,
    }));
    return text.slice(marks.length);
  }

  #changeLast(change: (last: Passage) => Partial<Passage>): void {
    const last = this.#passages.at(-1);
    if (last !== undefined) this.#passages[this.#passages.length - 1] = { ...last, ...change(last) };
  }
}

function stronger(one: Boundary, other: Boundary): Boundary {
  return BOUNDARY_ORDER.indexOf(one) > BOUNDARY_ORDER.indexOf(other) ? one : other;
}

function isSame(one: Delivery, other: Delivery): boolean {
  return (
    one.voice === other.voice &&
    one.rate === other.rate &&
    one.gainDb === other.gainDb &&
    one.emphasis === other.emphasis
  );
}
