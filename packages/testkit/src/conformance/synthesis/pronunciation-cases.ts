import type { SynthesisUnit } from '@parlance/core/engine';
import { type ConformanceCase, type Problems, problemIf, type Verdict } from '../verdict.ts';
import { speak } from './listening.ts';
import { audibleProblems, type Manner, spokenBy, VOWEL, VOWELS_IN_WORD } from './manner.ts';
import { differenceOf } from './same-speech.ts';
import { OTHER_SPEED } from './speed.ts';
import { longTextOf, type SynthesisSubject, unitOf } from './subject.ts';

/** Rules about the effect of pronunciations, of voices that accept them. */
export const pronunciationCases: readonly ConformanceCase<SynthesisSubject>[] = [
  { name: 'pronunciation/changes-audio', run: pronunciationProblems },
  { name: 'pronunciation/with-emphasis', run: togetherProblems },
];

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
  const between = subject.engine.voices.find((one) => one.code !== code);
  if (between) await speak(subject.engine, unitOf(subject, { voiceCode: between.code }));
  const later = await speakAs(vowels[0], first);
  const rest = [
    ...(await effectProblems(subject, { voiceCode: code, speed: OTHER_SPEED })),
    ...(await effectProblems(subject, { voiceCode: code, text: longTextOf(subject) })),
    ...(otherVoice ? await effectProblems(subject, { voiceCode: otherVoice.code }) : []),
  ];
  return [
    ...problemIf(vowels.length < 2, `${code} declares fewer than two vowels in its sounds.`),
    ...problemIf(
      differenceOf(written, one) === undefined,
      `${code}: a pronunciation sounds like the word itself.`,
    ),
    ...problemIf(
      differenceOf(written, later) === undefined,
      `${code}: after ${between?.code} has spoken, a pronunciation sounds like the word itself.`,
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
