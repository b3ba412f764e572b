import type { SegmentBoundary } from '../../audio/segment-joins.ts';
import { type LanguageCode, primaryLanguage } from '../language-codes.ts';
import { normalizeForSpeech } from '../normalize-for-speech.ts';
import { longerPause, type PausePlan, pauseSeconds } from '../pause-plan.ts';
import { hasSpeech } from '../speakable.ts';
import { type Atom, BREAK_RANKS, readAtoms } from './atoms.ts';
import { cutUnit, type FirstUnit, growingWeight, UNIT_WEIGHTS } from './unit-cut.ts';

/** A piece of text that is synthesized separately. */
export interface SpeechSegment {
  /** Trimmed, on one line, speakable, and at most `maxUnitChars` code points. */
  readonly text: string;
  /** What ends with it. `clause` is every place inside a sentence, also a cut only because of length. */
  readonly boundaryAfter: SegmentBoundary;
  /**
   * The silence that the caller requested after it, in seconds: the engine's own is trimmed and exactly this is
   * inserted. Absent: the engine's own prosody applies.
   */
  readonly silenceAfterSeconds?: number;
  /** The silence before it if the signal begins with it, in seconds. Absent: none. */
  readonly silenceBeforeSeconds?: number;
  /** Present if it is spoken differently from the request's own options. */
  readonly delivery?: SegmentDelivery;
  /** Its words that are pronounced differently from how they are written, in order. Absent: none. */
  readonly pronunciations?: readonly { readonly start: number; readonly end: number; readonly ipa: string }[];
  /** Names of marks that are reported with the time at which it begins. */
  readonly marks?: readonly string[];
}

/** How one segment differs from the request. */
export interface SegmentDelivery {
  /** Absent: the request's. */
  readonly voiceCode?: string;
  /** A factor of the request's speed. Default 1. */
  readonly rate?: number;
  /** Decibels louder; `-Infinity` is silent. Default 0. */
  readonly gainDb?: number;
  /** Absent: the request's. */
  readonly emphasisIntensity?: number;
}

export interface SegmentOptions {
  readonly languageCode: LanguageCode;
  /** The longest segment that the engine accepts, in code points; at least 1. */
  readonly maxUnitChars: number;
  /** The caller's pauses: the text is cut at each of the four marks, and elsewhere only because of length. */
  readonly clientPause?: PausePlan;
  readonly firstUnit: FirstUnit;
}

/**
 * Cuts a text into segments for a synthesis engine, lazily and in one pass. The text is normalized on the way
 * (`normalizeForSpeech`).
 *
 * A segment is a sentence. Sentences longer than about 12 s of speech are cut at their marks, otherwise between words; a word
 * longer than a unit between graphemes. A part of a sentence has at least 12 letters if the
 * limit leaves a choice. Stretches without speech are dropped.
 *
 * With `clientPause`:
 * - Several marks between two spoken stretches (`?!`, `...`, a period and a line break, a dropped stretch with its
 *   marks) make one silence: the longest of them.
 * - Every line break counts; without `clientPause` a single one inside a sentence counts as wrapped text.
 * - A mark at the end of the text makes its silence too; a text that ends without a mark has no silence after it.
 * - Marks before the first spoken word make none, since there is nothing to pause after.
 *
 * @returns at least one segment if `isSpeakable(text)`, otherwise none; the last has `boundaryAfter: 'end'`
 */
export function* segmentText(
  text: string,
  options: SegmentOptions,
): Generator<SpeechSegment, void, undefined> {
  let held: SpeechSegment | undefined;
  for (const unit of readUnits(normalizeForSpeech(text), options)) {
    if (hasSpeech(unit.text)) {
      if (held !== undefined) yield held;
      held = unit;
    } else if (held !== undefined) {
      held = withMarksOf(held, unit);
    }
  }
  if (held !== undefined) yield { ...held, boundaryAfter: 'end' };
}

