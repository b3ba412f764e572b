import type { AlignedWord, TextAligner, WordRange } from '@parlance/core/engine';
import { peak } from '../../signals/signal-measures.ts';
import { type ConformanceCase, expectRefusal, type Problems, problemIf, type Verdict } from '../verdict.ts';
import { align, changeProblems, orderProblems, timeProblems, wordRanges } from './align.ts';
import type { TextAlignerSubject } from './subject.ts';

/** BCP 47 primary subtags. */
const LANGUAGE = /^[a-z]{2,3}$/;
/** A name that no dictionary has. */
const UNKNOWN_WORD = 'Zorblax';
/** Peaks at which speech is aligned: full scale, and 24 dB below. */
const LEVELS = [1, 1 / 16] as const;
/** A pause of somebody who thinks. */
const PAUSE_SECONDS = 2;

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
  { name: 'words/any-spelling', run: spellingProblems },
  {
    name: 'words/unknown',
    run: async (subject) => {
      const words = subject.speech.text.split(' ');
      const text = words.with(Math.floor(words.length / 2), UNKNOWN_WORD).join(' ');
      try {
        return orderProblems(await align(subject, { text, words: wordRanges(text) }), subject);
      } catch (error) {
        return [`A text with a word that no dictionary has is refused: ${String(error)}`];
      }
    },
  },
  { name: 'words/said-twice', run: twiceProblems },
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
  { name: 'speech/any-level', run: levelProblems },
  { name: 'speech/with-a-pause', run: pauseProblems },
  { name: 'speech/without-silence-around', run: bareProblems },
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

/** Writes the text in other ways that are said alike, and puts between its words what is not spoken. */
async function spellingProblems(subject: TextAlignerSubject): Promise<Problems> {
  const { speech } = subject;
  const words = speech.text.split(' ');
  const texts = [
    ['In capitals', speech.text.toUpperCase(), 0],
    ['With commas', `${words.join(', ')}.`, 0],
    ['In quotation marks', `\u201c${words.join(' ')}\u201d`, 0],
    ['In lines', words.join('\n'), 0],
    ['After an emoji that is not spoken', `\u{1F600} ${speech.text}`, 1],
  ] as const;
  const problems: string[] = [];
  for (const [how, text, unspoken] of texts) {
    const found = await align(subject, { text, words: wordRanges(text).slice(unspoken) });
    problems.push(
      ...[...orderProblems(found, subject), ...timeProblems(found, subject, speech)].map(
        (problem) => `${how}: ${problem}`,
      ),
    );
  }
  return problems;
}

/** The same words again are other words, later. */
async function twiceProblems(subject: TextAlignerSubject): Promise<Verdict> {
  const { engine, speech } = subject;
  const { samples, sampleRateHz } = speech;
  const seconds = samples.length / sampleRateHz;
  if (2 * seconds > engine.capabilities.maxSeconds)
    return { notApplicable: 'the speech is longer than half of the longest' };
  const text = `${speech.text} ${speech.text}`;
  const twice = new Float32Array(samples.length * 2);
  twice.set(samples);
  twice.set(samples, samples.length);
  const found = await align(subject, { samples: twice, text, words: wordRanges(text) });
  return timeProblems(found, subject, { text, times: [...speech.times, ...later(speech.times, seconds)] });
}

/** Aligns the speech at full scale, and of somebody who is far from the microphone. */
async function levelProblems(subject: TextAlignerSubject): Promise<Problems> {
  const { samples } = subject.speech;
  const problems: string[] = [];
  for (const level of LEVELS) {
    const gain = level / peak(samples);
    const found = await align(subject, { samples: samples.map((sample) => sample * gain) });
    problems.push(
      ...timeProblems(found, subject, subject.speech).map((problem) => `With a peak of ${level}: ${problem}`),
    );
  }
  return problems;
}

/** Lengthens the silence in the middle of the speech, and compares where the words begin. */
async function pauseProblems(subject: TextAlignerSubject): Promise<Verdict> {
  const { samples, sampleRateHz, text, times } = subject.speech;
  if (samples.length / sampleRateHz + PAUSE_SECONDS > subject.engine.capabilities.maxSeconds)
    return { notApplicable: 'the speech is too long for a pause in it' };
  const middle = times.length >> 1;
  const [before, after] = [times[middle - 1]?.endSeconds ?? 0, times[middle]?.startSeconds ?? 0];
  const cut = Math.round(((before + after) / 2) * sampleRateHz);
  const pause = Math.round(PAUSE_SECONDS * sampleRateHz);
  const paused = new Float32Array(samples.length + pause);
  paused.set(samples.subarray(0, cut));
  paused.set(samples.subarray(cut), cut + pause);
  const due = [...times.slice(0, middle), ...later(times.slice(middle), PAUSE_SECONDS)];
  const found = await align(subject, { samples: paused });
  return timeProblems(found, subject, { text, times: due }).map(
    (problem) => `With a pause of ${PAUSE_SECONDS} s: ${problem}`,
  );
}

/** Cuts the silence before the first word and after the last one off. */
async function bareProblems(subject: TextAlignerSubject): Promise<Problems> {
  const { samples, sampleRateHz, text, times } = subject.speech;
  const { startSeconds = 0 } = times[0] ?? {};
  const { endSeconds = 0 } = times.at(-1) ?? {};
  const [from, to] = [startSeconds, endSeconds].map((seconds) => Math.round(seconds * sampleRateHz));
  const found = await align(subject, { samples: samples.slice(from, to) });
  return timeProblems(found, subject, { text, times: later(times, -startSeconds) }).map(
    (problem) => `Without silence around the speech: ${problem}`,
  );
}

function later(times: readonly AlignedWord[], seconds: number): readonly AlignedWord[] {
  return times.map((time) => ({
    startSeconds: time.startSeconds + seconds,
    endSeconds: time.endSeconds + seconds,
  }));
}

/** The speech is a part of a larger buffer, as in a caller who reads into one. */
async function viewProblems(subject: TextAlignerSubject): Promise<Problems> {
  const { samples } = subject.speech;
  const view = new Float32Array(samples.length * 2).fill(0.5).subarray(1, samples.length + 1);
  view.set(samples);
  const [alone, viewed] = [await align(subject), await align(subject, { samples: view })];
  return changeProblems('As a view of a larger buffer', alone, viewed);
}

/** Speech may be in any region of the aligner's language, or in the language as such; 001 is the world. */
async function regionProblems(subject: TextAlignerSubject): Promise<Problems> {
  const { language, region } = new Intl.Locale(subject.speech.languageCode).maximize();
  const problems: string[] = [];
  for (const languageCode of [language, `${language}-${region}`, `${language}-001`]) {
    try {
      const found = await align(subject, { languageCode });
      problems.push(...orderProblems(found, subject).map((problem) => `${languageCode}: ${problem}`));
    } catch (error) {
      problems.push(`${languageCode} is refused, although the speech is in this language: ${String(error)}`);
    }
  }
  return problems;
}
