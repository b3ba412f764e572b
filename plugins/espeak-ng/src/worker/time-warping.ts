import { FEATURES, isSpeechLevel, type SpeechFeatures } from './speech-features.ts';

/** Half of the searched band, in frames: 2.5 seconds, or an eighth of the speech if that is more, at most 6 seconds. */
const [LEAST_REACH, REACH_PART, MOST_REACH] = [250, 0.125, 600];
/** The cost of a frame that repeats or skips one: usually both are equally fast. */
const STAY_COST = 0.8;
const SKIP_COST = 1.5;
/** The cost of a frame of silence, depending on its level: as little as a good match if it is quiet, more than a bad match if it is loud. */
const QUIET_COST = 2;
const COST_PER_DB = 0.3;
const [LEAST_QUIET_DB, MOST_QUIET_DB] = [-42, -22];
const NOISE_PERCENTILE = 0.05;
const NOISE_MARGIN_DB = 4;
const UNREACHED = Number.POSITIVE_INFINITY;

/** Speech whose parts are known. The other speaker may pause between two of them. */
export interface Reference {
  readonly features: SpeechFeatures;
  /**
   * Frames of each part in order: one span, or one for each pronunciation. `end` is exclusive. No span is empty; frames
   * between them are ignored.
   */
  readonly parts: readonly (readonly FrameSpan[])[];
}

export interface FrameSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds where each part of the reference is in other speech of the same words: dynamic time warping, with an optional pause before, after and
 * between the parts. Takes time and memory in proportion to the speech's frames times the band's.
 *
 * @returns a span of frames for each part, in order, none of them empty if there are enough frames
 */
export function warp(speech: SpeechFeatures, reference: Reference): readonly FrameSpan[] {
  const graph = graphOf(reference);
  const { sounds, firstEntry, from, costs } = graph;
  const { centers, reach } = bandOf(speech, graph);
  const width = 2 * reach + 1;
  const moves = new Uint8Array(speech.frames * width);
  let before = new Float32Array(sounds.length).fill(UNREACHED);
  let now = new Float32Array(sounds.length).fill(UNREACHED);
  const quietDb = quietLevelOf(speech);
  for (let frame = 0; frame < speech.frames; frame += 1) {
    const center = centers[frame] as number;
    const first = Math.max(0, center - reach);
    const last = Math.min(sounds.length - 1, center + reach);
    now.fill(UNREACHED);
    const quiet = QUIET_COST + Math.max(0, (speech.levelsDb[frame] as number) - quietDb) * COST_PER_DB;
    for (let state = first; state <= last; state += 1) {
      let cost = UNREACHED;
      let move = 0;
      const entry = firstEntry[state] as number;
      const entries = (firstEntry[state + 1] as number) - entry;
      if (frame === 0) cost = graph.isStart[state] === 1 ? 0 : UNREACHED;
      else {
        for (let index = 0; index < entries; index += 1) {
          const reached =
            (before[from[entry + index] as number] as number) + (costs[entry + index] as number);
          if (reached < cost) [cost, move] = [reached, index];
        }
      }
      if (cost === UNREACHED) continue;
      const sound = sounds[state] as number;
      now[state] = cost + (sound < 0 ? quiet : distance(speech, frame, reference.features, sound));
      moves[frame * width + state - center + reach] = move;
    }
    [before, now] = [now, before];
  }
  let end = sounds.length - 1;
  for (const state of graph.ends) if ((before[state] as number) < (before[end] as number)) end = state;
  return spansOf(
    pathOf(end, graph, { moves, centers, reach, width, frames: speech.frames }),
    reference,
    graph,
  );
}

/** The states that may follow each other. */
interface Graph {
  /** The frame of the reference for each state, -1 for a pause. */
  readonly sounds: Int32Array;
  /** The part of each state, -1 for a pause. */
  readonly parts: Int32Array;
  /** The position in the words at each state, in frames of the reference. */
  readonly progress: Int32Array;
  readonly isStart: Uint8Array;
  /** States in which speech may end, in addition to the last. */
  readonly ends: readonly number[];
  /** The index of each state's first entry, and at the end the number of entries. */
  readonly firstEntry: Int32Array;
  /** States from which another one is entered, and the cost of that in addition to the sound. */
  readonly from: Int32Array;
  readonly costs: Float32Array;
}

