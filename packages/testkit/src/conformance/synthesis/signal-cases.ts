import { measurePitch } from '../../signals/fundamental-frequency.ts';
import { rmsDb, type Stretch } from '../../signals/signal-measures.ts';
import { type ConformanceCase, problemIf, type Verdict } from '../verdict.ts';
import { speak } from './listening.ts';
import { differenceOf } from './same-speech.ts';
import { firstVoice, type SynthesisSubject, unitOf } from './subject.ts';

const QUARTERS = [0, 1, 2, 3] as const;
/** How far the level of a quarter of a sentence may be below that of the whole. No bundled engine is more than 4 dB below. */
const MAX_QUARTER_DROP_DB = 15;
/** Minimum fraction of a quarter's frames that have a pitch. It is at least a third in the bundled engines, and zero in noise. */
const MIN_VOICED = 0.1;
const PITCH_HOP_SECONDS = 0.01;
/** Speech fades out: the last 5 ms of a sentence are at least this far below the whole. Truncated audio ends in the middle of a sound. */
const END_SECONDS = 0.005;
const MIN_END_DROP_DB = 10;
/** The same for the first millisecond. The bundled engines are at least 41 dB below the whole; a tone with a fade-in of 5 ms is 20 dB below. */
const START_SECONDS = 0.001;
const MIN_START_DROP_DB = 10;
/** A silence this far below the whole and 4 to 25 ms long (a longer one may be intended) ... */
const GAP_DB = -50;
const MIN_GAP_SECONDS = 0.004;
const MAX_GAP_SECONDS = 0.025;
/** ... is a gap if the sound is at full level for 3 ms on both sides. Stop consonants are at most at -9 dB on one side. */
const BESIDE_GAP_SECONDS = 0.003;
const BESIDE_GAP_DB = -6;

/** Rules about the sound of a sentence from its beginning to its end. */
export const signalCases: readonly ConformanceCase<SynthesisSubject>[] = [
  {
    name: 'audio/speaks-throughout',
    run: async (subject) => {
      const samples = await speak(subject.engine, unitOf(subject));
      const wholeDb = rmsDb(samples);
      return QUARTERS.flatMap((quarter) => {
        const partDb = rmsDb(quarterOf(samples, quarter));
        return problemIf(
          !(partDb >= wholeDb - MAX_QUARTER_DROP_DB),
          `Quarter ${quarter + 1} of the sentence is at ${partDb.toFixed(0)} dB, the whole at ${wholeDb.toFixed(0)} dB: part of it is missing.`,
        );
      });
    },
  },
  {
    name: 'audio/voiced-throughout',
    run: async (subject) => {
      const sampleRateHz = firstVoice(subject).nativeRateHz;
      const samples = await speak(subject.engine, unitOf(subject));
      return QUARTERS.flatMap((quarter) => {
        const part = quarterOf(samples, quarter);
        const frames = part.length / (sampleRateHz * PITCH_HOP_SECONDS);
        const voiced = measurePitch(part, { sampleRateHz }).voicedHz.length / frames;
        return problemIf(
          !(voiced >= MIN_VOICED),
          `Quarter ${quarter + 1} of the sentence has a pitch in ${Math.round(voiced * 100)} % of its frames; speech has a pitch in a third of them, noise in none.`,
        );
      });
    },
  },
  {
    name: 'audio/dies-away',
    run: async (subject) => {
      const { nativeRateHz } = firstVoice(subject);
      const samples = await speak(subject.engine, unitOf(subject));
      const dropDb = rmsDb(samples) - rmsDb(samples.slice(-Math.round(END_SECONDS * nativeRateHz)));
      return problemIf(
        !(dropDb >= MIN_END_DROP_DB),
        `The sentence's last 5 ms are ${dropDb.toFixed(0)} dB below the whole; expected ${MIN_END_DROP_DB} dB: its end was cut off, or its chunks are out of order.`,
      );
    },
  },
  {
    name: 'audio/rises',
    run: async (subject) => {
      const { nativeRateHz } = firstVoice(subject);
      const samples = await speak(subject.engine, unitOf(subject));
      const dropDb = rmsDb(samples) - rmsDb(samples.slice(0, Math.round(START_SECONDS * nativeRateHz)));
      return problemIf(
        !(dropDb >= MIN_START_DROP_DB),
        `The sentence's first millisecond is ${dropDb.toFixed(0)} dB below the whole; expected ${MIN_START_DROP_DB} dB: its beginning was cut off.`,
      );
    },
  },
  {
    name: 'audio/no-gaps',
    run: async (subject) => {
      const { nativeRateHz } = firstVoice(subject);
      const samples = await speak(subject.engine, unitOf(subject));
      return gapsIn(samples, nativeRateHz).map(
        ({ startSamples, samples: length }) =>
          `At ${(startSamples / nativeRateHz).toFixed(3)} s the sound stops for ${((1000 * length) / nativeRateHz).toFixed(0)} ms and continues at full level: there is a gap between two chunks.`,
      );
    },
  },
  { name: 'voices/differ', run: alikeProblems },
];

function gapsIn(samples: Float32Array, rateHz: number): readonly Stretch[] {
  const wholeDb = rmsDb(samples);
  const beside = Math.round(BESIDE_GAP_SECONDS * rateHz);
  const isLoud = (start: number): boolean =>
    start >= 0 && rmsDb(samples.subarray(start, start + beside)) >= wholeDb + BESIDE_GAP_DB;
  return silences(samples, 10 ** ((wholeDb + GAP_DB) / 20)).filter(
    ({ startSamples, samples: length }) =>
      length >= MIN_GAP_SECONDS * rateHz &&
      length <= MAX_GAP_SECONDS * rateHz &&
      isLoud(startSamples - beside) &&
      isLoud(startSamples + length),
  );
}

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

function quarterOf(samples: Float32Array, quarter: number): Float32Array {
  const at = (part: number) => Math.round((samples.length * part) / 4);
  return samples.subarray(at(quarter), at(quarter + 1));
}

/** Compares the first two voices of each language; voices of different regions may sound the same. */
async function alikeProblems(subject: SynthesisSubject): Promise<Verdict> {
  const { engine, samplesVary } = subject;
  if (samplesVary) return { notApplicable: "the engine's audio differs each time" };
  const byLanguage = Map.groupBy(engine.voices, ({ languageCode }) => languageCode);
  const pairs = [...byLanguage.values()].flatMap(([one, other]) =>
    one === undefined || other === undefined ? [] : [[one, other] as const],
  );
  if (pairs.length === 0) return { notApplicable: 'there are no two voices of one language' };
  const problems: string[] = [];
  for (const [one, other] of pairs) {
    const first = await speak(engine, unitOf(subject, { voiceCode: one.code }));
    const second = await speak(engine, unitOf(subject, { voiceCode: other.code }));
    problems.push(
      ...problemIf(
        differenceOf(first, second) === undefined,
        `${one.code} and ${other.code} have identical samples.`,
      ),
    );
  }
  return problems;
}
