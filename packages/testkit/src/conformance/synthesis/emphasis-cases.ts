import type { SynthesisUnit } from '@parlance/core/engine';
import { type ConformanceCase, type Problems, problemIf, type Verdict } from '../verdict.ts';
import { peakOf, speak } from './listening.ts';
import { audibleProblems, type Manner, OTHER_SPEED, spokenBy } from './manner.ts';
import { differenceOf } from './same-speech.ts';
import { longTextOf, type SynthesisSubject, unitOf } from './subject.ts';

/** The interface allows this relative difference from the length that the speed demands. */
const SPEED_TOLERANCE = 0.1;

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
  const speakWith = (manner: Partial<SynthesisUnit>) =>
    speak(subject.engine, unitOf(subject, { voiceCode, ...manner }));
  const [slow, fast] = [
    await speakWith({ emphasisIntensity: 100 }),
    await speakWith({ emphasisIntensity: 100, speed: OTHER_SPEED }),
  ];
  const ratio = (fast.length / slow.length) * OTHER_SPEED;
  return problemIf(
    !(Math.abs(ratio - 1) <= SPEED_TOLERANCE),
    `${voiceCode} with emphasis at speed ${OTHER_SPEED}: the length is ${ratio.toFixed(3)} times the expected one.`,
  );
}
