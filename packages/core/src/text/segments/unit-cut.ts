import { type Atom, BREAK_RANKS, type BreakRank } from './atoms.ts';

/**
 * Sizes are spoken weights: Latin letters, or what takes as long to speak.
 *
 * A first unit of 12 to 20 is about a second of speech: long enough to sound like a phrase and to cover the synthesis of the
 * next unit, short enough to be synthesized quickly.
 */
export const UNIT_WEIGHTS = {
  /** A shorter part of a sentence sounds like a mistake. A whole sentence may be shorter. */
  min: 12,
  /** A first unit is longer than this only if no earlier place is possible: a listener waits for a tenth of its length. */
  soonFirst: 20,
  /** The maximum of a first unit: about two seconds of speech. A first sentence up to this length stays whole. */
  maxFirst: 32,
  /** The best length of a first unit without a mark: a second of speech, long enough to synthesize the next unit meanwhile. */
  idealFirst: 16,
  /** A unit after the first may always have this much. */
  minFollowing: 40,
  /**
   * Longer sentences are cut at a mark inside them. A unit occupies a worker, so no unit lasts much longer than 8 s: live speech may wait that
   * long for a batch unit, and a neural voice allocates memory for it (27 MiB per second of speech).
   */
  ideal: 140,
  /** Longer stretches without a mark are cut between words. */
  max: 170,
} as const;

/** A unit after the first is at most this many times as long as everything before it, so that it is ready in time. */
const GROWTH = 3;

/** The maximum of the next unit if the caller is already listening. */
export function growingWeight(spokenBefore: number): number {
  return Math.min(UNIT_WEIGHTS.ideal, Math.max(UNIT_WEIGHTS.minFollowing, GROWTH * spokenBefore));
}

/**
 * How the first unit of a text is cut. `short` if someone waits for the first sound: the shortest natural clause, followed by units of growing
 * length. `soonest` if the text is still being written: a clause is not held back to find out whether only a word or two follow
 * in its sentence.
 */
export type FirstUnit = 'short' | 'soonest' | 'natural';

export interface CutRequest {
  /** Atoms from the start of the unit, up to the end of its sentence or to more than a unit can have. */
  readonly atoms: readonly Atom[];
  /** Whether the sentence ends with the last of them. */
  readonly isWhole: boolean;
  /** The preferred maximum of the unit's weight. */
  readonly idealWeight: number;
  readonly maxUnitChars: number;
  /** `natural` for every unit except the text's first. */
  readonly first: FirstUnit;
}

/**
 * How many atoms make the next unit.
 *
 * @returns 1 to all of them; their code points are at most `maxUnitChars`
 */
export function cutUnit(request: CutRequest): number {
  const places = placesOf(request);
  return (
    (request.first === 'natural' ? undefined : cutFirst(request, places)) ?? cutFollowing(request, places)
  );
}

/**
 * How many atoms make the next unit of a text that still grows: what {@link cutUnit} will return however the text continues.
 *
 * @param request its atoms are those that are certain so far; more of the same sentence follow
 * @returns `undefined` as long as that depends on what follows
 */
export function cutUnitEarly(request: Omit<CutRequest, 'isWhole'>): number | undefined {
  const places = placesOf({ ...request, isWhole: false });
  const total = request.atoms.reduce((sum, atom) => sum + atom.weight, 0);
  // After such a place there is too much for a scrap, whatever follows.
  const isSure = (place: CutPlace): boolean => total - place.weight >= UNIT_WEIGHTS.min;
  const marks = places.filter(
    (place) => place.weight >= UNIT_WEIGHTS.min && place.rank >= BREAK_RANKS.clause,
  );
  if (request.first !== 'natural') {
    const { soonFirst, maxFirst, min } = UNIT_WEIGHTS;
    const mark = marks.find((place) => place.weight <= soonFirst);
    if (mark !== undefined) return request.first === 'soonest' || isSure(mark) ? mark.count : undefined;
    if (total <= (request.first === 'soonest' ? maxFirst : maxFirst + min)) return undefined;
    const first = cutFirst({ ...request, isWhole: false }, places);
    if (first !== undefined) return first;
  }
  if (total <= request.idealWeight + UNIT_WEIGHTS.min) return undefined;
  const within = marks.findLast((place) => place.weight <= request.idealWeight);
  if (within !== undefined) return within.count;
  const beyond = marks.find((place) => place.weight <= UNIT_WEIGHTS.max);
  return beyond !== undefined && isSure(beyond) ? beyond.count : undefined;
}

