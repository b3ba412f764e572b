import { largestStep, type SignalStep } from '../../signals/click-detector.ts';
import { rmsDb, type Stretch } from '../../signals/signal-measures.ts';
import { medianOf } from '../median.ts';
import { type ConformanceCase, type Problems, problemIf } from '../verdict.ts';
import { endProblems, MIN_EDGE_DROP_DB, startDropDb } from './edge-levels.ts';
import { type Speech, speechesOf } from './speeches.ts';
import type { SynthesisSubject } from './subject.ts';

/** A silence this far below the whole and 4 to 25 ms long (a longer one may be intended) ... */
const GAP_DB = -50;
const MIN_GAP_SECONDS = 0.004;
const MAX_GAP_SECONDS = 0.025;
/** ... is a gap if the sound is at full level for 3 ms on both sides. Stop consonants are at most at -9 dB on one side. */
const BESIDE_GAP_SECONDS = 0.003;
const BESIDE_GAP_DB = -6;
/**
 * A step between two chunks with a larger ratio is a click. A sentence of a neural voice has 4.6 to 8.1 at its largest step, which a join
 * almost never meets; 25 ms that are missing in a tone have 18.
 */
const JOIN_CLICK_RATIO = 12;
/** Buffers are cut wrongly near a join, not only at it: steps with a smaller ratio than that of one click ... */
const NEAR_JOIN_SECONDS = 0.02;
const NEAR_JOINS_RATIO = 8;
/** ... count if they are near most joins, of at least this many. */
const LEAST_JOINS = 4;
/** A unit whose chunks are faded is quieter within a millisecond of its joins than from 4 to 12 ms beside them: at most of them, by this much. */
const AT_JOIN_SECONDS = 0.001;
const BESIDE_JOIN_SECONDS = [0.004, 0.012] as const;
const DIP_DB = -8;
/** Joins where the sound beside them is so far below the whole are in pauses ... */
const PAUSE_DB = -20;
/** ... and where it is so far below what is up to 24 ms away, sounds swell and die away on purpose. */
const SWELL_SECONDS = 0.024;
const SWELL_DB = -4;

/**
 * A step anywhere in a unit that is larger than both is a click. Sentences of the bundled engines have a ratio of 16 at most, and that with a
 * step of 0.05; one wrong sample in a tone has 30 to 70.
 */
const STRAY_RATIO = 25;
const STRAY_STEP = 0.2;

/** Rules about the edges of a unit, and the joins of its chunks. */
export const joinCases: readonly ConformanceCase<SynthesisSubject>[] = [
  {
    name: 'audio/dies-away',
    run: async (subject) =>
      (await speechesOf(subject)).flatMap(({ what, samples, sampleRateHz }) =>
        endProblems(what, samples, sampleRateHz),
      ),
  },
  {
    name: 'audio/rises',
    run: async (subject) =>
      (await speechesOf(subject)).flatMap(({ what, samples, sampleRateHz }) => {
        const dropDb = startDropDb(samples, sampleRateHz);
        return problemIf(
          !(dropDb >= MIN_EDGE_DROP_DB),
          `${what}: the first millisecond is ${dropDb.toFixed(0)} dB below the whole; expected ${MIN_EDGE_DROP_DB} dB: the beginning was cut off.`,
        );
      }),
  },
  {
    name: 'audio/no-gaps',
    run: async (subject) => {
      const [plain, ...others] = await speechesOf(subject);
      if (plain === undefined) return [];
      return [
        ...gapProblems(plain, gapsIn(plain)),
        // At other speeds stop consonants are shorter, so only what is silent at a join counts there.
        ...others.flatMap((speech) => gapProblems(speech, gapsIn(speech).filter(isAtJoin(speech)))),
      ];
    },
  },
  {
    name: 'audio/no-stray-samples',
    run: async (subject) => (await speechesOf(subject)).flatMap(strayProblems),
  },
  joinCase('audio/no-clicks', clickProblems),
  joinCase('audio/no-dips', dipProblems),
];

function joinCase(name: string, inspect: (speech: Speech) => Problems): ConformanceCase<SynthesisSubject> {
  return {
    name,
    run: async (subject) => {
      const speeches = await speechesOf(subject);
      if (speeches.every(({ joinsAtSamples }) => joinsAtSamples.length === 0))
        return { notApplicable: 'the engine returns each unit in one chunk' };
      return speeches.flatMap(inspect);
    },
  };
}

/** Reports the loudest sample that is far from both its neighbours, wherever it is. */
function strayProblems({ what, samples, sampleRateHz }: Speech): Problems {
  const { atSamples, step, ratio } = largestStep(samples, { sampleRateHz });
  return problemIf(
    ratio > STRAY_RATIO && step > STRAY_STEP,
    `${what}: at ${(atSamples / sampleRateHz).toFixed(3)} s the signal jumps by ${step.toFixed(2)}, ${ratio.toFixed(0)} times as far as around it: there is a click.`,
  );
}

