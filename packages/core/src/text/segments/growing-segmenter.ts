import { createGrowingNormalizer } from '../growing-normalizer.ts';
import { primaryLanguage } from '../language-codes.ts';
import { hasSpeech } from '../speakable.ts';
import { type Atom, BREAK_RANKS, createGrowingAtoms } from './atoms.ts';
import { type SegmentOptions, type SpeechSegment, unitOf, withMarksOf } from './segment-text.ts';
import { cutUnit, cutUnitEarly, growingWeight, UNIT_WEIGHTS } from './unit-cut.ts';

/** Cuts a text into segments while it is being written. */
export interface GrowingSegmenter {
  /** @param piece any part of the text, even of a word or a character @returns the segments that are now certain */
  push(piece: string): readonly SpeechSegment[];
  /** The text is complete. To be called once, last. @returns the rest */
  finish(): readonly SpeechSegment[];
}

/** The next unit begins with speech, so no stretch before it is dropped whose marks the last unit would take over. */
const BEGINS_WITH_SPEECH = /^ *[\p{Ps}\p{Pi}"'¿¡]*[\p{L}\p{N}]/u;
/** Smaller units may be cut after their opening marks. */
const MIN_CHARS_FOR_OPENING_MARKS = 40;

/**
 * A segmenter for text as a language model writes it: a segment is returned as soon as no text that may follow can change it. For a sentence
 * that is usually when the first letter of the next one arrives, for a first clause when twelve more letters have arrived, or
 * with `soonest` the first.
 *
 * Law: the segments are those of `segmentText` of the whole text, however it is divided into pieces.
 */
export function createGrowingSegmenter(options: SegmentOptions): GrowingSegmenter {
  const { clientPause, firstUnit } = options;
  const maxUnitChars = Math.max(1, Math.floor(options.maxUnitChars));
  const isShortFirst = firstUnit !== 'natural';
  const normalizer = createGrowingNormalizer();
  const reader = createGrowingAtoms({
    language: primaryLanguage(options.languageCode),
    maxAtomChars: maxUnitChars,
    isEveryLineBreakMeant: clientPause !== undefined,
  });
  const endsStretch = (atom: Atom): boolean =>
    clientPause === undefined ? atom.rank >= BREAK_RANKS.sentence : atom.pause !== undefined;
  let source = '';
  let atoms: Atom[] = [];
  let unitStart = 0;
  let spokenWeight = 0;
  let held: SpeechSegment | undefined;

  /** Takes the next unit from the atoms, if it is certain. */
  function nextUnit(isWhole: boolean): SpeechSegment | undefined {
    const window = windowOf(atoms, { maxUnitChars, endsStretch });
    if (window.atoms.length === 0) return undefined;
    const request = {
      atoms: window.atoms,
      maxUnitChars,
      first: spokenWeight === 0 ? firstUnit : 'natural',
      idealWeight: isShortFirst ? growingWeight(spokenWeight) : UNIT_WEIGHTS.ideal,
    };
    const isDecided = window.isFull || isWhole;
    const count = isDecided
      ? cutUnit({ ...request, isWhole: window.endsStretch || (isWhole && !window.isFull) })
      : cutUnitEarly(request);
    if (count === undefined) return undefined;
    const taken = atoms.slice(0, count);
    const last = taken.at(-1);
    if (last === undefined) return undefined;
    atoms = atoms.slice(count);
    const unit = unitOf(source.slice(unitStart, last.end), last, clientPause);
    if (hasSpeech(unit.text)) spokenWeight += taken.reduce((sum, atom) => sum + atom.weight, 0);
    unitStart = last.end;
    return unit;
  }

  function drain(isWhole: boolean): SpeechSegment[] {
    const segments: SpeechSegment[] = [];
    atoms.push(...reader.read(source + normalizer.nextSign, isWhole));
    for (let unit = nextUnit(isWhole); unit !== undefined; unit = nextUnit(isWhole)) {
      if (!hasSpeech(unit.text)) {
        held = held === undefined ? undefined : withMarksOf(held, unit);
        continue;
      }
      if (held !== undefined) segments.push(held);
      held = unit;
    }
    if (held === undefined) return segments;
    if (isWhole) {
      segments.push({ ...held, boundaryAfter: 'end' });
      held = undefined;
    } else if (isFollowedBySpeech()) {
      segments.push(held);
      held = undefined;
    }
    return segments;
  }

  function isFollowedBySpeech(): boolean {
    return (
      maxUnitChars >= MIN_CHARS_FOR_OPENING_MARKS &&
      BEGINS_WITH_SPEECH.test(`${source.slice(unitStart)}${normalizer.nextSign}`.slice(0, 64))
    );
  }

  return {
    push(piece) {
      const text = normalizer.push(piece);
      if (text === '') return [];
      source += text;
      return drain(false);
    },
    finish() {
      source += normalizer.finish();
      return drain(true);
    },
  };
}

/** The segments of a text that arrives in pieces of any size, each as soon as it is certain. */
export async function* segmentGrowingText(
  pieces: AsyncIterable<string>,
  options: SegmentOptions,
): AsyncGenerator<SpeechSegment, void, undefined> {
  const segmenter = createGrowingSegmenter(options);
  for await (const piece of pieces) yield* segmenter.push(piece);
  yield* segmenter.finish();
}

interface Window {
  readonly atoms: readonly Atom[];
  /** Whether more atoms would make no difference. */
  readonly isFull: boolean;
  /** Whether its last atom ends the stretch. */
  readonly endsStretch: boolean;
}

/** The atoms that decide the next unit, as `segmentText` reads them. */
function windowOf(
  atoms: readonly Atom[],
  {
    maxUnitChars,
    endsStretch,
  }: { readonly maxUnitChars: number; readonly endsStretch: (atom: Atom) => boolean },
): Window {
  let chars = 0;
  let weight = 0;
  for (const [index, atom] of atoms.entries()) {
    chars += atom.chars;
    weight += atom.weight;
    const isEnd = endsStretch(atom);
    const isFull = chars > maxUnitChars + UNIT_WEIGHTS.min || weight > UNIT_WEIGHTS.max + UNIT_WEIGHTS.min;
    if (isEnd || isFull) return { atoms: atoms.slice(0, index + 1), isFull: true, endsStretch: isEnd };
  }
  return { atoms, isFull: false, endsStretch: false };
}
