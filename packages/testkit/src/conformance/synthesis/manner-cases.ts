import type { SynthesisUnit } from '@parlance/core/engine';
import { type ConformanceCase, type Problems, problemIf, type Verdict } from '../verdict.ts';
import { endProblems } from './edge-levels.ts';
import { peakOf, speak } from './listening.ts';
import { differenceOf } from './same-speech.ts';
import { longTextOf, type SynthesisSubject, unitOf } from './subject.ts';

/** The speed at which a voice is tried beside speed 1. */
const OTHER_SPEED = 1.5;

/** By which voice and how a unit is spoken; its text, if not the sentence. */
type Manner = Partial<SynthesisUnit> & Pick<SynthesisUnit, 'voiceCode'>;

/** Rules about emphasis and pronunciations, of voices that have them. */
export const mannerCases: readonly ConformanceCase<SynthesisSubject>[] = [
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
        ...(await emphasisProblems(subject, { voiceCode: voice.code, text: longTextOf(subject) }, [0, 100])),
      ];
    },
  },
  { name: 'pronunciation/changes-audio', run: pronunciationProblems },
  { name: 'pronunciation/with-emphasis', run: togetherProblems },
];

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
  const last = lastWord(sentence);
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
    ...(await effectProblems(subject, { voiceCode: code, text: longTextOf(subject) })),
    ...(otherVoice ? await effectProblems(subject, { voiceCode: otherVoice.code }) : []),
    ...(await rangeProblems(subject, code, vowels[0] ?? '')),
    ...(await repeatedWordProblems(subject, code, vowels[0] ?? '')),
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
    ...[one, elsewhere, both].flatMap((samples) =>
      audibleProblems(subject, `${code} with a pronunciation`, samples, code),
    ),
    ...rest,
  ];
}

/** Pronounces the last word as a vowel of the voice, which must differ from the word. */
async function effectProblems(subject: SynthesisSubject, members: Manner): Promise<Problems> {
  const pronunciations = lastWordPronounced(subject, members);
  if (pronunciations === undefined) return [`${members.voiceCode} declares no vowel in its sounds.`];
  const written = await speak(subject.engine, unitOf(subject, members));
  const pronounced = await speak(subject.engine, unitOf(subject, { ...members, pronunciations }));
  return problemIf(
    differenceOf(written, pronounced) === undefined,
    `${spokenBy(members)}: a pronunciation sounds like the word itself.`,
  );
}

/** Speaks with emphasis, with a pronunciation, and with both, which must differ from each. */
async function togetherProblems(subject: SynthesisSubject): Promise<Verdict> {
  const voice = subject.engine.voices.find((one) => one.supportsEmphasis && one.sounds !== undefined);
  if (voice === undefined) return { notApplicable: 'no voice has both emphasis and pronunciations' };
  const members = { voiceCode: voice.code };
  const pronunciations = lastWordPronounced(subject, members);
  if (pronunciations === undefined) return [`${voice.code} declares no vowel in its sounds.`];
  const emphasisIntensity = 100;
  const speakWith = (manner: Partial<SynthesisUnit>) =>
    speak(subject.engine, unitOf(subject, { ...members, ...manner }));
  const emphasized = await speakWith({ emphasisIntensity });
  const pronounced = await speakWith({ pronunciations });
  const both = await speakWith({ emphasisIntensity, pronunciations });
  return [
    ...problemIf(
      differenceOf(emphasized, both) === undefined,
      `${voice.code}: a pronunciation has no effect with emphasis.`,
    ),
    ...problemIf(
      differenceOf(pronounced, both) === undefined,
      `${voice.code}: emphasis has no effect with a pronunciation.`,
    ),
    ...audibleProblems(subject, `${voice.code} with emphasis and a pronunciation`, both, voice.code),
  ];
}

