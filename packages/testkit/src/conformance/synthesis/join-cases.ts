import { largestStep } from '../../signals/click-detector.ts';
import { rmsDb, type Stretch } from '../../signals/signal-measures.ts';
import { type ConformanceCase, type Problems, problemIf } from '../verdict.ts';
import { endDropDb, MIN_EDGE_DROP_DB, startDropDb } from './edge-levels.ts';
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
      (await speechesOf(subject)).flatMap(({ what, samples, sampleRateHz }) => {
        const dropDb = endDropDb(samples, sampleRateHz);
        return problemIf(
          !(dropDb >= MIN_EDGE_DROP_DB),
          `${what}: the last 5 ms are ${dropDb.toFixed(0)} dB below the whole; expected ${MIN_EDGE_DROP_DB} dB: the end was cut off, or the chunks are out of order.`,
        );
      }),
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
  {
    name: 'audio/no-clicks',
    run: async (subject) => {
      const speeches = await speechesOf(subject);
      if (speeches.every(({ joinsAtSamples }) => joinsAtSamples.length === 0))
        return { notApplicable: 'the engine returns each unit in one chunk' };
      return speeches.flatMap(clickProblems);
    },
  },
];

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
function clickProblems({ what, samples, sampleRateHz, joinsAtSamples }: Speech): Problems {
  const steps = joinsAtSamples.map((from) => largestStep(samples, { sampleRateHz, from, to: from + 1 }));
  const loudest = steps.toSorted((one, other) => other.ratio - one.ratio)[0];
  return problemIf(
    loudest !== undefined && loudest.ratio > JOIN_CLICK_RATIO,
    `${what}: at ${((loudest?.atSamples ?? 0) / sampleRateHz).toFixed(3)} s the signal jumps by ${loudest?.step.toFixed(2)} from one chunk to the next: something between them is missing, out of order or there twice.`,
  );
}
