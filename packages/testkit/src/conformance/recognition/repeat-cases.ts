import type { Recognition } from '@parlance/core/engine';
import {
  type ConformanceCase,
  type EarlierCall,
  type Problems,
  problemIf,
  problemsAfterEach,
} from '../verdict.ts';
import { barelyHeard } from './edge-cases.ts';
import { filled, isSame, type RecognitionSubject, recognizeSpeechOf, shorter } from './subject.ts';

/** How often a segment is recognized again. */
const TIMES = 5;

/**
 * Rules that a segment has the same result again, whatever happened before or happens meanwhile. Most of them use speech that is barely enough
 * for its words, so that even a small loss of audio changes the text.
 */
export const recognitionRepeatCases: readonly ConformanceCase<RecognitionSubject>[] = [
  {
    name: 'segment/same-again',
    run: async (subject) => {
      const due = await recognizeSpeechOf(subject);
      const problems: string[] = [];
      for (let time = 1; time <= TIMES; time++)
        problems.push(
          ...changeProblems(
            `The same segment, repeated ${time} times,`,
            due,
            await recognizeSpeechOf(subject),
          ),
        );
      return problems;
    },
  },
  { name: 'segment/same-after-anything', run: afterProblems },
  { name: 'parallel/as-alone', run: parallelProblems },
];

/** Recognizes a segment again after each kind of call that may leave something behind. */
async function afterProblems(subject: RecognitionSubject): Promise<Problems> {
  const { engine } = subject;
  const { maxSegmentSamples, sampleRateHz } = engine.capabilities;
  const segment = await barelyHeard(subject);
  const earlier: readonly EarlierCall[] = [
    ['After a shorter segment', () => engine.recognize(shorter(subject))],
    ['After the longest segment', () => engine.recognize(filled(subject, maxSegmentSamples))],
    ['After silence', () => engine.recognize(new Float32Array(sampleRateHz))],
    ['After an empty segment', () => engine.recognize(new Float32Array(0))],
    ['After a segment that is too long', () => engine.recognize(new Float32Array(maxSegmentSamples + 1))],
    ['After an abort', () => recognizeAborted(subject)],
    ['After an abort when it had started', () => recognizeAborted(subject, 'started')],
    // The next call loads it again.
    ['After unloading', async () => engine.unload?.()],
    ['After warming', () => engine.warm()],
  ];
  const due = await engine.recognize(segment.slice());
  return problemsAfterEach(earlier, 'the same segment', async (when) =>
    changeProblems(`${when} the same segment`, due, await engine.recognize(segment.slice())),
  );
}

/** Starts a segment other than the speech, whose text must not come later, and aborts it at once, or when a worker has taken it. */
export function recognizeAborted(
  subject: RecognitionSubject,
  moment: 'at once' | 'started' = 'at once',
): Promise<Recognition> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const work = subject.engine.recognize(shorter(subject), {
    signal: controller.signal,
    // Later, since the engine may still be about to start it.
    ...(moment === 'started' && { onStart: () => queueMicrotask(abort) }),
  });
  if (moment === 'at once') abort();
  return work;
}

/**
 * Recognizes more parallel segments than the engine's concurrency, with two lengths and three texts, so that a mix-up shows. Among them are one that is refused
 * and one that is aborted.
 */
async function parallelProblems(subject: RecognitionSubject): Promise<Problems> {
  const { engine } = subject;
  const { concurrency, maxSegmentSamples } = engine.capabilities;
  const speech = await barelyHeard(subject);
  // As long as the speech, and with other words.
  const other = speech.slice().fill(0, Math.ceil(speech.length / 2));
  const segments = [speech, shorter(subject), other];
  const alone: Recognition[] = [];
  // Copied, since an engine that uses one object for all its results would change it.
  for (const samples of segments) alone.push(structuredClone(await engine.recognize(samples.slice())));
  const count = Math.max(concurrency + 2, segments.length);
  const failing = Promise.allSettled([
    engine.recognize(new Float32Array(maxSegmentSamples + 1)),
    recognizeAborted(subject),
  ]);
  const together = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      engine.recognize((segments[index % segments.length] ?? speech).slice()),
    ),
  );
  await failing;
  return together.flatMap((recognition, index) => {
    const due = alone[index % segments.length] ?? { text: '', tokens: [] };
    return changeProblems(`Segment ${index + 1} of ${count} in parallel`, due, recognition);
  });
}

/** Compares a result with that of the same segment before. */
export function changeProblems(what: string, due: Recognition, given: Recognition): Problems {
  const shown = (recognition: Recognition): string =>
    JSON.stringify(due.text === given.text ? recognition : recognition.text);
  return problemIf(!isSame(due, given), `${what} has the result ${shown(given)}; expected ${shown(due)}.`);
}
