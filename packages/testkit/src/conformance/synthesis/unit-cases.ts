import { measurePitch } from '../../signals/fundamental-frequency.ts';
import { rmsDb } from '../../signals/signal-measures.ts';
import { type ConformanceCase, expectRefusal, type Problems, problemIf } from '../verdict.ts';
import { peakOf, speak } from './listening.ts';
import { differenceOf } from './same-speech.ts';
import { longestUnitOf, longTextOf, type SynthesisSubject, UNKNOWN_VOICE, unitOf } from './subject.ts';

/** The interface allows this relative difference from the requested length. */
const SPEED_TOLERANCE = 0.1;
const SPEEDS = [0.25, 0.5, 0.8, 1.2, 1.5, 1.9];
/** Far enough from 1 that a voice whose samples are only played faster or slower exceeds the limits of pitch. */
const PITCH_SPEEDS: readonly number[] = [0.5, 1.5];
/** The speed at which a long text is spoken too. */
const LONG_SPEED = 1.5;
/** Limits of the pitch at these speeds, relative to that at speed 1. */
const [MIN_PITCH, MAX_PITCH] = [0.7, 1.33];
/** How far the level at a speed may be from that at speed 1. */
const MAX_LEVEL_CHANGE_DB = 6;
/** One code point each, but two UTF-16 code units. */
const WIDE_CHARS = 4;

/** Rules about the limits of a unit, and the effect of its members. */
export const unitCases: readonly ConformanceCase<SynthesisSubject>[] = [
  {
    name: 'unit/counts-code-points',
    run: async (subject) => {
      const points = [...longestUnitOf(subject).text];
      const text = points.slice(0, -WIDE_CHARS).join('') + '\u{1F600}'.repeat(WIDE_CHARS);
      try {
        await speak(subject.engine, unitOf(subject, { text }));
        return [];
      } catch (error) {
        return [
          `A unit of ${points.length} code points in ${text.length} UTF-16 code units is refused; maxUnitChars counts code points: ${String(error)}`,
        ];
      }
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
    name: 'unit/unknown-voice',
    run: async (subject) => {
      const work = speak(subject.engine, unitOf(subject, { voiceCode: UNKNOWN_VOICE }));
      return expectRefusal('An unknown voice', work, ['VOICE_NOT_FOUND']);
    },
  },
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
      return [
        ...problemIf(isSame, `${voice.code}: emphasis 0 and 100 sound the same.`),
        ...audibleProblems(`${voice.code} with emphasis 0`, least),
        ...audibleProblems(`${voice.code} with emphasis 100`, most),
      ];
    },
  },
  { name: 'pronunciation/changes-audio', run: pronunciationProblems },
];

const VOWEL = /^[aeiouɑɛɪɔʊə]/u;
/** A word of this many equal vowels sounds different from every other word. */
const VOWELS_IN_WORD = 3;

/**
 * Pronounces the sentence's first word as the voice's first vowel, and as its last: both must differ from each other and from the word. Then
 * pronounces its last word too, alone and together with the first.
 */
async function pronunciationProblems(subject: SynthesisSubject): Promise<Problems> {
  const voice = subject.engine.voices.find(({ sounds }) => sounds !== undefined);
  if (voice?.sounds === undefined) return [];
  const { code } = voice;
  const vowels = voice.sounds.filter((sound) => VOWEL.test(sound));
  const { sentence } = subject;
  const first = { start: 0, end: sentence.indexOf(' ') };
  const last = { start: sentence.lastIndexOf(' ') + 1, end: sentence.search(/[^\p{L}\p{M}\p{N}]*$/u) };
  const speakAs = (ipa: string | undefined, ...words: readonly (typeof first)[]) => {
    const pronunciations =
      ipa === undefined ? [] : words.map((word) => ({ ...word, ipa: ipa.repeat(VOWELS_IN_WORD) }));
    return speak(subject.engine, unitOf(subject, { voiceCode: code, pronunciations }));
  };
  const [written, one, other] = [
    await speakAs(undefined),
    await speakAs(vowels[0], first),
    await speakAs(vowels.at(-1), first),
  ];
  const [elsewhere, both] = [await speakAs(vowels[0], last), await speakAs(vowels[0], first, last)];
  return [
    ...problemIf(vowels.length < 2, `${code} declares fewer than two vowels in its sounds.`),
    ...problemIf(
      differenceOf(written, one) === undefined,
      `${code}: a pronunciation sounds like the word itself.`,
    ),
    ...problemIf(differenceOf(one, other) === undefined, `${code}: two pronunciations sound the same.`),
    ...problemIf(
      differenceOf(one, elsewhere) === undefined,
      `${code}: a pronunciation of the last word sounds like one of the first.`,
    ),
    ...problemIf(
      differenceOf(one, both) === undefined || differenceOf(elsewhere, both) === undefined,
      `${code}: of two pronunciations in one unit only one is spoken.`,
    ),
    ...[one, elsewhere, both].flatMap((samples) => audibleProblems(`${code} with a pronunciation`, samples)),
  ];
}

