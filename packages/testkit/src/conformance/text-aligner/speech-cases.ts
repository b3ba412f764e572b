import { type AlignedWord, GENDERS, type TextAligner, type WordRange } from '@parlance/core/engine';
import { noise } from '../../signals/noise.ts';
import { atLevel, LEVELS, viewOf } from '../../signals/speech-conditions.ts';
import {
  type ConformanceCase,
  expectRefusal,
  type Problems,
  problemIf,
  problemsIn,
  type Verdict,
} from '../verdict.ts';
import { align, changeProblems, orderProblems, timeProblems, wordRanges } from './align.ts';
import type { TextAlignerSubject } from './subject.ts';

/** BCP 47 primary subtags. */
const LANGUAGE = /^[a-z]{2,3}$/;
/** A name that no dictionary has. */
const UNKNOWN_WORD = 'Zorblax';
/** A pause of somebody who thinks. */
const PAUSE_SECONDS = 2;
/** Peak of the noise of a room, about 50 dB below full scale. */
const NOISE_PEAK = 0.003;
/** How often the speech is repeated, so that there are many words. */
const MAX_REPEATS = 6;
/** Sample rates, relative to that of the speech: of better audio, of one that is no multiple of it, and of a telephone. */
const RATE_FACTORS = [2, 1.5, 0.5] as const;
const MIN_RATE_HZ = 8000;

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
  { name: 'words/only-one', run: oneWordProblems },
  {
    name: 'words/are-the-callers',
    run: async (subject) => {
      const words = wordRanges(subject.speech.text);
      const before = JSON.stringify(words);
      await align(subject, { words });
      const after = JSON.stringify(words);
      return problemIf(after !== before, `The caller's list of words, ${before}, was changed to ${after}.`);
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
  { name: 'speech/any-level', run: levelProblems },
  { name: 'speech/any-speaker', run: speakerProblems },
  { name: 'speech/in-noise', run: noiseProblems },
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

/** Aligns the speech at other rates, with samples on the lines between those of the speech. */
async function rateProblems(subject: TextAlignerSubject): Promise<Problems> {
  const { samples, sampleRateHz } = subject.speech;
  const problems: string[] = [];
  for (const factor of RATE_FACTORS) {
    const rateHz = Math.round(sampleRateHz * factor);
    if (rateHz < MIN_RATE_HZ) continue;
    const resampled = Float32Array.from({ length: Math.floor(samples.length * factor) }, (_, at) => {
      const place = at / factor;
      const [one, next] = [samples[Math.floor(place)] ?? 0, samples[Math.ceil(place)] ?? 0];
      return one + (next - one) * (place % 1);
    });
    try {
      const found = await align(subject, { samples: resampled, sampleRateHz: rateHz });
      problems.push(
        ...problemsIn(`At ${rateHz} Hz`, [
          ...orderProblems(found, subject),
          ...startProblems(found, subject),
        ]),
      );
    } catch (error) {
      problems.push(`Speech at ${rateHz} Hz is refused: ${String(error)}`);
    }
  }
  return problems;
}

/** Compares only where words begin, for speech that is so changed that the quiet ends of its words may be lost. */
function startProblems(found: readonly AlignedWord[], subject: TextAlignerSubject): Problems {
  const { text, times } = subject.speech;
  const starts = found.map(({ startSeconds }, index) => ({
    startSeconds,
    endSeconds: times[index]?.endSeconds ?? Number.NaN,
  }));
  return timeProblems(starts, subject, { text, times });
}

/** Writes the text in other ways that are said alike, and puts between its words what is not spoken. */
async function spellingProblems(subject: TextAlignerSubject): Promise<Problems> {
  const { speech } = subject;
  const words = speech.text.split(' ');
  const commas = `${words.join(', ')}.`;
  const texts = [
    ['In capitals', speech.text.toUpperCase(), wordRanges],
    ['With commas', commas, wordRanges],
    ['With commas between its words', commas, withoutLastMark],
    ['In quotation marks', `\u201c${words.join(' ')}\u201d`, wordRanges],
    ['In lines', words.join('\n'), wordRanges],
    [
      'After an emoji that is not spoken',
      `\u{1F600} ${speech.text}`,
      (text: string) => wordRanges(text).slice(1),
    ],
  ] as const;
  const problems: string[] = [];
  for (const [how, text, rangesOf] of texts) {
    try {
      const found = await align(subject, { text, words: rangesOf(text) });
      problems.push(
        ...problemsIn(how, [...orderProblems(found, subject), ...timeProblems(found, subject, speech)]),
      );
    } catch (error) {
      problems.push(`${how} the text is refused: ${String(error)}`);
    }
  }
  return [...problems, ...(await hyphenProblems(subject))];
}

/** @returns the words of a text in which a mark follows each word, without these marks */
function withoutLastMark(text: string): readonly WordRange[] {
  return wordRanges(text).map(({ start, end }) => ({ start, end: end - 1 }));
}

/** Joins two words in the middle with a hyphen: they are one word, which is said as long as both. */
async function hyphenProblems(subject: TextAlignerSubject): Promise<Problems> {
  const { speech } = subject;
  const words = speech.text.split(' ');
  const at = words.length >> 1;
  const joined = words.toSpliced(at - 1, 2, `${words[at - 1]}-${words[at]}`);
  const times = speech.times.toSpliced(at - 1, 2, {
    startSeconds: speech.times[at - 1]?.startSeconds ?? 0,
    endSeconds: speech.times[at]?.endSeconds ?? 0,
  });
  const text = joined.join(' ');
  const found = await align(subject, { text, words: wordRanges(text) });
  return problemsIn('With a hyphen', timeProblems(found, subject, { text, times }));
}

/** Aligns the first word alone, as in an utterance of one word. */
async function oneWordProblems(subject: TextAlignerSubject): Promise<Problems> {
  const { samples, sampleRateHz, times } = subject.speech;
  const [text = ''] = subject.speech.text.split(' ');
  const [first, second] = times;
  const endSeconds = ((first?.endSeconds ?? 0) + (second?.startSeconds ?? 0)) / 2;
  const found = await align(subject, {
    samples: samples.slice(0, Math.round(endSeconds * sampleRateHz)),
    text,
    words: wordRanges(text),
  });
  return [
    ...problemIf(found.length !== 1, `A text of one word has ${found.length} times.`),
    ...problemsIn('Alone', timeProblems(found, subject, { text, times })),
  ];
}

/** The gender is what a caller believes; the words are where they are. */
async function speakerProblems(subject: TextAlignerSubject): Promise<Problems> {
  const problems: string[] = [];
  for (const gender of GENDERS) {
    try {
      const found = await align(subject, { gender });
      problems.push(...problemsIn(`As of a ${gender} speaker`, timeProblems(found, subject, subject.speech)));
    } catch (error) {
      problems.push(`Speech of a ${gender} speaker is refused: ${String(error)}`);
    }
  }
  return problems;
}

/** Pauses in a recording are not digital silence. */
async function noiseProblems(subject: TextAlignerSubject): Promise<Problems> {
  const { samples } = subject.speech;
  const room = noise(samples.length, NOISE_PEAK);
  const found = await align(subject, { samples: samples.map((sample, at) => sample + (room[at] ?? 0)) });
  return problemsIn('In the noise of a quiet room', startProblems(found, subject));
}

/** The same words again are other words, later; and again, until there are many. */
async function twiceProblems(subject: TextAlignerSubject): Promise<Verdict> {
  const { engine, speech } = subject;
  const { samples, sampleRateHz } = speech;
  const seconds = samples.length / sampleRateHz;
  const most = Math.min(MAX_REPEATS, Math.floor(engine.capabilities.maxSeconds / seconds));
  if (most < 2) return { notApplicable: 'the speech is longer than half of the longest' };
  const problems: string[] = [];
  for (const count of new Set([2, most])) {
    const places = Array.from({ length: count }, (_, index) => index);
    const text = places.map(() => speech.text).join(' ');
    const repeated = new Float32Array(samples.length * count);
    for (const place of places) repeated.set(samples, place * samples.length);
    const times = places.flatMap((place) => later(speech.times, place * seconds));
    const words = wordRanges(text);
    const found = await align(subject, { samples: repeated, text, words });
    problems.push(
      ...problemIf(
        found.length !== words.length,
        `A text of ${words.length} words has ${found.length} times.`,
      ),
      ...problemsIn(`Said ${count} times in a row`, timeProblems(found, subject, { text, times })),
    );
  }
  return problems;
}

/** Aligns the speech at full scale, and of somebody who is far from the microphone. */
async function levelProblems(subject: TextAlignerSubject): Promise<Problems> {
  const { samples } = subject.speech;
  const problems: string[] = [];
  for (const level of LEVELS) {
    const found = await align(subject, { samples: atLevel(samples, level) });
    problems.push(...problemsIn(`With a peak of ${level}`, timeProblems(found, subject, subject.speech)));
  }
  return problems;
}

/** Lengthens the silence before the speech and that in its middle, and compares where the words begin. */
async function pauseProblems(subject: TextAlignerSubject): Promise<Verdict> {
  const { samples, sampleRateHz, text, times } = subject.speech;
  if (samples.length / sampleRateHz + PAUSE_SECONDS > subject.engine.capabilities.maxSeconds)
    return { notApplicable: 'the speech is too long for a pause in it' };
  const middle = times.length >> 1;
  const [before, after] = [times[middle - 1]?.endSeconds ?? 0, times[middle]?.startSeconds ?? 0];
  const pause = Math.round(PAUSE_SECONDS * sampleRateHz);
  const problems: string[] = [];
  for (const [where, kept, cutSeconds] of [
    ['before the first word', 0, 0],
    ['between two words', middle, (before + after) / 2],
  ] as const) {
    const cut = Math.round(cutSeconds * sampleRateHz);
    const paused = new Float32Array(samples.length + pause);
    paused.set(samples.subarray(0, cut));
    paused.set(samples.subarray(cut), cut + pause);
    const due = [...times.slice(0, kept), ...later(times.slice(kept), PAUSE_SECONDS)];
    const found = await align(subject, { samples: paused });
    problems.push(
      ...problemsIn(
        `With a pause of ${PAUSE_SECONDS} s ${where}`,
        timeProblems(found, subject, { text, times: due }),
      ),
    );
  }
  return problems;
}

/** Cuts off the silence before the first word and after the last one. */
async function bareProblems(subject: TextAlignerSubject): Promise<Problems> {
  const { samples, sampleRateHz, text, times } = subject.speech;
  const { startSeconds = 0 } = times[0] ?? {};
  const { endSeconds = 0 } = times.at(-1) ?? {};
  const [from, to] = [startSeconds, endSeconds].map((seconds) => Math.round(seconds * sampleRateHz));
  const found = await align(subject, { samples: samples.slice(from, to) });
  return problemsIn(
    'Without silence around the speech',
    timeProblems(found, subject, { text, times: later(times, -startSeconds) }),
  );
}

function later(times: readonly AlignedWord[], seconds: number): readonly AlignedWord[] {
  return times.map((time) => ({
    startSeconds: time.startSeconds + seconds,
    endSeconds: time.endSeconds + seconds,
  }));
}

async function viewProblems(subject: TextAlignerSubject): Promise<Problems> {
  const samples = viewOf(subject.speech.samples);
  const [alone, viewed] = [await align(subject), await align(subject, { samples })];
  return changeProblems('As a view of a larger buffer', alone, viewed);
}

/** Speech may be in any region of the aligner's language, or in the language as such; 001 is the world. */
async function regionProblems(subject: TextAlignerSubject): Promise<Problems> {
  const { language, region } = new Intl.Locale(subject.speech.languageCode).maximize();
  const problems: string[] = [];
  // Letter case has no meaning in these codes.
  const local = `${language}-${region}`;
  for (const languageCode of [language, local, local.toLowerCase(), `${language}-001`]) {
    try {
      const found = await align(subject, { languageCode });
      problems.push(...problemsIn(languageCode, orderProblems(found, subject)));
    } catch (error) {
      problems.push(`${languageCode} is refused, although the speech is in this language: ${String(error)}`);
    }
  }
  return problems;
}
