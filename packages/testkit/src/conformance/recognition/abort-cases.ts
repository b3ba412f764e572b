import { listenerProblems } from '../abort-listeners.ts';
import { ABORT_REASONS } from '../abort-reasons.ts';
import { callReportProblems } from '../call-reports.ts';
import { computesOnProblems } from '../computing.ts';
import { inTime } from '../in-time.ts';
import {
  type ConformanceCase,
  endProblems,
  expectRefusal,
  type Problems,
  problemIf,
  type Verdict,
} from '../verdict.ts';
import { filled, isSame, type RecognitionSubject, recognizeSpeechOf } from './subject.ts';

/** Parallel segments, as a multiple of the engine's concurrency; only the first ones do not wait. */
const ROUNDS = 4;
/** How many of these rounds may be computed: at worst those in progress are completed. */
const MAX_ROUNDS = 2;

/** Rules about aborts, and about closing an engine. */
export const recognitionAbortCases: readonly ConformanceCase<RecognitionSubject>[] = [
  {
    name: 'abort/before',
    run: async (subject) => {
      const work = recognizeSpeechOf(subject, { signal: AbortSignal.abort() });
      return [
        ...(await expectRefusal('A call with an aborted signal', work, ['ABORTED'])),
        ...(await usable(subject)),
      ];
    },
  },
  {
    name: 'abort/during',
    run: async (subject) => {
      const problems: string[] = [];
      for (const [how, reason] of ABORT_REASONS) {
        const controller = new AbortController();
        const work = recognizeSpeechOf(subject, { signal: controller.signal });
        // The engine cannot have answered within this turn of the event loop.
        controller.abort(reason);
        problems.push(...(await expectRefusal(`An abort${how} during a segment`, work, ['ABORTED'])));
      }
      return [...problems, ...(await usable(subject))];
    },
  },
  {
    name: 'abort/queued',
    run: async (subject) => {
      const alone = await recognizeSpeechOf(subject);
      const controller = new AbortController();
      const others = Array.from({ length: subject.engine.capabilities.concurrency }, () =>
        recognizeSpeechOf(subject),
      );
      // One signal may be that of several calls.
      const queued = [1, 2].map(() => recognizeSpeechOf(subject, { signal: controller.signal }));
      controller.abort();
      const problems = await Promise.all(
        queued.map((work) => expectRefusal('An abort of a waiting segment', work, ['ABORTED'])),
      );
      const isDamaged = (await Promise.all(others)).some((recognition) => !isSame(recognition, alone));
      return [...problems.flat(), ...problemIf(isDamaged, 'The abort of one segment changed another.')];
    },
  },
  {
    name: 'abort/after',
    run: async (subject) => {
      const controller = new AbortController();
      await recognizeSpeechOf(subject, { signal: controller.signal });
      controller.abort();
      return usable(subject);
    },
  },
  {
    name: 'abort/no-listener-left',
    run: async (subject) => [
      ...(await listenerProblems((signal) => recognizeSpeechOf(subject, { signal }))),
      ...(await listenerProblems((signal) => hearOnStream(subject, signal))),
    ],
  },
  {
    name: 'calls/started-and-ended',
    run: (subject) => callReportProblems((options) => recognizeSpeechOf(subject, options)),
  },
  { name: 'abort/waiting-segments-never-computed', run: waitingProblems },
  {
    name: 'close/twice',
    run: async (subject) => {
      await recognizeSpeechOf(subject);
      await Promise.all([subject.engine.close(), subject.engine.close()]);
      await subject.engine.close();
      return [];
    },
  },
  {
    name: 'close/unused',
    run: async ({ engine }) => {
      await engine.close();
      return [];
    },
  },
  {
    name: 'close/before-segment',
    run: async (subject) => {
      await subject.engine.close();
      return expectRefusal('A segment after close', recognizeSpeechOf(subject), ['SHUTTING_DOWN']);
    },
  },
  {
    name: 'close/during-segment',
    run: async (subject) => {
      const alone = await recognizeSpeechOf(subject);
      const what = 'A segment in progress';
      const work = endProblems(what, recognizeSpeechOf(subject), 'SHUTTING_DOWN', (recognition) =>
        problemIf(!isSame(recognition, alone), `${what} ended with ${JSON.stringify(recognition.text)}.`),
      );
      await subject.engine.close();
      return inTime(what, work);
    },
  },
];

async function waitingProblems(subject: RecognitionSubject): Promise<Verdict> {
  const { engine } = subject;
  const { concurrency, maxSegmentSamples } = engine.capabilities;
  return computesOnProblems({
    finish: () => engine.recognize(filled(subject, maxSegmentSamples)),
    abort: () => {
      const controller = new AbortController();
      const segments = Array.from({ length: concurrency * ROUNDS }, () =>
        engine.recognize(filled(subject, maxSegmentSamples), { signal: controller.signal }),
      );
      controller.abort();
      return Promise.allSettled(segments);
    },
    maxFinished: concurrency * MAX_ROUNDS,
  });
}

async function usable(subject: RecognitionSubject): Promise<Problems> {
  const { text } = await recognizeSpeechOf(subject);
  return problemIf(subject.speech.text !== undefined && text === '', 'The next segment has no text.');
}

/** Recognizes the speech on a stream, if the engine has streams. */
async function hearOnStream({ engine, speech }: RecognitionSubject, signal: AbortSignal): Promise<void> {
  const stream = await engine.openStream?.({ signal });
  await stream?.accept(speech.samples.slice());
  await stream?.endUtterance();
  await stream?.close();
}