async function speedProblems(subject: SynthesisSubject): Promise<Problems> {
  const problems: string[] = [];
  for (const { code, nativeRateHz: sampleRateHz } of subject.engine.voices.slice(0, 2)) {
    const speakAt = (speed: number) => speak(subject.engine, unitOf(subject, { voiceCode: code, speed }));
    const pitchOf = (samples: Float32Array) => measurePitch(samples, { sampleRateHz }).medianHz;
    const plain = await speakAt(1);
    const [plainPeak, plainDb, plainHz] = [peakOf(plain), rmsDb(plain), pitchOf(plain)];
    for (const speed of SPEEDS) {
      const samples = await speakAt(speed);
      const what = `${code} at speed ${speed}`;
      const ratio = (samples.length / plain.length) * speed;
      const levelDb = rmsDb(samples);
      problems.push(
        ...problemIf(
          // A peak beyond 1 at speed 1 too is reported by `audio/in-range`.
          !(plainPeak > 1 || peakOf(samples) <= 1),
          `${what}: a sample is not a number from -1 to 1.`,
        ),
        ...problemIf(
          !(Math.abs(ratio - 1) <= SPEED_TOLERANCE),
          `${what}: the length is ${ratio.toFixed(3)} times the expected one.`,
        ),
        ...problemIf(
          !(Math.abs(levelDb - plainDb) <= MAX_LEVEL_CHANGE_DB),
          `${what}: the level is ${levelDb.toFixed(0)} dB; at speed 1 it is ${plainDb.toFixed(0)} dB.`,
        ),
      );
      if (!PITCH_SPEEDS.includes(speed) || plainHz === 0) continue;
      const hertz = pitchOf(samples);
      problems.push(
        ...problemIf(
          !(hertz >= plainHz * MIN_PITCH && hertz <= plainHz * MAX_PITCH),
          `${what}: the pitch is ${hertz.toFixed(0)} Hz, at speed 1 ${plainHz.toFixed(0)} Hz: speed must not change it.`,
        ),
      );
    }
  }
  return [...problems, ...(await longSpeedProblems(subject))];
}

/** Engines that speak a long text in parts have to pass the speed on to each of them. */
async function longSpeedProblems(subject: SynthesisSubject): Promise<Problems> {
  const speakAt = (speed: number) =>
    speak(subject.engine, unitOf(subject, { text: longTextOf(subject), speed }));
  const ratio = ((await speakAt(LONG_SPEED)).length / (await speakAt(1)).length) * LONG_SPEED;
  return problemIf(
    !(Math.abs(ratio - 1) <= SPEED_TOLERANCE),
    `A long text at speed ${LONG_SPEED}: the length is ${ratio.toFixed(3)} times the expected one.`,
  );
}

/** Checks that there is sound; `audio/in-range` reports samples beyond 1. */
function audibleProblems(what: string, samples: Float32Array): Problems {
  const peak = peakOf(samples);
  return problemIf(
    !(peak > 0 && Number.isFinite(peak)),
    `${what}: the loudest sample is ${peak}; expected a number above 0.`,
  );
}
