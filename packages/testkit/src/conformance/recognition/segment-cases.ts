import type { RecognitionEngine } from '@parlance/core/engine';
import { noise } from '../../signals/noise.ts';
import { peak } from '../../signals/signal-measures.ts';
import { viewOf } from '../../signals/speech-conditions.ts';
import { normalizedWords } from '../../word-error-rate.ts';
import { inTime } from '../in-time.ts';
import {
  type ConformanceCase,
  expectRefusal,
  type Problems,
  problemIf,
  problemsIn,
  type Verdict,
} from '../verdict.ts';
import { misheardProblems } from './misheard.ts';
import { filled, isSame, type RecognitionSubject, recognizeSpeechOf, saidTwice } from './subject.ts';
import { languageProblems } from './text-cases.ts';
import { spellingProblems } from './token-cases.ts';

/** BCP 47 primary subtags, and `*` for a model that detects the language. */
const LANGUAGE = /^(?:[a-z]{2,3}|\*)$/;

/** Less than models need, which engines have to fill up. */
const SHORT_SAMPLES = 100;
const NOISE_SECONDS = 2;
/** As long as an answer of a word or two. */
const UTTERANCE_SECONDS = 0.75;
/** Level at which speech begins, relative to its peak. */
const AUDIBLE = 0.1;
/** Pauses of somebody who thinks, which do not end a segment; of the longer one as much as fits. */
const PAUSES_SECONDS = [0.8, 2];
/** How many words speech has at least that is said twice, as a multiple of those that it has once. */
const MIN_WORDS_OF_TWO = 1.5;
/** Peak of uniformly distributed samples at -60 dB. */
const NOISE_PEAK = Math.sqrt(3) / 1000;

/** Rules about the capabilities of an engine, and the segments that it accepts. */
export const segmentCases: readonly ConformanceCase<RecognitionSubject>[] = [
  { name: 'capabilities/declared', run: async ({ engine }) => declaredProblems(engine) },
  {
    name: 'capabilities/stable',
    run: async ({ engine }) => {
      const before = JSON.stringify(engine.capabilities);
      await engine.warm();
      await engine.warm();
      return problemIf(JSON.stringify(engine.capabilities) !== before, 'Warming changed the capabilities.');
    },
  },
  {
    name: 'segment/empty',
    run: async ({ engine }) => {
      const problems: string[] = [];
      for (const length of [0, 1, SHORT_SAMPLES]) {
        const { text, tokens } = await engine.recognize(new Float32Array(length));
        problems.push(
          ...problemIf(
            length === 0 ? text !== '' || tokens.length > 0 : normalizedWords(text).length > 0,
            `A segment of ${length} silent samples has the text ${JSON.stringify(text)}.`,
          ),
        );
      }
      return problems;
    },
  },
  {
    name: 'segment/silence',
    run: async (subject) => {
      const { engine } = subject;
      const { sampleRateHz, maxSegmentSamples } = engine.capabilities;
      const hearSilence = (lengthSamples = sampleRateHz) => engine.recognize(new Float32Array(lengthSamples));
      const first = structuredClone(await hearSilence());
      await recognizeSpeechOf(subject);
      const heard = [
        ['A second of silence', first],
        ['A second of silence after speech', structuredClone(await hearSilence())],
        [
          `The longest segment, ${maxSegmentSamples / sampleRateHz} s, of silence`,
          await hearSilence(maxSegmentSamples),
        ],
      ] as const;
      return heard.flatMap(([what, recognition]) => [
        ...problemIf(
          normalizedWords(recognition.text).length > 0,
          `${what} has the text ${JSON.stringify(recognition.text)}.`,
        ),
        ...problemsIn(what, [...spellingProblems(recognition), ...languageProblems(recognition)]),
      ]);
    },
  },
  {
    name: 'segment/faint-noise',
    run: async ({ engine }) => {
      const { text } = await engine.recognize(
        noise(NOISE_SECONDS * engine.capabilities.sampleRateHz, NOISE_PEAK),
      );
      return problemIf(
        normalizedWords(text).length > 0,
        `Noise at -60 dB without speech has the text ${JSON.stringify(text)}.`,
      );
    },
  },
  { name: 'segment/longest', run: longestProblems },
  { name: 'segment/short', run: shortProblems },
  { name: 'segment/view-of-a-buffer', run: viewProblems },
  { name: 'segment/with-a-pause', run: pauseProblems },
  { name: 'segment/other-end', run: otherEndProblems },
  { name: 'segment/too-long', run: tooLongProblems },
];

function declaredProblems({ capabilities, openStream }: RecognitionEngine): Problems {
  const { sampleRateHz, maxSegmentSamples, concurrency, languages, streaming } = capabilities;
  return [
    ...problemIf(
      !(Number.isInteger(sampleRateHz) && sampleRateHz >= 8000),
      `Its rate is ${sampleRateHz} Hz.`,
    ),
    ...problemIf(
      !(Number.isInteger(maxSegmentSamples) && maxSegmentSamples >= sampleRateHz),
      `Its longest segment has ${maxSegmentSamples} samples, less than a second.`,
    ),
    ...problemIf(!(Number.isInteger(concurrency) && concurrency >= 1), `Its concurrency is ${concurrency}.`),
    ...problemIf(
      languages.length === 0 || !languages.every((language) => LANGUAGE.test(language)),
      `Its languages are ${JSON.stringify(languages)}; expected primary subtags such as "en", or "*".`,
    ),
    ...problemIf(
      streaming !== (openStream !== undefined),
      'It declares streams but has no openStream, or the other way round.',
    ),
  ];
}

