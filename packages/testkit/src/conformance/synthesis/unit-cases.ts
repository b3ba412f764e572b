import { type ConformanceCase, expectRefusal, type Problems, problemIf, type Verdict } from '../verdict.ts';
import { speak } from './listening.ts';
import { differenceOf, sameSpeechProblems } from './same-speech.ts';
import { firstVoice, longestUnitOf, type SynthesisSubject, unitOf } from './subject.ts';

/** The interface allows the length to differ from the one asked by this part of it. */
const SPEED_TOLERANCE = 0.1;
const SPEEDS = [0.25, 0.5, 0.8, 1.2, 1.5, 1.9];

/** What a unit may hold, and what its members do. */
export const unitCases: readonly ConformanceCase<SynthesisSubject>[] = [
  {
    name: 'unit/nothing-speakable',
    run: async (subject) => {
      const problems: string[] = [];
      for (const text of subject.unspeakable) {
        const samples = await speak(subject.engine, unitOf(subject, { text }));
        if (samples.length > 0)
          problems.push(`${JSON.stringify(text)} gave ${samples.length} samples; none were due.`);
      }
      return problems;
    },
  },
  {
    name: 'unit/longest',
    run: async (subject) => {
      const longest = longestUnitOf(subject);
      const { text } = longest;
      const [whole, one] = [
        await speak(subject.engine, longest),
        await speak(subject.engine, unitOf(subject)),
      ];
      const ratio = whole.length / one.length / (text.length / subject.sentence.length);
      return problemIf(
        !(ratio > 0.7 && ratio < 1.4),
        `${text.length} code points are ${ratio.toFixed(2)} times as long as their share of a sentence.`,
      );
    },
  },
  {
    name: 'unit/too-long',
    run: async (subject) => {
      const text = 'a'.repeat(subject.engine.capabilities.maxUnitChars + 1);
      const work = speak(subject.engine, unitOf(subject, { text }));
      return expectRefusal('A unit beyond maxUnitChars', work, ['TEXT_TOO_LONG']);
    },
  },
  {
    name: 'unit/same-again',
    run: async (subject) => {
      const [once, again] = [
        await speak(subject.engine, unitOf(subject)),
        await speak(subject.engine, unitOf(subject)),
      ];
      return sameSpeechProblems(subject, 'The same unit spoken again', once, again);
    },
  },
  {
    name: 'unit/unknown-voice',
    run: async (subject) => {
      const work = speak(subject.engine, unitOf(subject, { voiceCode: 'no-such-voice' }));
      return expectRefusal('An unknown voice', work, ['VOICE_NOT_FOUND']);
    },
  },
  { name: 'unit/speaks-its-text', run: otherTextProblems },
  { name: 'speed/changes-length', run: speedProblems },
  {
    name: 'emphasis/changes-audio',
    run: async (subject) => {
      const voice = subject.engine.voices.find(({ supportsEmphasis }) => supportsEmphasis);
      if (!voice) return [];
      const speakWith = (emphasisIntensity: number) =>
        speak(subject.engine, unitOf(subject, { voiceCode: voice.code, emphasisIntensity }));
      const [least, most] = [await speakWith(0), await speakWith(100)];
      const isSame = least.length === most.length && least.every((sample, index) => sample === most[index]);
      return problemIf(isSame, `${voice.code}: emphasis 0 and 100 sound the same.`);
    },
  },
  { name: 'pronunciation/changes-audio', run: pronunciationProblems },
  { name: 'parallel/as-alone', run: parallelProblems },
];

/** The words in another order: as many letters, and another sound. */
async function otherTextProblems(subject: SynthesisSubject): Promise<Verdict> {
  if (subject.samplesVary) return { notApplicable: 'a voice never speaks a text the same way twice' };
  const text = subject.sentence.split(' ').reverse().join(' ');
  const [one, other] = [
    await speak(subject.engine, unitOf(subject)),
    await speak(subject.engine, unitOf(subject, { text })),
  ];
  return problemIf(
    differenceOf(one, other) === undefined,
    `${JSON.stringify(subject.sentence)} and ${JSON.stringify(text)} sound the same to the sample.`,
  );
}

const VOWEL = /^[aeiouɑɛɪɔʊə]/u;
/** So many vowels in a row are a word that no voice takes for another. */
const VOWELS_IN_WORD = 3;

/** The sentence's first word said as the voice's first vowel, and as its last: two sounds that are neither alike nor the word. */
async function pronunciationProblems(subject: SynthesisSubject): Promise<Problems> {
  const voice = subject.engine.voices.find(({ sounds }) => sounds !== undefined);
  if (voice?.sounds === undefined) return [];
  const vowels = voice.sounds.filter((sound) => VOWEL.test(sound));
  const end = subject.sentence.indexOf(' ');
  const speakAs = (ipa: string | undefined) => {
    const pronunciations = ipa === undefined ? [] : [{ start: 0, end, ipa: ipa.repeat(VOWELS_IN_WORD) }];
    return speak(subject.engine, unitOf(subject, { voiceCode: voice.code, pronunciations }));
  };
  const [written, one, other] = [
    await speakAs(undefined),
    await speakAs(vowels[0]),
    await speakAs(vowels.at(-1)),
  ];
  return [
    ...problemIf(vowels.length < 2, `${voice.code} declares fewer than two vowels among its sounds.`),
    ...problemIf(
      differenceOf(written, one) === undefined,
      `${voice.code}: a pronunciation sounds as the word does.`,
    ),
    ...problemIf(differenceOf(one, other) === undefined, `${voice.code}: two pronunciations sound the same.`),
  ];
}

async function speedProblems(subject: SynthesisSubject): Promise<Problems> {
  const problems: string[] = [];
  const plain = await speak(subject.engine, unitOf(subject));
  for (const speed of SPEEDS) {
    const samples = await speak(subject.engine, unitOf(subject, { speed }));
    if (!samples.every(Number.isFinite)) problems.push(`Speed ${speed}: a sample is not a finite number.`);
    const ratio = (samples.length / plain.length) * speed;
    if (!(Math.abs(ratio - 1) <= SPEED_TOLERANCE)) {
      problems.push(`Speed ${speed}: the length is ${ratio.toFixed(3)} times the one asked.`);
    }
  }
  return problems;
}

/** More units at once than the engine works on, of two lengths and where it has them of two voices, so that a mix-up shows. */
async function parallelProblems(subject: SynthesisSubject): Promise<Problems> {
  const { engine, sentence } = subject;
  const other = engine.voices[1] ?? firstVoice(subject);
  const units = [
    unitOf(subject),
    unitOf(subject, { voiceCode: other.code, text: sentence.split(' ').slice(0, 2).join(' ') }),
  ];
  const alone: Float32Array[] = [];
  for (const unit of units) alone.push(await speak(engine, unit));
  const count = engine.capabilities.concurrency + 2;
  const together = await Promise.all(
    Array.from({ length: count }, (_, index) => speak(engine, units[index % 2] ?? unitOf(subject))),
  );
  return together.flatMap((samples, index) =>
    sameSpeechProblems(
      subject,
      `Unit ${index + 1} of ${count} at once`,
      alone[index % 2] ?? new Float32Array(),
      samples,
    ),
  );
}
