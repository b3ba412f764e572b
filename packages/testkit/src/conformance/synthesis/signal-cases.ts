import { measurePitch } from '../../signals/fundamental-frequency.ts';
import { longestSilence, peak, rmsDb } from '../../signals/signal-measures.ts';
import { type ConformanceCase, type Problems, problemIf, type Verdict } from '../verdict.ts';
import { type Speech, speechesOf, speechOf } from './speeches.ts';
import { longTextOf, type SynthesisSubject } from './subject.ts';

const QUARTERS = [0, 1, 2, 3] as const;
/** How far the level of a quarter may be below that of the whole. No bundled engine is more than 4 dB below. */
const MAX_QUARTER_DROP_DB = 9;
/** Minimum fraction of a quarter's frames that have a pitch. It is at least a quarter in the bundled engines, and zero in noise. */
const MIN_VOICED = 0.1;
const PITCH_HOP_SECONDS = 0.01;
/** How far the levels, and the pitches, of the quarters of a long text may be apart. Those of the bundled engines are 1 dB and 4 % apart. */
const MAX_LEVEL_DRIFT_DB = 5;
const MAX_PITCH_DRIFT = 1.25;
/** A text that repeats the sentence less often may say something else in each quarter. */
const LEAST_REPEATED = 4;
/** What is so far below the whole is a silence; one at speed 1 must not be longer than this, within a sentence or at its edges. */
const SILENCE_DB = -45;
const MAX_SILENCE_SECONDS = 1;
/** Limit of the absolute mean of a quarter's samples. Speech stays well below it; a larger offset reduces headroom and clicks at joins. */
const MAX_OFFSET = 0.05;
/** How many samples may repeat the one before at the peak of the signal. Speech that is not clipped has almost none, a clipped vowel many. */
const MAX_CLIPPED = 0.005;
/** What counts as equal to the peak. */
const PEAK_TOLERANCE = 1e-5;
/** Two neighbours beyond this on different sides of zero are no sound of a voice, which has most of its power below 4 kHz. */
const LEAST_WRAPPED = 0.7;
/** How many pairs of samples may be alike, or have a zero at second place. In mono audio they are rare, in interleaved stereo all are. */
const MAX_PAIRED = 0.5;
/** Samples this far below the peak are not compared, since the rounding of 16-bit samples makes many of them alike. */
const LEAST_COMPARED = 0.05;

/** Rules about the sound of a unit from its beginning to its end. */
export const signalCases: readonly ConformanceCase<SynthesisSubject>[] = [
  speechCase('audio/speaks-throughout', ({ what, samples }) => {
    const wholeDb = rmsDb(samples);
    return QUARTERS.flatMap((quarter) => {
      const partDb = rmsDb(quarterOf(samples, quarter));
      return problemIf(
        !(partDb >= wholeDb - MAX_QUARTER_DROP_DB),
        `${what}: quarter ${quarter + 1} is at ${partDb.toFixed(0)} dB, the whole at ${wholeDb.toFixed(0)} dB: part of it is missing or too quiet.`,
      );
    });
  }),
  {
    name: 'audio/no-long-silence',
    run: async (subject) => {
      const text = subject.sentence.slice(subject.sentence.lastIndexOf(' ') + 1);
      const word = await speechOf(subject, `"${text}" alone`, { text });
      return [...(await speechesOf(subject)), word].flatMap(silenceProblems);
    },
  },
  speechCase('audio/voiced-throughout', ({ what, samples, sampleRateHz }) =>
    QUARTERS.flatMap((quarter) => {
      const part = quarterOf(samples, quarter);
      const frames = part.length / (sampleRateHz * PITCH_HOP_SECONDS);
      const voiced = measurePitch(part, { sampleRateHz }).voicedHz.length / frames;
      return problemIf(
        !(voiced >= MIN_VOICED),
        `${what}: quarter ${quarter + 1} has a pitch in ${Math.round(voiced * 100)} % of its frames; speech has a pitch in a quarter of them, noise in none.`,
      );
    }),
  ),
  speechCase('audio/no-offset', ({ what, samples }) =>
    QUARTERS.flatMap((quarter) => {
      const part = quarterOf(samples, quarter);
      const mean = part.reduce((sum, sample) => sum + sample, 0) / part.length;
      return problemIf(
        !(Math.abs(mean) <= MAX_OFFSET),
        `${what}: the mean of the samples in quarter ${quarter + 1} is ${mean.toFixed(3)}; the limit is ${MAX_OFFSET} in either direction.`,
      );
    }),
  ),
  speechCase('audio/not-clipped', ({ what, samples }) => {
    const most = peak(samples);
    const clipped = clippedRuns(samples, most * (1 - PEAK_TOLERANCE)) / Math.max(1, samples.length);
    return problemIf(
      !(clipped <= MAX_CLIPPED),
      `${what}: ${(clipped * 100).toFixed(1)} % of the samples stay at ${most.toFixed(2)}, the peak: the audio is clipped there.`,
    );
  }),
  speechCase('audio/no-wraparound', ({ what, samples, sampleRateHz }) => {
    const at = samples.findIndex((sample, index) => isWrapped(samples[index - 1] ?? 0, sample));
    return problemIf(
      at >= 0,
      `${what}: at ${(at / sampleRateHz).toFixed(3)} s the samples jump from ${samples[at - 1]?.toFixed(2)} to ${samples[at]?.toFixed(2)}: what was too loud has wrapped around.`,
    );
  }),
  { name: 'audio/steady', run: steadyProblems },
  speechCase('audio/mono', ({ what, samples }) =>
    problemIf(
      Math.max(pairedFraction(samples, 0), pairedFraction(samples, 1)) > MAX_PAIRED,
      `${what}: the samples come in pairs, like those of stereo audio; chunks must be mono.`,
    ),
  ),
];