/** @returns the last word of the text as the first vowel of the voice; nothing if it has none */
function lastWordPronounced(
  { engine, sentence }: SynthesisSubject,
  { voiceCode, text = sentence }: Manner,
): SynthesisUnit['pronunciations'] {
  const { sounds = [] } = engine.voices.find(({ code }) => code === voiceCode) ?? {};
  const ipa = sounds.find((sound) => VOWEL.test(sound))?.repeat(VOWELS_IN_WORD);
  return ipa === undefined ? undefined : [{ ...lastWord(text), ipa }];
}

function lastWord(text: string): { readonly start: number; readonly end: number } {
  return { start: text.lastIndexOf(' ') + 1, end: text.search(/[^\p{L}\p{M}\p{N}]*$/u) };
}

/** The voice and how it speaks, for the problem of a unit. */
function spokenBy({ voiceCode, speed = 1, text }: Manner): string {
  const at = speed === 1 ? '' : ` at speed ${speed}`;
  return `${voiceCode}${at}${text === undefined ? '' : ' in a long text'}`;
}

/** What a text may begin with that an engine removes, composes or counts in another way: an emoji, marks with more space, a letter with its accent. */
const BEFORE_WORDS = ['\u{1F600} ', '\u201cA\u201d,  ', 'e\u0301 '];

/**
 * Pronounces a word behind characters that change places. What is written there must not matter, so another word must sound the same; an engine
 * that counts in another way keeps a letter of it.
 */
async function rangeProblems(subject: SynthesisSubject, voiceCode: string, vowel: string): Promise<Problems> {
  if (subject.samplesVary) return [];
  const speakWord = (before: string, word: string) =>
    speak(
      subject.engine,
      unitOf(subject, {
        voiceCode,
        text: `${before}${word} ${subject.sentence}`,
        pronunciations: [
          { start: before.length, end: before.length + word.length, ipa: vowel.repeat(VOWELS_IN_WORD) },
        ],
      }),
    );
  const problems: string[] = [];
  for (const before of BEFORE_WORDS) {
    const [one, other] = await Promise.all([speakWord(before, 'Box'), speakWord(before, 'Fox')]);
    problems.push(
      ...problemIf(
        differenceOf(one, other) !== undefined,
        `${voiceCode}: what is written for a pronounced word is heard after ${JSON.stringify(before)}; positions count UTF-16 code units of the text as it is given.`,
      ),
    );
  }
  return problems;
}

/** Pronounces a word that occurs twice, in one place and then in the other: both must differ. */
async function repeatedWordProblems(
  subject: SynthesisSubject,
  voiceCode: string,
  vowel: string,
): Promise<Problems> {
  const word = subject.sentence.slice(0, subject.sentence.indexOf(' '));
  const text = `${subject.sentence} ${word}`;
  const speakAt = (start: number) =>
    speak(
      subject.engine,
      unitOf(subject, {
        voiceCode,
        text,
        pronunciations: [{ start, end: start + word.length, ipa: vowel.repeat(VOWELS_IN_WORD) }],
      }),
    );
  return problemIf(
    differenceOf(await speakAt(0), await speakAt(text.length - word.length)) === undefined,
    `${voiceCode}: where "${word}" occurs twice, a pronunciation of the first sounds like one of the last.`,
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
      const what = `${voiceCode} with the sounds ${some.join(' ')}`;
      problems.push(...audibleProblems(subject, what, samples, voiceCode));
    } catch (error) {
      problems.push(
        `${voiceCode} declares the sounds ${some.join(' ')}, but refuses one of them: ${String(error)}`,
      );
    }
  }
  return problems;
}

/** Checks that there is sound, to its end; `audio/in-range` reports samples beyond 1. */
function audibleProblems(
  { engine }: SynthesisSubject,
  what: string,
  samples: Float32Array,
  voiceCode: string,
): Problems {
  const peak = peakOf(samples);
  const { nativeRateHz = 0 } = engine.voices.find(({ code }) => code === voiceCode) ?? {};
  if (!(peak > 0 && Number.isFinite(peak)))
    return [`${what}: the loudest sample is ${peak}; expected a number above 0.`];
  return endProblems(what, samples, nativeRateHz);
}
