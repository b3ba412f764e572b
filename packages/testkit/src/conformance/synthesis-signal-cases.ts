import { measurePitch } from '../fundamental-frequency.ts';
import { rmsDb } from '../signal-measures.ts';
import { speak } from './listening.ts';
import { differenceOf } from './same-speech.ts';
import { firstVoice, type SynthesisSubject, unitOf } from './synthesis-subject.ts';
import { type ConformanceCase, problemIf, type Verdict } from './verdict.ts';

const QUARTERS = [0, 1, 2, 3] as const;
/** How far a quarter of a sentence may be below the whole. No bundled engine drops by more than 4 dB. */
const MAX_QUARTER_DROP_DB = 15;
/** The least part of a quarter's frames that have a pitch. Those of the bundled engines have a third; noise has none. */
const MIN_VOICED = 0.1;
const PITCH_HOP_SECONDS = 0.01;
/** Speech fades out: the last 5 ms of a sentence are this far below the whole. Audio that was cut off ends in the middle of a sound. */
const END_SECONDS = 0.005;
const MIN_END_DROP_DB = 10;

/** What a sentence sounds like from its beginning to its end. */
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
          `Quarter ${quarter + 1} of the sentence has a pitch in ${Math.round(voiced * 100)} % of its frames; speech has one in a third of them, noise in none.`,
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
        `The sentence's last 5 ms are ${dropDb.toFixed(0)} dB below the whole, ${MIN_END_DROP_DB} dB were due: its end was cut off, or its chunks are out of order.`,
      );
    },
  },
  { name: 'voices/differ', run: alikeProblems },
];

function quarterOf(samples: Float32Array, quarter: number): Float32Array {
  const at = (part: number) => Math.round((samples.length * part) / 4);
  return samples.subarray(at(quarter), at(quarter + 1));
}

/** Of each language the first two voices; regions of a language may well sound the same. */
async function alikeProblems(subject: SynthesisSubject): Promise<Verdict> {
  const { engine, samplesVary } = subject;
  if (samplesVary) return { notApplicable: 'a voice never speaks a text the same way twice' };
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
        `${one.code} and ${other.code} sound the same to the sample.`,
      ),
    );
  }
  return problems;
}