/** A rule that holds for every unit. */
function speechCase(name: string, inspect: (speech: Speech) => Problems): ConformanceCase<SynthesisSubject> {
  return { name, run: async (subject) => (await speechesOf(subject)).flatMap(inspect) };
}

/** Whoever talks with an engine waits for such a silence, at the beginning as at the end. */
function silenceProblems({ what, speed, samples, sampleRateHz }: Speech): Problems {
  const { startSamples, samples: length } = longestSilence(samples, {
    thresholdDb: rmsDb(samples) + SILENCE_DB,
  });
  const mostSeconds = MAX_SILENCE_SECONDS / speed;
  return problemIf(
    length > mostSeconds * sampleRateHz,
    `${what}: from ${(startSamples / sampleRateHz).toFixed(2)} s on there is a silence of ${(length / sampleRateHz).toFixed(2)} s; the limit is ${mostSeconds.toFixed(1)} s.`,
  );
}

/** The long text repeats the sentence, so its quarters must have the same level and pitch. */
async function steadyProblems(subject: SynthesisSubject): Promise<Verdict> {
  if (longTextOf(subject).length < subject.sentence.length * LEAST_REPEATED)
    return { notApplicable: 'the longest unit is short' };
  const speech = (await speechesOf(subject)).at(-1);
  if (speech === undefined) return [];
  const { what, samples, sampleRateHz } = speech;
  const parts = QUARTERS.map((quarter) => quarterOf(samples, quarter));
  const levelsDb = parts.map((part) => rmsDb(part));
  const pitchesHz = parts.map((part) => measurePitch(part, { sampleRateHz }).medianHz);
  const [lowestHz, highestHz] = [Math.min(...pitchesHz), Math.max(...pitchesHz)];
  const listed = (values: readonly number[]) => values.map((value) => value.toFixed(0)).join(', ');
  return [
    ...problemIf(
      Math.max(...levelsDb) - Math.min(...levelsDb) > MAX_LEVEL_DRIFT_DB,
      `${what}: its quarters are at ${listed(levelsDb)} dB, although they say the same: the level must not drift.`,
    ),
    ...problemIf(
      // Without a pitch `audio/voiced-throughout` fails.
      lowestHz > 0 && highestHz > lowestHz * MAX_PITCH_DRIFT,
      `${what}: the pitches of its quarters are ${listed(pitchesHz)} Hz, although they say the same: the pitch must not drift.`,
    ),
  ];
}

/** Whether a sample beyond full scale has become one at the other end of the scale, as in integers that overflow. */
function isWrapped(before: number, sample: number): boolean {
  return before * sample < 0 && Math.min(Math.abs(before), Math.abs(sample)) > LEAST_WRAPPED;
}

function quarterOf(samples: Float32Array, quarter: number): Float32Array {
  const at = (part: number) => Math.round((samples.length * part) / 4);
  return samples.subarray(at(quarter), at(quarter + 1));
}

/** @returns the number of samples at or beyond the limit whose predecessor is on the same side of it */
function clippedRuns(samples: Float32Array, limit: number): number {
  if (limit === 0) return 0;
  let [count, before] = [0, 0];
  for (const sample of samples) {
    const side = Math.abs(sample) >= limit ? Math.sign(sample) : 0;
    if (side !== 0 && side === before) count += 1;
    before = side;
  }
  return count;
}

/** @param from position of the first pair. @returns the fraction of pairs in which the second sample repeats the first, or is zero */
function pairedFraction(samples: Float32Array, from: number): number {
  const least = LEAST_COMPARED * peak(samples);
  let [pairs, paired] = [0, 0];
  for (let at = from; at + 1 < samples.length; at += 2) {
    const [one = 0, other = 0] = [samples[at], samples[at + 1]];
    if (Math.abs(one) <= least) continue;
    pairs += 1;
    if (other === one || other === 0) paired += 1;
  }
  return pairs === 0 ? 0 : paired / pairs;
}
