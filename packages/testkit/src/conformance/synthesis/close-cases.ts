import { SpeechError } from '@parlance/core/errors';
import { type ConformanceCase, expectRefusal, problemIf } from '../verdict.ts';
import { speak } from './listening.ts';
import { type SynthesisSubject, unitOf } from './subject.ts';

/** Rules about closing an engine. */
export const closeCases: readonly ConformanceCase<SynthesisSubject>[] = [
  {
    name: 'close/twice',
    run: async (subject) => {
      await speak(subject.engine, unitOf(subject));
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
    name: 'close/before-unit',
    run: async (subject) => {
      await subject.engine.close();
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
      await engine.close();
      return work;
    },
  },
];
