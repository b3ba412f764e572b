import type { Recognition, RecognitionCapabilities } from '@parlance/core/engine';
import { atLevel, LEVELS, OFFSET, withOffset } from '../../signals/speech-conditions.ts';
import { type ConformanceCase, type Problems, problemIf, type Verdict } from '../verdict.ts';
import { misheardProblems } from './misheard.ts';
import { type RecognitionSubject, recognizeSpeechOf } from './subject.ts';

/** Silence before and after the speech, as utterances have it that were cut out of a stream. */
const EDGE_SECONDS = 0.5;
/** A click, such as of a switch, and the silence between it and the speech. */
const CLICK_SECONDS = 0.005;
const AFTER_CLICK_SECONDS = 0.5;
/** Peak of speech whose microphone is set too high; at 6 dB too much it is distorted, but easily understood. */
const CLIPPED_LEVEL = 2;
/** What the names of languages look like: BCP 47 primary subtags. */
const LANGUAGE = /^[a-z]{2,3}$/;
const CAPITAL = /\p{Lu}/u;
const SENTENCE_MARK = /[.,!?;:\u3002\uff0c\uff1f\uff01]/u;

/** Rules about the text. */
export const textCases: readonly ConformanceCase<RecognitionSubject>[] = [
  {
    name: 'text/trimmed',
    run: async (subject) => strayCharacterProblems(await recognizeSpeechOf(subject)),
  },
  { name: 'text/known', run: knownProblems },
  { name: 'text/any-level', run: levelProblems },
  { name: 'text/after-a-click', run: clickProblems },
  { name: 'text/with-an-offset', run: offsetProblems },
  { name: 'text/clipped', run: clippedProblems },
  { name: 'text/punctuated', run: punctuationProblems },
  {
    name: 'text/language',
    run: async (subject) => {
      const { languages } = subject.engine.capabilities;
      const { language } = await recognizeSpeechOf(subject);
      if (language === undefined) return { notApplicable: 'the engine does not report a language' };
      if (subject.speech.text === undefined) return { notApplicable: 'there is no speech with a known text' };
      return [
        ...languageProblems({ language }),
        ...problemIf(
          !languages.includes('*') && !languages.includes(language),
          `The language is ${JSON.stringify(language)}, which is not in its languages: ${languages.join(', ')}.`,
        ),
      ];
    },
  },
];

/** Checks that a text has no white space around it, and no control characters. */
export function strayCharacterProblems({ text }: Recognition): Problems {
  return [
    ...problemIf(text !== text.trim(), `There is white space around ${JSON.stringify(text)}.`),
    ...problemIf(/\p{Cc}/u.test(text), `There is a control character in ${JSON.stringify(text)}.`),
  ];
}

/** Checks how a language is named, if one is reported. */
export function languageProblems({ language }: Pick<Recognition, 'language'>): Problems {
  return problemIf(
    language !== undefined && !LANGUAGE.test(language),
    `The language is ${JSON.stringify(language)}; expected a primary subtag such as "en", or none.`,
  );
}

/** Recognizes the speech as it is, and between two silences, in which some models make up words. */
async function knownProblems(subject: RecognitionSubject): Promise<Verdict> {
  const { samples } = subject.speech;
  const edge = Math.round(EDGE_SECONDS * subject.engine.capabilities.sampleRateHz);
  const framed = new Float32Array(edge + samples.length + edge);
  framed.set(samples, edge);
  return misheardProblems(subject, [
    ['The speech', samples.slice()],
    ['The speech between two silences', framed],
  ]);
}

function levelProblems(subject: RecognitionSubject): Promise<Verdict> {
  const { samples } = subject.speech;
  return misheardProblems(
    subject,
    LEVELS.map((level) => [`The speech with a peak of ${level}`, atLevel(samples, level)]),
  );
}

/** Recognizes speech of somebody who is far from the microphone, after a click at full scale. */
function clickProblems(subject: RecognitionSubject): Promise<Verdict> {
  const { sampleRateHz } = subject.engine.capabilities;
  const quiet = atLevel(subject.speech.samples, LEVELS[1]);
  const lead = Math.round(AFTER_CLICK_SECONDS * sampleRateHz);
  const samples = new Float32Array(lead + quiet.length);
  samples.fill(1, 0, Math.round(CLICK_SECONDS * sampleRateHz));
  samples.set(quiet, lead);
  return misheardProblems(subject, [['Quiet speech after a click', samples]]);
}

function offsetProblems(subject: RecognitionSubject): Promise<Verdict> {
  return misheardProblems(subject, [
    [`The speech with ${OFFSET} added to each sample`, withOffset(subject.speech.samples)],
  ]);
}

/** Somebody speaks into a microphone that is set too high. */
function clippedProblems(subject: RecognitionSubject): Promise<Verdict> {
  const loud = atLevel(subject.speech.samples, CLIPPED_LEVEL);
  return misheardProblems(subject, [
    [
      `The speech ${CLIPPED_LEVEL} times as loud as full scale, and clipped,`,
      loud.map((sample) => Math.max(-1, Math.min(1, sample))),
    ],
  ]);
}

/** A transcript has the capitals and the punctuation that such an engine returns, and no others. */
async function punctuationProblems(subject: RecognitionSubject): Promise<Verdict> {
  const { text: due } = subject.speech;
  if (!subject.engine.capabilities.punctuated)
    return { notApplicable: 'the engine does not declare punctuation' };
  if (due === undefined || !isPunctuated(due))
    return { notApplicable: 'the text of the speech has no capitals or no punctuation' };
  return unpunctuatedProblems(subject.engine.capabilities, due, (await recognizeSpeechOf(subject)).text);
}

const isPunctuated = (text: string): boolean => CAPITAL.test(text) && SENTENCE_MARK.test(text);

/** @param due the known text, which may have no capitals or no punctuation itself */
export function unpunctuatedProblems(
  { punctuated }: RecognitionCapabilities,
  due: string,
  text: string,
): Problems {
  return problemIf(
    punctuated && isPunctuated(due) && !isPunctuated(text),
    `It declares capitals and punctuation, but ${JSON.stringify(text)} lacks one of them.`,
  );
}
