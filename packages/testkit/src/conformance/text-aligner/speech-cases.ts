import type { TextAligner, WordRange } from '@parlance/core/engine';
import { type ConformanceCase, expectRefusal, type Problems, problemIf } from '../verdict.ts';
import { align, changeProblems, orderProblems, timeProblems, wordRanges } from './align.ts';
import type { TextAlignerSubject } from './subject.ts';

/** BCP 47 primary subtags. */
const LANGUAGE = /^[a-z]{2,3}$/;

/** Rules about the speech, the text and the times of its words. */
export const speechCases: readonly ConformanceCase<TextAlignerSubject>[] = [
  { name: 'capabilities/declared', run: declaredProblems },
  {
    name: 'words/times',
    run: async (subject) => {
      const found = await align(subject);
      return [...orderProblems(found, subject), ...timeProblems(found, subject, subject.speech)];
    },
  },
  {
    name: 'words/mark-that-stands-alone',
    run: async (subject) => {
      const { speech } = subject;
      const text = `${speech.text} \u2014`;
      const words = wordRanges(text);
      const found = await align(subject, { text, words });
      const mark = found.at(-1);
      return [
        ...problemIf(
          found.length !== words.length || mark === undefined || mark.endSeconds > mark.startSeconds,
          'A separate dash has a duration, although it is silent.',
        ),
        ...timeProblems(found.slice(0, -1), subject, speech),
      ];
    },
  },
  {
    name: 'words/none',
    run: async (subject) =>
      problemIf((await align(subject, { words: [] })).length > 0, 'There are times without words.'),
  },
  {
    name: 'speech/silence',
    run: async (subject) =>
      orderProblems(
        await align(subject, { samples: new Float32Array(subject.speech.samples.length) }),
        subject,
      ),
  },
  {
    name: 'speech/none',
    run: async (subject) => orderProblems(await align(subject, { samples: new Float32Array(0) }), subject, 0),
  },
  {
    name: 'speech/longest',
    run: async (subject) => {
      const { samples, sampleRateHz } = subject.speech;
      const { maxSeconds } = subject.engine.capabilities;
      const longest = new Float32Array(Math.floor(maxSeconds * sampleRateHz));
      longest.set(samples);
      return orderProblems(await align(subject, { samples: longest }), subject, maxSeconds);
    },
  },
  { name: 'speech/other-rate', run: rateProblems },
  { name: 'speech/view-of-a-buffer', run: viewProblems },
  { name: 'languages/with-and-without-region', run: regionProblems },
  {
    name: 'refuses/too-long',
    run: async (subject) => {
      const { sampleRateHz } = subject.speech;
      const samples = new Float32Array(Math.ceil(subject.engine.capabilities.maxSeconds * sampleRateHz) + 1);
      return expectRefusal('Speech beyond maxSeconds', align(subject, { samples }), ['INVALID_INPUT']);
    },
  },
  {
    name: 'refuses/low-rate',
    run: async (subject) =>
      expectRefusal('A rate of 4000 Hz', align(subject, { sampleRateHz: 4000 }), ['INVALID_INPUT']),
  },
  {
    name: 'refuses/wrong-ranges',
    run: async (subject) => {
      const { text } = subject.speech;
      const wrong: readonly WordRange[][] = [
        [{ start: 0, end: text.length + 1 }],
        [{ start: 1, end: 1 }],
        wordRanges(text).toReversed(),
      ];
      const refusals = wrong.map((words) =>
        expectRefusal(`Words at ${JSON.stringify(words)}`, align(subject, { words }), ['INVALID_INPUT']),
      );
      return (await Promise.all(refusals)).flat();
    },
  },
  {
    name: 'refuses/other-language',
    run: async (subject) =>
      expectRefusal('An unknown language', align(subject, { languageCode: 'qqq' }), [
        'LANGUAGE_NOT_SUPPORTED',
      ]),
  },
];

async function declaredProblems({ engine }: { readonly engine: TextAligner }): Promise<Problems> {
  const before = JSON.stringify(engine.capabilities);
  const { languages, maxSeconds, concurrency } = engine.capabilities;
  await engine.warm();
  await engine.warm();
  return [
    ...problemIf(
      languages.length === 0 || !languages.every((language) => LANGUAGE.test(language)),
      `Its languages are ${JSON.stringify(languages)}; expected primary subtags such as "en".`,
    ),
    ...problemIf(
      !(maxSeconds >= 1 && Number.isFinite(maxSeconds)),
      `Its longest speech is ${maxSeconds} s; expected a number of at least 1.`,
    ),
    ...problemIf(!(Number.isInteger(concurrency) && concurrency >= 1), `Its concurrency is ${concurrency}.`),
    ...problemIf(JSON.stringify(engine.capabilities) !== before, 'Warming changed the capabilities.'),
  ];
}

/** Aligns the speech at twice its rate, with the mean of its neighbours as each new sample. */
async function rateProblems(subject: TextAlignerSubject): Promise<Problems> {
  const { samples, sampleRateHz } = subject.speech;
  const doubled = Float32Array.from({ length: samples.length * 2 }, (_, at) => {
    const [one, next] = [samples[at >> 1] ?? 0, samples[(at + 1) >> 1] ?? 0];
    return (one + next) / 2;
  });
  const found = await align(subject, { samples: doubled, sampleRateHz: sampleRateHz * 2 });
  return [
    ...orderProblems(found, subject),
    ...timeProblems(found, subject, subject.speech).map((problem) => `At twice the rate: ${problem}`),
  ];
}

/** The speech is a part of a larger buffer, as in a caller who reads into one. */
async function viewProblems(subject: TextAlignerSubject): Promise<Problems> {
  const { samples } = subject.speech;
  const view = new Float32Array(samples.length * 2).fill(0.5).subarray(1, samples.length + 1);
  view.set(samples);
  const [alone, viewed] = [await align(subject), await align(subject, { samples: view })];
  return changeProblems('As a view of a larger buffer', alone, viewed);
}

/** Speech may be in a region of the aligner's language, or in the language as such. */
async function regionProblems(subject: TextAlignerSubject): Promise<Problems> {
  const { language, region } = new Intl.Locale(subject.speech.languageCode).maximize();
  const problems: string[] = [];
  for (const languageCode of [language, `${language}-${region}`]) {
    try {
      const found = await align(subject, { languageCode });
      problems.push(...orderProblems(found, subject).map((problem) => `${languageCode}: ${problem}`));
    } catch (error) {
      problems.push(`${languageCode} is refused, although the speech is in this language: ${String(error)}`);
    }
  }
  return problems;
}