function* readUnits(source: string, options: SegmentOptions): Generator<SpeechSegment, void, undefined> {
  const { clientPause } = options;
  const maxUnitChars = Math.max(1, Math.floor(options.maxUnitChars));
  const { firstUnit } = options;
  const isShortFirst = firstUnit !== 'natural';
  const atoms = readAtoms(source, {
    language: primaryLanguage(options.languageCode),
    maxAtomChars: maxUnitChars,
    isEveryLineBreakMeant: clientPause !== undefined,
  });
  const endsStretch = (atom: Atom) =>
    clientPause === undefined ? atom.rank >= BREAK_RANKS.sentence : atom.pause !== undefined;
  const window = new AtomWindow(atoms, { maxChars: maxUnitChars, endsStretch });
  let start = 0;
  let spokenWeight = 0;
  for (let filled = window.fill(); filled.atoms.length > 0; filled = window.fill()) {
    const unitAtoms = window.take(
      cutUnit({
        ...filled,
        maxUnitChars,
        first: spokenWeight === 0 ? firstUnit : 'natural',
        idealWeight: isShortFirst ? growingWeight(spokenWeight) : UNIT_WEIGHTS.ideal,
      }),
    );
    const last = unitAtoms.at(-1);
    if (last === undefined) return;
    const unit = unitOf(source.slice(start, last.end), last, clientPause);
    if (hasSpeech(unit.text)) spokenWeight += unitAtoms.reduce((sum, atom) => sum + atom.weight, 0);
    start = last.end;
    yield unit;
  }
}

/** Marks before the first word of a unit, which are not part of its sentence; "-5" and ".NET" keep theirs. */
const STRAY_MARKS = /^(?:[\s\p{STerm},;:،؛、，；：·…—―–-]+(?=\s)|\s|\.{2,}|[…—―]+)+/u;

export function unitOf(slice: string, last: Atom, clientPause: PausePlan | undefined): SpeechSegment {
  const text = slice.replace(STRAY_MARKS, '').replace(/\s+/g, ' ').trim();
  const boundaryAfter = boundaryOf(last);
  const isAsked = clientPause !== undefined && last.pause !== undefined;
  if (!isAsked) return { text, boundaryAfter };
  return { text, boundaryAfter, silenceAfterSeconds: pauseSeconds(clientPause, last.pause) };
}

function boundaryOf({ rank }: Atom): SegmentBoundary {
  if (rank >= BREAK_RANKS.paragraph) return 'paragraph';
  return rank >= BREAK_RANKS.sentence ? 'sentence' : 'clause';
}

const BOUNDARY_ORDER: readonly SegmentBoundary[] = ['clause', 'sentence', 'paragraph', 'end'];

/** A segment with the boundary and silence of a dropped stretch after it. */
export function withMarksOf(segment: SpeechSegment, dropped: SpeechSegment): SpeechSegment {
  const isStronger =
    BOUNDARY_ORDER.indexOf(dropped.boundaryAfter) > BOUNDARY_ORDER.indexOf(segment.boundaryAfter);
  const silence = longerPause(segment.silenceAfterSeconds, dropped.silenceAfterSeconds);
  return {
    text: segment.text,
    boundaryAfter: isStronger ? dropped.boundaryAfter : segment.boundaryAfter,
    ...(silence === undefined ? {} : { silenceAfterSeconds: silence }),
  };
}

interface WindowLimits {
  readonly maxChars: number;
  readonly endsStretch: (atom: Atom) => boolean;
}

/** The atoms of the next unit: never more than one unit and the minimum of the one after it. */
class AtomWindow {
  readonly #source: Iterator<Atom>;
  readonly #limits: WindowLimits;
  #atoms: Atom[] = [];
  #chars = 0;
  #weight = 0;

  constructor(source: Iterator<Atom>, limits: WindowLimits) {
    this.#source = source;
    this.#limits = limits;
  }

  /** Reads to the end of the stretch, or until there is more than a unit can have, plus enough to recognize a scrap. */
  fill(): { readonly atoms: readonly Atom[]; readonly isWhole: boolean } {
    const maxWeight = UNIT_WEIGHTS.max + UNIT_WEIGHTS.min;
    while (
      !this.#isWhole() &&
      this.#chars <= this.#limits.maxChars + UNIT_WEIGHTS.min &&
      this.#weight <= maxWeight
    ) {
      const next = this.#source.next();
      if (next.done === true) return { atoms: this.#atoms, isWhole: true };
      this.#atoms.push(next.value);
      this.#chars += next.value.chars;
      this.#weight += next.value.weight;
    }
    return { atoms: this.#atoms, isWhole: this.#isWhole() };
  }

  take(count: number): readonly Atom[] {
    const taken = this.#atoms.splice(0, count);
    for (const atom of taken) {
      this.#chars -= atom.chars;
      this.#weight -= atom.weight;
    }
    return taken;
  }

  #isWhole(): boolean {
    const last = this.#atoms.at(-1);
    return last !== undefined && this.#limits.endsStretch(last);
  }
}