function graphOf({ parts }: Reference): Graph {
  const sounds: number[] = [];
  const partOf: number[] = [];
  const progress: number[] = [];
  const firstEntry: number[] = [];
  const from: number[] = [];
  const costs: number[] = [];
  const enter = (state: number, cost: number): void => {
    from.push(state);
    costs.push(cost);
  };
  const add = (sound: number, part: number, place: number): number => {
    firstEntry.push(from.length);
    sounds.push(sound);
    partOf.push(part);
    progress.push(place);
    return sounds.length - 1;
  };
  let place = 0;
  const starts: number[] = [];
  /** The last states of the pronunciations of the part before, and those before them. */
  let lasts: number[] = [];
  let secondLasts: number[] = [];
  const addPause = (): number => {
    const pause = add(-1, -1, place);
    for (const last of lasts) enter(last, 0);
    for (const last of secondLasts) enter(last, SKIP_COST);
    enter(pause, 0);
    return pause;
  };
  let pause = addPause();
  starts.push(pause);
  for (const [part, ways] of parts.entries()) {
    const before = lasts;
    [lasts, secondLasts] = [[], []];
    const partPlace = place;
    for (const [way, { start, end }] of ways.entries()) {
      const first = sounds.length;
      for (let frame = start; frame < end; frame += 1) {
        const state = add(
          frame,
          part,
          partPlace +
            Math.round(((frame - start) / (end - start)) * ((ways[0]?.end ?? 0) - (ways[0]?.start ?? 0))),
        );
        if (frame === start) {
          // Skipping a pause costs nothing.
          enter(pause, 0);
          for (const last of before) enter(last, 0);
        } else {
          enter(state - 1, 0);
          enter(frame === start + 1 ? pause : state - 2, SKIP_COST);
        }
        enter(state, STAY_COST);
      }
      if (part === 0) starts.push(first);
      lasts.push(sounds.length - 1);
      if (end - start > 1) secondLasts.push(sounds.length - 2);
      if (way === 0) place = partPlace + end - start;
    }
    pause = addPause();
  }
  firstEntry.push(from.length);
  const isStart = new Uint8Array(sounds.length);
  for (const start of starts) isStart[start] = 1;
  return {
    sounds: Int32Array.from(sounds),
    parts: Int32Array.from(partOf),
    progress: Int32Array.from(progress),
    isStart,
    ends: lasts,
    firstEntry: Int32Array.from(firstEntry),
    from: Int32Array.from(from),
    costs: Float32Array.from(costs),
  };
}

/** The searched band: apart from pauses, the speech is assumed to progress as evenly as the reference. */
function bandOf({ frames, levelsDb }: SpeechFeatures, { sounds, progress }: Graph) {
  const isSpeech = levelsDb.map((levelDb) => (isSpeechLevel(levelDb) ? 1 : 0));
  const total = Math.max(
    1,
    isSpeech.reduce((sum, one) => sum + one, 0),
  );
  const length = Math.max(1, progress.at(-1) ?? 1);
  const centers = new Int32Array(frames);
  let [spoken, state] = [0, 0];
  for (let frame = 0; frame < frames; frame += 1) {
    const due = (spoken / total) * length;
    while (state < sounds.length - 1 && (progress[state] as number) < due) state += 1;
    centers[frame] = state;
    spoken += isSpeech[frame] as number;
  }
  const reach = Math.min(MOST_REACH, Math.max(LEAST_REACH, Math.ceil(sounds.length * REACH_PART)));
  return { centers, reach };
}

/** The level up to which a frame counts as silent: slightly above the recording's own noise. */
function quietLevelOf({ levelsDb, frames }: SpeechFeatures): number {
  const noiseDb = levelsDb.toSorted()[Math.floor((frames - 1) * NOISE_PERCENTILE)] as number;
  return Math.min(MOST_QUIET_DB, Math.max(LEAST_QUIET_DB, noiseDb + NOISE_MARGIN_DB));
}

function distance(one: SpeechFeatures, frame: number, other: SpeechFeatures, otherFrame: number): number {
  const [at, otherAt] = [frame * FEATURES, otherFrame * FEATURES];
  let sum = 0;
  for (let feature = 0; feature < FEATURES; feature += 1) {
    const difference = (one.values[at + feature] as number) - (other.values[otherAt + feature] as number);
    sum += difference * difference;
  }
  return Math.sqrt(sum);
}

interface Search {
  readonly moves: Uint8Array;
  readonly centers: Int32Array;
  readonly reach: number;
  readonly width: number;
  readonly frames: number;
}

/** The state of each frame. */
function pathOf(
  end: number,
  { firstEntry, from }: Graph,
  { moves, centers, reach, width, frames }: Search,
): Int32Array {
  const path = new Int32Array(frames);
  let state = end;
  for (let frame = frames - 1; frame >= 0; frame -= 1) {
    path[frame] = state;
    if (frame === 0) break;
    const move = moves[frame * width + state - (centers[frame] as number) + reach] as number;
    state = from[(firstEntry[state] as number) + move] as number;
  }
  return path;
}

function spansOf(path: Int32Array, { parts }: Reference, graph: Graph): readonly FrameSpan[] {
  const starts = new Int32Array(parts.length).fill(-1);
  const ends = new Int32Array(parts.length).fill(-1);
  for (const [frame, state] of path.entries()) {
    const found = graph.parts[state] as number;
    if (found < 0) continue;
    if (starts[found] === -1) starts[found] = frame;
    ends[found] = frame + 1;
  }
  let reached = 0;
  return parts.map((_, index) => {
    const start = starts[index] === -1 ? reached : (starts[index] as number);
    const end = ends[index] === -1 ? start : (ends[index] as number);
    reached = end;
    return { start, end };
  });
}
