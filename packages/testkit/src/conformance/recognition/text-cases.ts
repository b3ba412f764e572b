import type { Recognition } from '@parlance/core/engine';
import { peak } from '../../signals/signal-measures.ts';
import { wordErrorRate } from '../../word-error-rate.ts';
import { type ConformanceCase, type Problems, problemIf, type Verdict } from '../verdict.ts';
import { DEFAULT_WORD_ERROR_RATE, type RecognitionSubject, recognizeSpeechOf } from './subject.ts';

/** Silence before and after the speech, as utterances have it that were cut out of a stream. */
const EDGE_SECONDS = 0.5;
/** Peaks at which speech is recognized: full scale, and 24 dB below. */
const LEVELS = [1, 1 / 16] as const;
/** A click, such as of a switch, and the silence between it and the speech. */
const CLICK_SECONDS = 0.005;
const AFTER_CLICK_SECONDS = 0.5;
/** What the converters of cheap sound cards add to each sample. */
const OFFSET = 0.02;
/** What the names of languages look like: BCP 47 primary subtags. */
const LANGUAGE = /^[a-z]{2,3}$/;
const CAPITAL = /\p{Lu}/u;
const SENTENCE_MARK = /[.,!?;:\u3002\uff0c\uff1f\uff01]/u;

/** Rules about the text. */
export const textCases: readonly ConformanceCase<RecognitionSubject>[] = [
  {
    name: 'text/trimmed',
    run: async (subject) => outerProblems(await recognizeSpeechOf(subject)),
  },
  { name: 'text/known', run: knownProblems },
  { name: 'text/any-level', run: levelProblems },
  { name: 'text/after-a-click', run: clickProblems },
  { name: 'text/with-an-offset', run: offsetProblems },
  { name: 'text/punctuated', run: punctuationProblems },
  {
    name: 'text/language',
    run: async (subject) => {
      const { languages } = subject.engine.capabilities;
      const { language } = await recognizeSpeechOf(subject);
      if (language === undefined) return { notApplicable: 'the engine does not report a language' };
      if (subject.speech.text === undefined) return { notApplicable: 'there is no speech with a known text' };
      return [
        ...problemIf(
          !LANGUAGE.test(language),
          `The language is ${JSON.stringify(language)}; expected a primary subtag such as "en".`,
        ),
        ...problemIf(
          !languages.includes('*') && !languages.includes(language),
          `The language is ${JSON.stringify(language)}, which is not in its languages: ${languages.join(', ')}.`,
        ),
      ];
    },
  },
];

/** Checks what does not belong into a text. */
export function outerProblems({ text }: Recognition): Problems {
  return [
    ...problemIf(text !== text.trim(), `There is white space around ${JSON.stringify(text)}.`),
    ...problemIf(/\p{Cc}/u.test(text), `There is a control character in ${JSON.stringify(text)}.`),
  ];
}

/** Recognizes the speech as it is, and between two silences, in which some models make up words. */
async function knownProblems(subject: RecognitionSubject): Promise<Verdict> {
  const { engine, speech } = subject;
  const { samples, text, maxWordErrorRate = DEFAULT_WORD_ERROR_RATE } = speech;
  if (text === undefined) return { notApplicable: 'there is no speech with a known text' };
  const edge = Math.round(EDGE_SECONDS * engine.capabilities.sampleRateHz);
  const framed = new Float32Array(edge + samples.length + edge);
  framed.set(samples, edge);
  const heard = [
    ['The speech', (await recognizeSpeechOf(subject)).text],
    ['The speech between two silences', (await engine.recognize(framed)).text],
  ] as const;
  return heard.flatMap(([what, given]): Problems => {
    const { rate } = wordErrorRate(text, given);
    return problemIf(
      !(rate <= maxWordErrorRate),
      `${what}: ${JSON.stringify(given)} has a word error rate of ${rate.toFixed(2)}; the limit is ${maxWordErrorRate}.`,
    );
  });
}

/** Recognizes the speech at full scale, and of somebody who is far from the microphone. */
async function levelProblems({ engine, speech }: RecognitionSubject): Promise<Verdict> {
  const { samples, text, maxWordErrorRate = DEFAULT_WORD_ERROR_RATE } = speech;
  if (text === undefined) return { notApplicable: 'there is no speech with a known text' };
  const problems: string[] = [];
  for (const level of LEVELS) {
    const gain = level / peak(samples);
    const heard = await engine.recognize(samples.map((sample) => sample * gain));
    const { rate } = wordErrorRate(text, heard.text);
    problems.push(
      ...problemIf(
        !(rate <= maxWordErrorRate),
        `With a peak of ${level} the speech has the text ${JSON.stringify(heard.text)}, a word error rate of ${rate.toFixed(2)}; the limit is ${maxWordErrorRate}.`,
      ),
    );
  }
  return problems;
}

/** Recognizes speech of somebody who is far from the microphone, after a click at full scale. */
async function clickProblems({ engine, speech }: RecognitionSubject): Promise<Verdict> {
  const { sampleRateHz } = engine.capabilities;
  const gain = LEVELS[1] / peak(speech.samples);
  const lead = Math.round(AFTER_CLICK_SECONDS * sampleRateHz);
  const samples = new Float32Array(lead + speech.samples.length);
  samples.fill(1, 0, Math.round(CLICK_SECONDS * sampleRateHz));
  samples.set(
    speech.samples.map((sample) => sample * gain),
    lead,
  );
  return damageProblems('After a click, quiet speech', { engine, speech }, samples);
}

async function offsetProblems({ engine, speech }: RecognitionSubject): Promise<Verdict> {
  const samples = speech.samples.map((sample) => sample * (1 - OFFSET) + OFFSET);
  return damageProblems(`With ${OFFSET} added to each sample, the speech`, { engine, speech }, samples);
}

async function damageProblems(
  what: string,
  { engine, speech }: Pick<RecognitionSubject, 'engine' | 'speech'>,
  samples: Float32Array,
): Promise<Verdict> {
  const { text, maxWordErrorRate = DEFAULT_WORD_ERROR_RATE } = speech;
  if (text === undefined) return { notApplicable: 'there is no speech with a known text' };
  const heard = await engine.recognize(samples);
  const { rate } = wordErrorRate(text, heard.text);
  return problemIf(
    !(rate <= maxWordErrorRate),
    `${what} has the text ${JSON.stringify(heard.text)}, a word error rate of ${rate.toFixed(2)}; the limit is ${maxWordErrorRate}.`,
  );
}

/** A transcript has the capitals and the punctuation that such an engine returns, and no others. */
async function punctuationProblems(subject: RecognitionSubject): Promise<Verdict> {
  const { text: due } = subject.speech;
  if (!subject.engine.capabilities.punctuated)
    return { notApplicable: 'the engine does not declare punctuation' };
  if (due === undefined || !CAPITAL.test(due) || !SENTENCE_MARK.test(due))
    return { notApplicable: 'the text of the speech has no capitals or no punctuation' };
  const { text } = await recognizeSpeechOf(subject);
  return problemIf(
    !CAPITAL.test(text) || !SENTENCE_MARK.test(text),
    `It declares capitals and punctuation, but ${JSON.stringify(text)} lacks one of them.`,
  );
}
