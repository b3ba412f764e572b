import { closeAnother } from '../evaluate-case.ts';
import { inTime } from '../in-time.ts';
import {
  type ConformanceCase,
  endProblems,
  expectRefusal,
  type Problems,
  problemIf,
  unlessRefused,
} from '../verdict.ts';
import { speak } from './listening.ts';
import { sameSpeechProblems } from './same-speech.ts';
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
      const what = 'A unit in progress';
      const work = endProblems(what, speak(engine, unitOf(subject)), 'SHUTTING_DOWN', ({ length }) =>
        problemIf(
          Math.abs(length / wholeSamples - 1) > lengthTolerance,
          `${what} ended without an error after ${length} of ${wholeSamples} samples.`,
        ),
      );
      await engine.close();
      return [...(await inTime(what, work)), ...(await begunProblems(subject))];
    },
  },
  {
    name: 'close/waiting-units',
    run: async (subject) => {
      const { engine } = subject;
      const units = Array.from({ length: engine.capabilities.concurrency + 2 }, () =>
        endProblems('One of several units at once', speak(engine, unitOf(subject)), 'SHUTTING_DOWN'),
      );
      await engine.close();
      return (await inTime('One of several units, some of which had to wait,', Promise.all(units))).flat();
    },
  },
  {
    name: 'close/other-engine',
    run: async (subject) => {
      const { engine } = subject;
      const due = await speak(engine, unitOf(subject));
      await closeAnother(subject, (other) => speak(other, unitOf({ ...subject, engine: other })));
      return unlessRefused('After another engine of the plugin was closed, this one fails', async () => {
        const again = await speak(engine, unitOf(subject));
        return sameSpeechProblems(subject, 'The same unit, after another engine was closed,', due, again);
      });
    },
  },
  {
    name: 'close/while-nobody-reads',
    run: async (subject) => {
      const { engine } = subject;
      const chunks = engine.synthesize(unitOf(subject))[Symbol.asyncIterator]();
      await chunks.next();
      // The consumer is slow, or gone without a word: the engine must not wait for it.
      await engine.close();
      await inTime(
        'The rest of a unit',
        Promise.resolve(chunks.return?.()).catch(() => undefined),
      );
      return [];
    },
  },
];

/** Closes an engine when the first chunk of a unit has been read. */
async function begunProblems(subject: SynthesisSubject): Promise<Problems> {
  const engine = await subject.create();
  const chunks = engine.synthesize(unitOf({ ...subject, engine }))[Symbol.asyncIterator]();
  await chunks.next();
  const rest = (async () => {
    while ((await chunks.next()).done !== true);
  })();
  const what = 'A unit of which a chunk was read';
  const ended = endProblems(what, rest, 'SHUTTING_DOWN');
  await engine.close();
  return inTime(what, ended);
}