/** A place after an atom where the unit may end. */
interface CutPlace {
  readonly count: number;
  readonly weight: number;
  readonly rank: BreakRank;
  /** Whether it leaves too little on one side. */
  readonly leavesScrap: boolean;
  /** Whether a better place, a mark or a link, follows one word later. */
  readonly leavesWord: boolean;
}

function placesOf({ atoms, isWhole, maxUnitChars, first }: CutRequest): readonly CutPlace[] {
  const total = atoms.reduce((sum, atom) => sum + atom.weight, 0);
  const places: CutPlace[] = [];
  let weight = 0;
  let chars = 0;
  for (const [index, atom] of atoms.entries()) {
    chars += atom.chars;
    weight += atom.weight;
    if (chars > maxUnitChars) break;
    const rest = total - weight;
    const isRestScrap = isWhole && first !== 'soonest' && rest > 0 && rest < UNIT_WEIGHTS.min;
    const leavesScrap = weight < UNIT_WEIGHTS.min || isRestScrap;
    const leavesWord = (atoms[index + 1]?.rank ?? BREAK_RANKS.forced) >= BREAK_RANKS.link;
    places.push({ count: index + 1, weight, rank: atom.rank, leavesScrap, leavesWord });
  }
  return places;
}

/** The shortest part that sounds natural: up to a mark, otherwise a whole short sentence, otherwise up to a link, a phrase or a word. */
function cutFirst({ atoms, isWhole }: CutRequest, places: readonly CutPlace[]): number | undefined {
  const { soonFirst, maxFirst } = UNIT_WEIGHTS;
  const soon = places.filter((place) => !place.leavesScrap && place.weight <= soonFirst);
  const late = places.filter((place) => !place.leavesScrap && place.weight <= maxFirst);
  const whole = places.at(-1);
  const isShort = isWhole && whole?.count === atoms.length && whole.weight <= maxFirst;
  return (
    firstMark(soon) ??
    (isShort ? whole.count : undefined) ??
    betweenWords(soon.filter((place) => !place.leavesWord)) ??
    firstMark(late) ??
    betweenWords(late)
  );
}

function firstMark(places: readonly CutPlace[]): number | undefined {
  return places.find((place) => place.rank >= BREAK_RANKS.clause)?.count;
}

function betweenWords(places: readonly CutPlace[]): number | undefined {
  for (const rank of [BREAK_RANKS.link, BREAK_RANKS.phrase, BREAK_RANKS.word]) {
    const fitting = places.filter((place) => place.rank === rank);
    const best = nearest(fitting, UNIT_WEIGHTS.idealFirst);
    if (best !== undefined) return best.count;
  }
  return undefined;
}

/** The whole sentence if it fits, otherwise up to its last mark that fits, otherwise up to a word. */
function cutFollowing({ atoms, isWhole, idealWeight }: CutRequest, places: readonly CutPlace[]): number {
  const last = places.at(-1);
  if (last === undefined) return 1;
  const fitsWhole = isWhole && last.count === atoms.length;
  if (fitsWhole && last.weight <= idealWeight) return last.count;
  const marks = places.filter((place) => !place.leavesScrap && place.rank >= BREAK_RANKS.clause);
  const atMark =
    marks.findLast((place) => place.weight <= idealWeight) ??
    marks.find((place) => place.count < atoms.length && place.weight <= UNIT_WEIGHTS.max);
  if (atMark !== undefined) return atMark.count;
  if (fitsWhole && last.weight <= UNIT_WEIGHTS.max) return last.count;
  return cutBetweenWords(places);
}

function cutBetweenWords(places: readonly CutPlace[]): number {
  const inside = places.filter((place) => place.weight <= UNIT_WEIGHTS.max);
  const most = (inside.at(-1) ?? places[0])?.weight ?? 0;
  const late = inside.filter((place) => !place.leavesScrap && place.weight >= most / 2);
  for (const rank of [BREAK_RANKS.link, BREAK_RANKS.phrase, BREAK_RANKS.word, BREAK_RANKS.leaning]) {
    const found = late.findLast((place) => place.rank === rank);
    if (found !== undefined) return found.count;
  }
  return (late.at(-1) ?? inside.at(-1))?.count ?? 1;
}

function nearest(places: readonly CutPlace[], weight: number): CutPlace | undefined {
  let best: CutPlace | undefined;
  for (const place of places) {
    const isNearer = best === undefined || Math.abs(place.weight - weight) < Math.abs(best.weight - weight);
    if (isNearer) best = place;
  }
  return best;
}
