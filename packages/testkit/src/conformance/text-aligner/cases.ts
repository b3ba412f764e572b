import type {
  AlignedWord,
  AlignmentTask,
  EngineCallOptions,
  TextAligner,
  WordRange,
} from '@parlance/core/engine';
import { evaluateCase } from '../evaluate-case.ts';
import { type ConformanceCase, expectRefusal, type Problems, problemIf, type Verdict } from '../verdict.ts';
import { workerCases } from '../worker-cases.ts';
import { DEFAULT_TEXT_ALIGNER_TRAITS, type TextAlignerSubject, type TextAlignerTraits } from './subject.ts';

/** Every rule of the alignment port. */
export const TEXT_ALIGNER_CASES: readonly ConformanceCase<TextAlignerSubject>[] = [
  {
    name: 'words/times',
    run: async (subject) => {
      const { text, times } = subject.speech;
      const found = await align(subject);
      return [...orderProblems(found, subject), ...timeProblems(found, subject, { text, times })];
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
    name: 'speech/same-again',
    run: async (subject) => {
      const all = await Promise.all([align(subject), align(subject), align(subject)]);
      return problemIf(
        new Set(all.map((found) => JSON.stringify(found))).size > 1,
        'The same speech has different times each time.',
      );
    },
  },
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
  {
    name: 'abort/before',
    run: async (subject) => [
      ...(await expectRefusal(
        'A call with an aborted signal',
        align(subject, {}, { signal: AbortSignal.abort() }),
        ['ABORTED'],
      )),
      ...(await usable(subject)),
    ],
  },
  {
    name: 'abort/during',
    run: async (subject) => {
      const controller = new AbortController();
      const aligning = align(subject, {}, { signal: controller.signal });
      // The aligner cannot have answered within this turn of the event loop.
      controller.abort();
      return [
        ...(await expectRefusal('An abort during a call', aligning, ['ABORTED'])),
        ...(await usable(subject)),
      ];
    },
  },
  {
    name: 'close/before-call',
    run: async (subject) => {
      await subject.engine.close();
      return expectRefusal('A call after close', align(subject), ['SHUTTING_DOWN']);
    },
  },
  {
    name: 'close/twice',
    run: async (subject) => {
      await Promise.all([subject.engine.close(), subject.engine.close()]);
      await subject.engine.close();
      return [];
    },
  },
  ...workerCases<TextAligner, TextAlignerSubject>((subject, engine) => usable({ ...subject, engine })),
];

/**
 * Runs one case on a new aligner and closes it afterwards.
 *
 * @returns the problems, including an error that the case throws; an error of `create` is thrown
 */
export function evaluateTextAligner(
  one: ConformanceCase<TextAlignerSubject>,
  create: () => Promise<TextAligner> | TextAligner,
  traits: Partial<TextAlignerTraits> = {},
): Promise<Verdict> {
  return evaluateCase(one, create, { ...DEFAULT_TEXT_ALIGNER_TRAITS, ...traits });
}

function wordRanges(text: string): WordRange[] {
  return [...text.matchAll(/\S+/gu)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
  }));
}

/** Aligns the speech of the traits, with the members that a case overrides. */
function align(
  { engine, speech }: TextAlignerSubject,
  change: Partial<AlignmentTask> = {},
  options?: EngineCallOptions,
): Promise<readonly AlignedWord[]> {
  const { samples, sampleRateHz, text, languageCode } = speech;
  const task = { samples: samples.slice(), sampleRateHz, text, words: wordRanges(text), languageCode };
  return engine.align({ ...task, ...change }, options);
}

async function usable(subject: TextAlignerSubject): Promise<Problems> {
  return orderProblems(await align(subject), subject);
}

function orderProblems(
  found: readonly AlignedWord[],
  { speech }: TextAlignerSubject,
  seconds = speech.samples.length / speech.sampleRateHz,
): Problems {
  const isOrdered = found.every(
    ({ startSeconds, endSeconds }, index) =>
      startSeconds >= (found[index - 1]?.endSeconds ?? 0) &&
      endSeconds >= startSeconds &&
      endSeconds <= seconds,
  );
  return [
    ...problemIf(
      found.length !== wordRanges(speech.text).length,
      `There are ${found.length} times; expected one for each word.`,
    ),
    ...problemIf(!isOrdered, `The times are not in order inside the speech: ${JSON.stringify(found)}`),
  ];
}

function timeProblems(
  found: readonly AlignedWord[],
  { toleranceSeconds }: TextAlignerSubject,
  { text, times }: Pick<TextAlignerTraits['speech'], 'text' | 'times'>,
): Problems {
  const words = text.split(' ');
  return found.flatMap(({ startSeconds, endSeconds }, index) => {
    const due = times[index] ?? { startSeconds: Number.NaN, endSeconds: Number.NaN };
    const off = Math.max(Math.abs(startSeconds - due.startSeconds), Math.abs(endSeconds - due.endSeconds));
    return problemIf(
      !(off <= toleranceSeconds),
      `"${words[index]}" is said from ${due.startSeconds} to ${due.endSeconds} s; found from ${startSeconds} to ${endSeconds} s.`,
    );
  });
}
