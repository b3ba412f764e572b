import type { Pronunciation } from '@parlance/core/engine';
import { type ConformanceCase, type Problems, problemIf, unlessRefused } from '../verdict.ts';
import { speak } from './listening.ts';
import { audibleProblems, VOWEL, VOWELS_IN_WORD } from './manner.ts';
import { differenceOf, sameSpeechProblems } from './same-speech.ts';
import { type SynthesisSubject, unitOf } from './subject.ts';

/** How many of a voice's sounds are tried in one word. */
const SOUNDS_IN_WORD = 8;
/** What a text may begin with that an engine removes, composes or counts in another way: an emoji, marks with more space, a letter with its accent. */
const BEFORE_WORDS = ['\u{1F600} ', '\u201cA\u201d,  ', 'e\u0301 '];
/** Words of one length. */
const [ONE_WORD, OTHER_WORD] = ['Box', 'Fox'];
/** What has no sound in a pronunciation: brackets, ties, marks between syllables and words. */
const SILENT_SPELLINGS: readonly ((vowel: string) => string)[] = [
  (vowel) => `/${vowel}.${vowel} ${vowel}/`,
  (vowel) => `[${vowel}\u203f${vowel}|${vowel}]`,
];
/** Stress, as IPA marks it and as keyboards have it. */
const STRESSED_SPELLINGS: readonly ((vowel: string) => string)[] = [
  (vowel) => `\u02c8${vowel}\u02cc${vowel}${vowel}`,
  (vowel) => `'${vowel},${vowel}${vowel}`,
];

/** The first voice that accepts pronunciations. */
interface PronouncingVoice {
  readonly code: string;
  readonly sounds: readonly string[];
  /** A word of one of its vowels. */
  readonly word: string;
  readonly speak: (text: string, ...pronunciations: readonly Pronunciation[]) => Promise<Float32Array>;
}

/** Rules about the words that are pronounced, and how their sounds are spelled. */
export const pronouncedWordCases: readonly ConformanceCase<SynthesisSubject>[] = [
  voiceCase('pronunciation/at-its-place', async (subject, voice) => [
    ...(await repeatedWordProblems(subject, voice)),
    // What is written for a pronounced word must not matter, which can be told by equal samples.
    ...(subject.samplesVary ? [] : await writtenWordProblems(subject, voice)),
  ]),
  voiceCase('pronunciation/any-spelling', spellingProblems),
  voiceCase('pronunciation/any-sounds', everySoundProblems),
];

function voiceCase(
  name: string,
  run: (subject: SynthesisSubject, voice: PronouncingVoice) => Promise<Problems>,
): ConformanceCase<SynthesisSubject> {
  return {
    name,
    run: async (subject) => {
      const { code = '', sounds } = subject.engine.voices.find((voice) => voice.sounds !== undefined) ?? {};
      if (sounds === undefined) return { notApplicable: 'no voice accepts pronunciations' };
      const word = sounds.find((sound) => VOWEL.test(sound))?.repeat(VOWELS_IN_WORD);
      if (word === undefined) return [`${code} declares no vowel in its sounds.`];
      const speakText: PronouncingVoice['speak'] = (text, ...pronunciations) =>
        speak(subject.engine, unitOf(subject, { voiceCode: code, text, pronunciations }));
      return run(subject, { code, sounds, word, speak: speakText });
    },
  };
}

/** Pronounces a word that occurs twice, in one place and then in the other: both must differ. */
async function repeatedWordProblems(
  { sentence }: SynthesisSubject,
  voice: PronouncingVoice,
): Promise<Problems> {
  const word = sentence.slice(0, sentence.indexOf(' '));
  const text = `${sentence} ${word}`;
  const speakAt = (start: number) => voice.speak(text, { start, end: start + word.length, ipa: voice.word });
  return problemIf(
    differenceOf(await speakAt(0), await speakAt(text.length - word.length)) === undefined,
    `${voice.code}: where "${word}" occurs twice, a pronunciation of the first sounds like one of the last.`,
  );
}

/**
 * Pronounces a word behind characters that change places, and then two words. Other words that are written there must sound the same; an engine
 * that counts in another way keeps letters of them.
 */
async function writtenWordProblems(
  { sentence }: SynthesisSubject,
  voice: PronouncingVoice,
): Promise<Problems> {
  const speakBehind = (before: string, word: string) =>
    voice.speak(`${before}${word} ${sentence}`, {
      start: before.length,
      end: before.length + word.length,
      ipa: voice.word,
    });
  const speakBoth = (first: string, last: string) => {
    const text = `${first} ${sentence} ${last}`;
    return voice.speak(
      text,
      // Longer than the word, so that what follows it is moved.
      { start: 0, end: first.length, ipa: voice.word.repeat(2) },
      { start: text.length - last.length, end: text.length, ipa: voice.word },
    );
  };
  const problems: string[] = [];
  for (const before of BEFORE_WORDS) {
    const [one, other] = await Promise.all([speakBehind(before, ONE_WORD), speakBehind(before, OTHER_WORD)]);
    problems.push(
      ...problemIf(
        differenceOf(one, other) !== undefined,
        `${voice.code}: what is written for a pronounced word is heard after ${JSON.stringify(before)}; positions count UTF-16 code units of the text as it is given.`,
      ),
    );
  }
  const [one, other] = [await speakBoth(ONE_WORD, OTHER_WORD), await speakBoth(OTHER_WORD, ONE_WORD)];
  return [
    ...problems,
    ...problemIf(
      differenceOf(one, other) !== undefined,
      `${voice.code}: what is written for the second of two pronounced words is heard; its position is that in the text as it is given.`,
    ),
  ];
}

/** Spells a pronunciation in other ways, all of which `splitSounds` understands. */
async function spellingProblems(subject: SynthesisSubject, voice: PronouncingVoice): Promise<Problems> {
  const { sentence } = subject;
  const [vowel = ''] = voice.sounds.filter((sound) => VOWEL.test(sound));
  const speakAs = (ipa: string) => voice.speak(sentence, { start: 0, end: sentence.indexOf(' '), ipa });
  const plain = await speakAs(voice.word);
  const problems: string[] = [];
  for (const spell of [...SILENT_SPELLINGS, ...STRESSED_SPELLINGS]) {
    const ipa = spell(vowel);
    const what = `${voice.code} with the pronunciation ${JSON.stringify(ipa)}`;
    const found = await unlessRefused(`${what} is refused, although splitSounds understands it`, async () => {
      const samples = await speakAs(ipa);
      return SILENT_SPELLINGS.includes(spell)
        ? sameSpeechProblems(subject, what, plain, samples)
        : audibleProblems(subject, what, samples, voice.code);
    });
    problems.push(...found);
  }
  return problems;
}

/** Pronounces the sentence's first word with each sound that the voice declares, a few at a time. */
async function everySoundProblems(
  subject: SynthesisSubject,
  { code, sounds, speak: speakText }: PronouncingVoice,
): Promise<Problems> {
  const { sentence } = subject;
  const problems: string[] = [];
  for (let from = 0; from < sounds.length; from += SOUNDS_IN_WORD) {
    const some = sounds.slice(from, from + SOUNDS_IN_WORD);
    const what = `${code} with the sounds ${some.join(' ')}`;
    const refusal = `${code} declares the sounds ${some.join(' ')}, but refuses one of them`;
    const found = await unlessRefused(refusal, async () => {
      const samples = await speakText(sentence, { start: 0, end: sentence.indexOf(' '), ipa: some.join('') });
      return audibleProblems(subject, what, samples, code);
    });
    problems.push(...found);
  }
  return problems;
}
