import { SpeechError } from '@parlance/core/errors';
import { closeInTime, inTime } from '../in-time.ts';
import { type ConformanceCase, expectRefusal, problemIf } from '../verdict.ts';
import { speak } from './listening.ts';
import { type SynthesisSubject, unitOf } from './subject.ts';

/** Rules about closing an engine. */
export const closeCases: readonly ConformanceCase<SynthesisSubject>[] = [
  {
    name: 'close/twice',
    run: async (subject) => {
      await speak(subject.engine, unitOf(subject));
      await Promise.all([closeInTime(subject.engine), closeInTime(subject.engine)]);
      await closeInTime(subject.engine);
      return [];
    },
  },
  {
    name: 'close/unused',
    run: async ({ engine }) => {
      await closeInTime(engine);
      return [];
    },
  },
  {
    name: 'close/before-unit',
    run: async (subject) => {
      await closeInTime(subject.engine);
      return expectRefusal('A unit after close', speak(subject.engine, unitOf(subject)), ['SHUTTING_DOWN']);
    },
  },
  {
    name: 'close/during-unit',
    run: async (subject) => {
      const { engine, lengthTolerance } = subject;
      const wholeSamples = (await speak(engine, unitOf(subject))).length;
      const work = speak(engine, unitOf(subject)).then(
        ({ length }) =>
          problemIf(
            Math.abs(length / wholeSamples - 1) > lengthTolerance,
            `A unit in progress ended without an error after ${length} of ${wholeSamples} samples.`,
          ),
        (error: unknown) =>
          problemIf(
            !(SpeechError.is(error) && error.code === 'SHUTTING_DOWN'),
            `A unit in progress ended with ${String(error)}, not SHUTTING_DOWN.`,
          ),
      );
      await closeInTime(engine);
      return inTime('A unit in progress', work);
    },
  },
  {
    name: 'close/while-nobody-reads',
    run: async (subject) => {
      const { engine } = subject;
      const chunks = engine.synthesize(unitOf(subject))[Symbol.asyncIterator]();
      await chunks.next();
      // The consumer is slow, or gone without a word: the engine must not wait for it.
      await closeInTime(engine);
      await inTime(
        'The rest of a unit',
        Promise.resolve(chunks.return?.()).catch(() => undefined),
      );
      return [];
    },
  },
];