function gapProblems({ what, sampleRateHz }: Speech, gaps: readonly Stretch[]): Problems {
  return gaps.map(
    ({ startSamples, samples: length }) =>
      `${what}: at ${(startSamples / sampleRateHz).toFixed(3)} s the sound stops for ${((1000 * length) / sampleRateHz).toFixed(0)} ms and continues at full level: there is a gap between two chunks.`,
  );
}

function gapsIn({ samples, sampleRateHz }: Speech): readonly Stretch[] {
  const wholeDb = rmsDb(samples);
  const beside = Math.round(BESIDE_GAP_SECONDS * sampleRateHz);
  const isLoud = (start: number): boolean =>
    start >= 0 && rmsDb(samples.subarray(start, start + beside)) >= wholeDb + BESIDE_GAP_DB;
  return silences(samples, 10 ** ((wholeDb + GAP_DB) / 20)).filter(
    ({ startSamples, samples: length }) =>
      length >= MIN_GAP_SECONDS * sampleRateHz &&
      length <= MAX_GAP_SECONDS * sampleRateHz &&
      isLoud(startSamples - beside) &&
      isLoud(startSamples + length),
  );
}

const isAtJoin =
  ({ joinsAtSamples }: Speech) =>
  ({ startSamples, samples: length }: Stretch): boolean =>
    joinsAtSamples.some((join) => join >= startSamples && join <= startSamples + length);

/** @returns all stretches without a sample above `limit` that are followed by sound */
function silences(samples: Float32Array, limit: number): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let start = 0;
  for (const [index, sample] of samples.entries()) {
    if (Math.abs(sample) <= limit) continue;
    if (index > start) stretches.push({ startSamples: start, samples: index - start });
    start = index + 1;
  }
  return stretches;
}

/** Reports the loudest click of a unit: one lost, repeated or exchanged chunk may cause many. */
function clickProblems(speech: Speech): Problems {
  const { what, sampleRateHz, joinsAtSamples } = speech;
  const steps = joinsAtSamples.map((join) => stepNear(speech, join, 0));
  const loudest = steps.toSorted((one, other) => other.ratio - one.ratio)[0];
  if (loudest !== undefined && loudest.ratio > JOIN_CLICK_RATIO)
    return [
      `${what}: at ${(loudest.atSamples / sampleRateHz).toFixed(3)} s the signal jumps by ${loudest.step.toFixed(2)} from one chunk to the next: something between them is missing, out of order or there twice.`,
    ];
  const near = joinsAtSamples.map((join) => stepNear(speech, join, NEAR_JOIN_SECONDS).ratio);
  return problemIf(
    near.length >= LEAST_JOINS && medianOf(near) > NEAR_JOINS_RATIO,
    `${what}: within ${1000 * NEAR_JOIN_SECONDS} ms of most of its ${near.length} joins the signal jumps: something there is missing, or there twice.`,
  );
}

function stepNear({ samples, sampleRateHz }: Speech, join: number, seconds: number): SignalStep {
  const around = Math.round(seconds * sampleRateHz);
  return largestStep(samples, { sampleRateHz, from: join - around, to: join + around + 1 });
}

/** Compares the level at the joins with that beside them. */
function dipProblems({ what, samples, sampleRateHz, joinsAtSamples }: Speech): Problems {
  const inSamples = (seconds: number): number => Math.round(seconds * sampleRateHz);
  const [near, far] = [inSamples(BESIDE_JOIN_SECONDS[0]), inSamples(BESIDE_JOIN_SECONDS[1])];
  const [at, farther] = [inSamples(AT_JOIN_SECONDS), inSamples(SWELL_SECONDS)];
  const leastDb = rmsDb(samples) + PAUSE_DB;
  const dips = joinsAtSamples.flatMap((join) => {
    if (join < farther || join + farther > samples.length) return [];
    /** The quieter side. */
    const sidesDb = (from: number, to: number): number =>
      Math.min(
        rmsDb(samples.subarray(join - to, join - from)),
        rmsDb(samples.subarray(join + from, join + to)),
      );
    const besideDb = sidesDb(near, far);
    const isPlain = besideDb >= leastDb && besideDb >= sidesDb(far, farther) + SWELL_DB;
    return isPlain ? [rmsDb(samples.subarray(join - at, join + at)) - besideDb] : [];
  });
  return problemIf(
    dips.length >= LEAST_JOINS && medianOf(dips) < DIP_DB,
    `${what}: at most of its ${dips.length} joins within sound the level dips, by ${(-medianOf(dips)).toFixed(0)} dB in the middle of them: each chunk is faded in or out.`,
  );
}