/**
 * Fills the longest segment with speech, and then places the speech at its beginning, in its middle and at its end, amid silence: an engine
 * that leaves out part of it loses that.
 */
async function longestProblems(subject: RecognitionSubject): Promise<Verdict> {
  const { engine, speech } = subject;
  const { maxSegmentSamples } = engine.capabilities;
  const full = await engine.recognize(filled(subject, maxSegmentSamples));
  const problems = problemIf(
    normalizedWords(full.text).length < normalizedWords(speech.text ?? '').length / 2,
    `A segment of ${maxSegmentSamples} samples that is filled with speech has the text ${JSON.stringify(full.text)}.`,
  );
  const room = maxSegmentSamples - speech.samples.length;
  const places = [
    ['beginning', 0],
    ['middle', Math.floor(room / 2)],
    ['end', room],
  ] as const;
  const misheard = await misheardProblems(
    subject,
    places.map(([where, place]) => {
      const segment = new Float32Array(maxSegmentSamples);
      segment.set(speech.samples, place);
      return [`The speech at the ${where} of a segment of ${maxSegmentSamples} samples`, segment];
    }),
  );
  return 'notApplicable' in misheard ? problems : [...problems, ...misheard];
}

/** Cuts an utterance of a word or two out of the speech: its first sounds that are loud enough. */
async function shortProblems({ engine, speech }: RecognitionSubject): Promise<Verdict> {
  const { samples, text, wordStartsSeconds } = speech;
  if (text === undefined) return { notApplicable: 'there is no speech with a known text' };
  const { sampleRateHz } = engine.capabilities;
  const threshold = peak(samples) * AUDIBLE;
  const begin =
    wordStartsSeconds?.[0] === undefined
      ? samples.findIndex((sample) => Math.abs(sample) > threshold)
      : Math.round(wordStartsSeconds[0] * sampleRateHz);
  const utterance = samples.slice(begin, begin + UTTERANCE_SECONDS * sampleRateHz);
  const heard = await engine.recognize(utterance);
  return problemIf(
    normalizedWords(heard.text).length === 0,
    `The first ${UTTERANCE_SECONDS} s of the speech have the text ${JSON.stringify(heard.text)}.`,
  );
}

/** Somebody may pause in the middle of a segment. */
async function pauseProblems({ engine, speech }: RecognitionSubject): Promise<Verdict> {
  const { samples, text } = speech;
  const { sampleRateHz, maxSegmentSamples } = engine.capabilities;
  const due = normalizedWords(text ?? '').length;
  if (due === 0) return { notApplicable: 'there is no speech with a known text' };
  const room = maxSegmentSamples - 2 * samples.length;
  const problems: string[] = [];
  for (const longest of PAUSES_SECONDS) {
    const pause = Math.min(room, Math.round(longest * sampleRateHz));
    if (pause < (PAUSES_SECONDS[0] ?? 0) * sampleRateHz)
      return { notApplicable: 'the speech is too long to be said twice in a segment with a pause' };
    const { text: heard } = await engine.recognize(saidTwice(samples, pause));
    problems.push(
      ...problemIf(
        normalizedWords(heard).length < due * MIN_WORDS_OF_TWO,
        `Said twice with a pause of ${(pause / sampleRateHz).toFixed(1)} s, the speech has the text ${JSON.stringify(heard)}.`,
      ),
    );
  }
  return problems;
}

/** A segment that begins like another one and is as long may end otherwise. */
async function otherEndProblems(subject: RecognitionSubject): Promise<Verdict> {
  const { engine, speech } = subject;
  const whole = await recognizeSpeechOf(subject);
  const due = normalizedWords(whole.text).length;
  if (due < 2) return { notApplicable: 'the speech has too few words' };
  const begun = speech.samples.slice().fill(0, speech.samples.length >> 1);
  const { text } = await engine.recognize(begun);
  return problemIf(
    normalizedWords(text).length >= due,
    `With silence in place of its second half, the speech has the text ${JSON.stringify(text)}; all of it has ${JSON.stringify(whole.text)}.`,
  );
}

/** Refuses more segments than the engine works on at once, and then recognizes one. */
async function tooLongProblems(subject: RecognitionSubject): Promise<Problems> {
  const { engine } = subject;
  const { concurrency, maxSegmentSamples } = engine.capabilities;
  for (let count = 0; count <= concurrency; count++) {
    const work = engine.recognize(new Float32Array(maxSegmentSamples + 1));
    const problems = await expectRefusal('A segment beyond maxSegmentSamples', work, [
      'INVALID_INPUT',
      'ENGINE_FAILED',
    ]);
    if (problems.length > 0) return problems;
  }
  const what = `A segment after ${concurrency + 1} that were too long`;
  const { text } = await inTime(what, recognizeSpeechOf(subject));
  return problemIf(subject.speech.text !== undefined && text === '', `${what} has no text.`);
}

async function viewProblems(subject: RecognitionSubject): Promise<Problems> {
  const alone = await recognizeSpeechOf(subject);
  const viewed = await subject.engine.recognize(viewOf(subject.speech.samples));
  return problemIf(
    !isSame(alone, viewed),
    `As a view of a larger buffer the segment has the text ${JSON.stringify(viewed.text)}; expected ${JSON.stringify(alone.text)}.`,
  );
}
