import { type ConformanceCase, expectRefusal, type Problems, problemIf, type Verdict } from '../verdict.ts';
import { speak } from './listening.ts';
import { differenceOf, sameSpeechProblems } from './same-speech.ts';
import { firstVoice, longestUnitOf, type SynthesisSubject, unitOf } from './subject.ts';

/** The interface allows this relative difference from the requested length. */
const SPEED_TOLERANCE = 0.1;
const SPEEDS = [0.25, 0.5, 0.8, 1.2, 1.5, 1.9];

/** Rules about the content of a unit, and the effect of its members. */
export const unitCases: readonly ConformanceCase<SynthesisSubject>[] = [
  {
    name: 'unit/nothing-speakable',
    run: async (subject) => {
      const problems: string[] = [];
      for (const text of subject.unspeakable) {
        const samples = await speak(subject.engine, unitOf(subject, { text }));
        if (samples.length > 0)
          problems.push(`${JSON.stringify(text)} has ${samples.length} samples; expected none.`);
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
        `The audio of ${text.length} code points has ${ratio.toFixed(2)} times the length expected from a shorter sentence.`,
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
      return sameSpeechProblems(subject, 'The same unit synthesized again', once, again);
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

/** Compares the sentence with its words in reverse order, which have the same letters but another sound. */
async function otherTextProblems(subject: SynthesisSubject): Promise<Verdict> {
  if (subject.samplesVary) return { notApplicable: "the engine's audio differs each time" };
  const text = subject.sentence.split(' ').reverse().join(' ');
  const [one, other] = [
    await speak(subject.engine, unitOf(subject)),
    await speak(subject.engine, unitOf(subject, { text })),
  ];
  return problemIf(
    differenceOf(one, other) === undefined,
    `${JSON.stringify(subject.sentence)} and ${JSON.stringify(text)} have identical samples.`,
  );
}

const VOWEL = /^[aeiouɑɛɪɔʊə]/u;
/** A word of this many equal vowels sounds different from every other word. */
const VOWELS_IN_WORD = 3;

/** Pronounces the sentence's first word as the voice's first vowel, and as its last: both must differ from each other and from the word. */
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
    ...problemIf(vowels.length < 2, `${voice.code} declares fewer than two vowels in its sounds.`),
    ...problemIf(
      differenceOf(written, one) === undefined,
      `${voice.code}: a pronunciation sounds like the word itself.`,
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
      problems.push(`Speed ${speed}: the length is ${ratio.toFixed(3)} times the expected one.`);
    }
  }
  return problems;
}

/** Synthesizes more parallel units than the engine's concurrency, with two lengths and if possible two voices, so that a mix-up shows. */
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
      `Unit ${index + 1} of ${count} in parallel`,
      alone[index % 2] ?? new Float32Array(),
      samples,
    ),
  );
}
