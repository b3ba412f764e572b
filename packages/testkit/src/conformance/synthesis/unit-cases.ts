import type { SynthesisUnit } from '@parlance/core/engine';
import { measurePitch } from '../../signals/fundamental-frequency.ts';
import { rmsDb } from '../../signals/signal-measures.ts';
import { type ConformanceCase, expectRefusal, type Problems, problemIf } from '../verdict.ts';
import { peakOf, speak } from './listening.ts';
import { differenceOf } from './same-speech.ts';
import { longestUnitOf, longTextOf, type SynthesisSubject, UNKNOWN_VOICE, unitOf } from './subject.ts';

/** The interface allows this relative difference from the requested length. */
const SPEED_TOLERANCE = 0.1;
const SPEEDS = [0.25, 0.35, 0.5, 0.8, 1.2, 1.5, 1.9];
/** Far enough from 1 that a voice whose samples are only played faster or slower exceeds the limits of pitch. */
const PITCH_SPEEDS: readonly number[] = [0.5, 1.5];
/** The speed at which a long text is spoken too. */
const LONG_SPEED = 1.5;
/** The speed at which a voice is tried beside speed 1. */
const OTHER_SPEED = 1.5;
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
      const [voice, ...others] = subject.engine.voices.filter(({ supportsEmphasis }) => supportsEmphasis);
      if (!voice) return [];
      const other = others.at(-1);
      return [
        ...(await emphasisProblems(subject, { voiceCode: voice.code }, [0, 50, 100])),
        ...(await emphasisProblems(subject, { voiceCode: voice.code, speed: OTHER_SPEED }, [0, 100])),
        ...(other ? await emphasisProblems(subject, { voiceCode: other.code }, [0, 100]) : []),
      ];
    },
  },
  { name: 'pronunciation/changes-audio', run: pronunciationProblems },
];

/** Speaks the same with each emphasis, which must change it. */
async function emphasisProblems(
  subject: SynthesisSubject,
  members: Partial<SynthesisUnit> & { readonly voiceCode: string },
  intensities: readonly number[],
): Promise<Problems> {
  const { voiceCode, speed = 1 } = members;
  const voice = speed === 1 ? voiceCode : `${voiceCode} at speed ${speed}`;
  const problems: string[] = [];
  let before: Float32Array | undefined;
  for (const [index, emphasisIntensity] of intensities.entries()) {
    const what = `${voice} with emphasis ${emphasisIntensity}`;
    try {
      const samples = await speak(subject.engine, unitOf(subject, { ...members, emphasisIntensity }));
      const isSame = before !== undefined && differenceOf(before, samples) === undefined;
      problems.push(
        ...audibleProblems(what, samples),
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

const VOWEL = /^[aeiouɑɛɪɔʊə]/u;
/** A word of this many equal vowels sounds different from every other word. */
const VOWELS_IN_WORD = 3;
/** How many of a voice's sounds are tried in one word. */
const SOUNDS_IN_WORD = 8;

/**
 * Pronounces the sentence's first word as the voice's first vowel, and as its last: both must differ from each other and from the word. Then
 * pronounces its last word too, alone and together with the first.
 */
async function pronunciationProblems(subject: SynthesisSubject): Promise<Problems> {
  const [voice, ...others] = subject.engine.voices.filter(({ sounds }) => sounds !== undefined);
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
  const otherVoice = others.at(-1);
  const rest = [
    ...(await effectProblems(subject, { voiceCode: code, speed: OTHER_SPEED })),
    ...(otherVoice ? await effectProblems(subject, { voiceCode: otherVoice.code }) : []),
    ...(await rangeProblems(subject, code, vowels[0] ?? '')),
    ...(await everySoundProblems(subject, code, voice.sounds)),
  ];
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
    ...rest,
  ];
}

/** Pronounces the sentence's first word as a vowel of the voice, which must differ from the word. */
async function effectProblems(
  subject: SynthesisSubject,
  members: Partial<SynthesisUnit> & { readonly voiceCode: string },
): Promise<Problems> {
  const { voiceCode, speed = 1 } = members;
  const { sounds = [] } = subject.engine.voices.find(({ code }) => code === voiceCode) ?? {};
  const ipa = sounds.find((sound) => VOWEL.test(sound));
  if (ipa === undefined) return [`${voiceCode} declares no vowel in its sounds.`];
  const word = { start: 0, end: subject.sentence.indexOf(' '), ipa: ipa.repeat(VOWELS_IN_WORD) };
  const written = await speak(subject.engine, unitOf(subject, members));
  const pronounced = await speak(subject.engine, unitOf(subject, { ...members, pronunciations: [word] }));
  return problemIf(
    differenceOf(written, pronounced) === undefined,
    `${voiceCode} at speed ${speed}: a pronunciation sounds like the word itself.`,
  );
}

/**
 * Pronounces a word after a character of two UTF-16 code units. What is written there must not matter, so another word must sound the same; an
 * engine that counts code points keeps a letter of it.
 */
async function rangeProblems(subject: SynthesisSubject, voiceCode: string, vowel: string): Promise<Problems> {
  if (subject.samplesVary) return [];
  const before = '\u{1F600} ';
  const spoken = ['Box', 'Fox'].map((word) =>
    speak(
      subject.engine,
      unitOf(subject, {
        voiceCode,
        text: `${before}${word} ${subject.sentence}`,
        pronunciations: [
          { start: before.length, end: before.length + word.length, ipa: vowel.repeat(VOWELS_IN_WORD) },
        ],
      }),
    ),
  );
  const [one, other] = await Promise.all(spoken);
  return problemIf(
    one === undefined || other === undefined || differenceOf(one, other) !== undefined,
    `${voiceCode}: what is written for a pronounced word is heard after an emoji; positions count UTF-16 code units.`,
  );
}

/** Pronounces the sentence's first word with each sound that the voice declares, a few at a time. */
async function everySoundProblems(
  subject: SynthesisSubject,
  voiceCode: string,
  sounds: readonly string[],
): Promise<Problems> {
  const problems: string[] = [];
  for (let from = 0; from < sounds.length; from += SOUNDS_IN_WORD) {
    const some = sounds.slice(from, from + SOUNDS_IN_WORD);
    const word = { start: 0, end: subject.sentence.indexOf(' '), ipa: some.join('') };
    try {
      const samples = await speak(subject.engine, unitOf(subject, { voiceCode, pronunciations: [word] }));
      problems.push(...audibleProblems(`${voiceCode} with the sounds ${some.join(' ')}`, samples));
    } catch (error) {
      problems.push(
        `${voiceCode} declares the sounds ${some.join(' ')}, but refuses one of them: ${String(error)}`,
      );
    }
  }
  return problems;
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
  return [...problems, ...(await lastVoiceSpeedProblems(subject)), ...(await longSpeedProblems(subject))];
}

/** The last voice is a model of its own in some engines, with settings of its own. */
async function lastVoiceSpeedProblems(subject: SynthesisSubject): Promise<Problems> {
  const voice = subject.engine.voices.slice(2).at(-1);
  if (voice === undefined) return [];
  const lengthAt = async (speed: number) =>
    (await speak(subject.engine, unitOf(subject, { voiceCode: voice.code, speed }))).length;
  const ratio = ((await lengthAt(OTHER_SPEED)) / (await lengthAt(1))) * OTHER_SPEED;
  return problemIf(
    !(Math.abs(ratio - 1) <= SPEED_TOLERANCE),
    `${voice.code} at speed ${OTHER_SPEED}: the length is ${ratio.toFixed(3)} times the expected one.`,
  );
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
