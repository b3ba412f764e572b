import { type ConformanceCase, type Problems, problemIf, type Verdict } from '../verdict.ts';
import { peakOf, speak } from './listening.ts';
import { audibleProblems, type Manner, spokenBy } from './manner.ts';
import { differenceOf } from './same-speech.ts';
import { lengthProblems, OTHER_SPEED } from './speed.ts';
import { longTextOf, type SynthesisSubject, unitOf } from './subject.ts';

/** Rules about emphasis, of voices that have it. */
export const emphasisCases: readonly ConformanceCase<SynthesisSubject>[] = [
  { name: 'emphasis/changes-audio', run: everyEmphasisProblems },
  { name: 'emphasis/with-speed', run: speedProblems },
];

async function everyEmphasisProblems(subject: SynthesisSubject): Promise<Problems> {
  const [voice, ...others] = emphasizedVoices(subject);
  if (voice === undefined) return [];
  const other = others.at(-1);
  return [
    ...(await emphasisProblems(subject, { voiceCode: voice }, [0, 50, 100])),
    ...(await emphasisProblems(subject, { voiceCode: voice, speed: OTHER_SPEED }, [0, 100])),
    ...(other ? await emphasisProblems(subject, { voiceCode: other }, [0, 100]) : []),
    ...(await emphasisProblems(subject, { voiceCode: voice, text: longTextOf(subject) }, [0, 100])),
  ];
}

function emphasizedVoices({ engine }: SynthesisSubject): readonly string[] {
  return engine.voices.filter(({ supportsEmphasis }) => supportsEmphasis).map(({ code }) => code);
}

/** Speaks the same with each emphasis, which must change it. */
async function emphasisProblems(
  subject: SynthesisSubject,
  members: Manner,
  intensities: readonly number[],
): Promise<Problems> {
  const voice = spokenBy(members);
  const problems: string[] = [];
  let before: Float32Array | undefined;
  for (const [index, emphasisIntensity] of intensities.entries()) {
    const what = `${voice} with emphasis ${emphasisIntensity}`;
    try {
      const samples = await speak(subject.engine, unitOf(subject, { ...members, emphasisIntensity }));
      const isSame = before !== undefined && differenceOf(before, samples) === undefined;
      problems.push(
        ...audibleProblems(subject, what, samples, members.voiceCode),
        ...problemIf(peakOf(samples) > 1, `${what}: samples reach ${peakOf(samples)}; the limit is 1.`),
        ...problemIf(
          isSame,
          `${voice}: emphasis ${intensities[index - 1]} and ${emphasisIntensity} sound the same.`,
        ),
      );
      before = samples;
    } catch (error) {
      problems.push(`${what} is refused, although the voice supports emphasis: ${String(error)}`);
    }
  }
  return problems;
}

/** The audio of an emphasized unit has to be as much shorter at a speed as that of any other. */
async function speedProblems(subject: SynthesisSubject): Promise<Verdict> {
  const [voiceCode] = emphasizedVoices(subject);
  if (voiceCode === undefined) return { notApplicable: 'no voice has emphasis' };
  const emphasized = { voiceCode, emphasisIntensity: 100 };
  const plain = await speak(subject.engine, unitOf(subject, emphasized));
  const fast = await speak(subject.engine, unitOf(subject, { ...emphasized, speed: OTHER_SPEED }));
  return lengthProblems(`${voiceCode} with emphasis at speed ${OTHER_SPEED}`, OTHER_SPEED, plain, fast);
}
