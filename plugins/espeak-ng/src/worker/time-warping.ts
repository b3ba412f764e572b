import { FEATURES, isSpeechLevel, type SpeechFeatures } from './speech-features.ts';

/** Half of the band that is searched, in frames: 2.5 seconds, or an eighth of the speech where that is more, at most 6 seconds. */
const [LEAST_REACH, REACH_PART, MOST_REACH] = [250, 0.125, 600];
/** What a frame costs that stands still on one sound, or passes over one: speech is mostly as quick as the other. */
const STAY_COST = 0.8;
const SKIP_COST = 1.5;
/** What a frame of silence costs by its level: as little as a good match where it is quiet, more than a bad one where it is loud. */
const QUIET_COST = 2;
const COST_PER_DB = 0.3;
const [LEAST_QUIET_DB, MOST_QUIET_DB] = [-42, -22];
const NOISE_PERCENTILE = 0.05;
const NOISE_MARGIN_DB = 4;
const [STAY, STEP, SKIP, PAUSE] = [0, 1, 2, 3];
const UNREACHED = Number.POSITIVE_INFINITY;

/** Speech whose parts are known: between two of them somebody else may pause. */
export interface Reference {
  readonly features: SpeechFeatures;
  /** Frames of each part, in order; `end` is excluded. None is empty, what lies between them is left out. */
  readonly parts: readonly FrameSpan[];
}

export interface FrameSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds where each part of the reference is in other speech of the same words: dynamic time warping, with an optional pause before, after and
 * between the parts. Takes time and memory of the speech's frames times the band's.
 *
 * @returns a span of frames for each part, in order, none of them empty where there are frames enough
 */
export function warp(speech: SpeechFeatures, reference: Reference): readonly FrameSpan[] {
  const states = statesOf(reference);
  const { centers, reach } = bandOf(speech, states.length);
  const width = 2 * reach + 1;
  const moves = new Uint8Array(speech.frames * width);
  let before = new Float32Array(states.length + 1).fill(UNREACHED);
  let now = new Float32Array(states.length + 1).fill(UNREACHED);
  const quietDb = quietLevelOf(speech);
  for (let frame = 0; frame < speech.frames; frame += 1) {
    const from = Math.max(0, (centers[frame] as number) - reach);
    const to = Math.min(states.length - 1, (centers[frame] as number) + reach);
    now.fill(UNREACHED);
    const quiet = QUIET_COST + Math.max(0, (speech.levelsDb[frame] as number) - quietDb) * COST_PER_DB;
    for (let state = from; state <= to; state += 1) {
      const sound = states[state] as number;
      let cost = UNREACHED;
      let move = STAY;
      if (frame === 0) cost = state <= 1 ? 0 : UNREACHED;
      else {
        cost = (before[state] as number) + (sound < 0 ? 0 : STAY_COST);
        const stepped = state >= 1 ? (before[state - 1] as number) : UNREACHED;
        if (stepped <= cost) [cost, move] = [stepped, STEP];
        const isBehindPause = state >= 2 && (states[state - 1] as number) < 0;
        // A pause that is not made costs nothing; a sound that is left out does.
        const skipped =
          state >= 2 ? (before[state - 2] as number) + (isBehindPause ? 0 : SKIP_COST) : UNREACHED;
        if (skipped < cost) [cost, move] = [skipped, isBehindPause ? PAUSE : SKIP];
      }
      if (cost === UNREACHED) continue;
      now[state] = cost + (sound < 0 ? quiet : distance(speech, frame, reference.features, sound));
      moves[frame * width + state - (centers[frame] as number) + reach] = move;
    }
    [before, now] = [now, before];
  }
  const last = states.length - 1;
  const end = (before[last] as number) <= (before[last - 1] as number) ? last : last - 1;
  return spansOf(pathOf(end, { moves, centers, reach, width, frames: speech.frames }), reference, states);
}

/** A frame of the reference for each state, -1 for a pause. */
function statesOf({ parts }: Reference): Int32Array {
  const states = [-1];
  for (const { start, end } of parts) {
    for (let frame = start; frame < end; frame += 1) states.push(frame);
    states.push(-1);
  }
  return Int32Array.from(states);
}

/** Where the search looks: pauses aside, the speech goes on as evenly as the reference. */
function bandOf({ frames, levelsDb }: SpeechFeatures, states: number) {
  const isSpeech = levelsDb.map((levelDb) => (isSpeechLevel(levelDb) ? 1 : 0));
  const total = Math.max(
    1,
    isSpeech.reduce((sum, one) => sum + one, 0),
  );
  const centers = new Int32Array(frames);
  let spoken = 0;
  for (let frame = 0; frame < frames; frame += 1) {
    centers[frame] = Math.round((spoken / total) * (states - 1));
    spoken += isSpeech[frame] as number;
  }
  const reach = Math.min(MOST_REACH, Math.max(LEAST_REACH, Math.ceil(states * REACH_PART)));
  return { centers, reach };
}

/** The level up to which a frame is as good as silent: a little above the recording's own noise. */
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
function pathOf(end: number, { moves, centers, reach, width, frames }: Search): Int32Array {
  const path = new Int32Array(frames);
  let state = end;
  for (let frame = frames - 1; frame >= 0; frame -= 1) {
    path[frame] = state;
    const move = moves[frame * width + state - (centers[frame] as number) + reach] as number;
    if (frame > 0) state -= Math.min(move, SKIP);
  }
  return path;
}

function spansOf(path: Int32Array, { parts }: Reference, states: Int32Array): readonly FrameSpan[] {
  const partOfState = new Int32Array(states.length).fill(-1);
  let part = -1;
  for (let state = 0; state < states.length; state += 1) {
    if ((states[state] as number) < 0) part += 1;
    else partOfState[state] = part;
  }
  const starts = new Int32Array(parts.length).fill(-1);
  const ends = new Int32Array(parts.length).fill(-1);
  for (const [frame, state] of path.entries()) {
    const found = partOfState[state] as number;
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
