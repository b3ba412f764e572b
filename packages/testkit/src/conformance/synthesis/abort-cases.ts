import { listenerProblems } from '../abort-listeners.ts';
import { computesOnProblems } from '../computing.ts';
import { type ConformanceCase, expectRefusal, type Problems, problemIf, type Verdict } from '../verdict.ts';
import { speak } from './listening.ts';
import { longestUnitOf, type SynthesisSubject, unitOf } from './subject.ts';

/** Parallel units, as a multiple of the engine's concurrency; only the first ones do not wait. */
const ROUNDS = 4;
/** How many of these rounds may be computed: at worst those in progress are completed. */
const MAX_ROUNDS = 2;
/** An engine that returns a unit in chunks can stop between them. */
const MAX_REST = 0.6;

/** Rules about aborts. */
export const abortCases: readonly ConformanceCase<SynthesisSubject>[] = [
  {
    name: 'abort/before',
    run: async (subject) => {
      const work = speak(subject.engine, unitOf(subject), { signal: AbortSignal.abort() });
      return [
        ...(await expectRefusal('A call with an aborted signal', work, ['ABORTED'])),
        ...(await usable(subject)),
      ];
    },
  },
  {
    name: 'abort/during',
    run: async (subject) => {
      const controller = new AbortController();
      const work = speak(subject.engine, unitOf(subject), { signal: controller.signal });
      // The first chunk was requested, and the engine cannot have answered within this turn of the event loop.
      controller.abort();
      return [
        ...(await expectRefusal('An abort during a unit', work, ['ABORTED'])),
        ...(await usable(subject)),
      ];
    },
  },
  {
    name: 'abort/after-the-first-chunk',
    run: async (subject) => {
      const controller = new AbortController();
      const chunks = subject.engine
        .synthesize(unitOf(subject), { signal: controller.signal })
        [Symbol.asyncIterator]();
      await chunks.next();
      controller.abort();
      if (!subject.engine.capabilities.streaming) {
        await chunks.return?.();
        return { notApplicable: 'the engine returns a unit in one chunk' };
      }
      const rest = (async () => {
        while ((await chunks.next()).done !== true);
      })();
      return [
        ...(await expectRefusal('An abort after the first chunk', rest, ['ABORTED'])),
        ...(await usable(subject)),
      ];
    },
  },
  {
    name: 'abort/queued',
    run: async (subject) => {
      const { engine } = subject;
      const controller = new AbortController();
      const others = Array.from({ length: engine.capabilities.concurrency }, () =>
        speak(engine, unitOf(subject)),
      );
      const queued = speak(engine, unitOf(subject), { signal: controller.signal });
      controller.abort();
      const problems = await expectRefusal('An abort of a waiting unit', queued, ['ABORTED']);
      const lengths = (await Promise.all(others)).map((samples) => samples.length);
      return [
        ...problems,
        ...problemIf(lengths.includes(0), 'The abort of one unit removed the audio of another.'),
      ];
    },
  },
  {
    name: 'abort/after',
    run: async (subject) => {
      const controller = new AbortController();
      const samples = await speak(subject.engine, unitOf(subject), { signal: controller.signal });
      controller.abort();
      return [...problemIf(samples.length === 0, 'The unit has no samples.'), ...(await usable(subject))];
    },
  },
  {
    name: 'abort/by-leaving',
    run: async (subject) => {
      for await (const _chunk of subject.engine.synthesize(unitOf(subject))) break;
      return usable(subject);
    },
  },
  {
    name: 'abort/no-listener-left',
    run: (subject) => listenerProblems((signal) => speak(subject.engine, unitOf(subject), { signal })),
  },
  { name: 'abort/waiting-units-never-computed', run: waitingProblems },
  { name: 'abort/stops-between-chunks', run: chunkProblems },
];

async function waitingProblems(subject: SynthesisSubject): Promise<Verdict> {
  const { engine } = subject;
  const { concurrency } = engine.capabilities;
  return computesOnProblems({
    finish: () => speak(engine, longestUnitOf(subject)),
    abort: () => {
      const controller = new AbortController();
      const units = Array.from({ length: concurrency * ROUNDS }, () =>
        speak(engine, longestUnitOf(subject), { signal: controller.signal }),
      );
      controller.abort();
      return Promise.allSettled(units);
    },
    maxFinished: concurrency * MAX_ROUNDS,
  });
}

async function chunkProblems(subject: SynthesisSubject): Promise<Verdict> {
  const { engine } = subject;
  if (!engine.capabilities.streaming) return { notApplicable: 'the engine returns a unit in one chunk' };
  let controller = new AbortController();
  let chunks: AsyncIterator<Float32Array>;
  return computesOnProblems({
    begin: async () => {
      controller = new AbortController();
      chunks = engine
        .synthesize(longestUnitOf(subject), { signal: controller.signal })
        [Symbol.asyncIterator]();
      await chunks.next();
    },
    finish: async () => {
      while ((await chunks.next()).done !== true);
    },
    abort: () => {
      controller.abort();
      return chunks.next().catch(() => undefined);
    },
    maxFinished: MAX_REST,
  });
}

async function usable(subject: SynthesisSubject): Promise<Problems> {
  const samples = await speak(subject.engine, unitOf(subject));
  return problemIf(samples.length === 0, 'The next unit has no samples.');
}
