import { speak } from './listening.ts';
import { type SynthesisSubject, unitOf } from './synthesis-subject.ts';
import { type ConformanceCase, expectRefusal, type Problems, problemIf } from './verdict.ts';

/** When a caller gives up. */
export const abortCases: readonly ConformanceCase<SynthesisSubject>[] = [
  {
    name: 'abort/before',
    run: async (subject) => {
      const work = speak(subject.engine, unitOf(subject), { signal: AbortSignal.abort() });
      return [
        ...(await expectRefusal('A signal aborted before', work, ['ABORTED'])),
        ...(await usable(subject)),
      ];
    },
  },
  {
    name: 'abort/during',
    run: async (subject) => {
      const controller = new AbortController();
      const work = speak(subject.engine, unitOf(subject), { signal: controller.signal });
      // The first pull is under way, and no engine can have answered within this turn.
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
        return { notApplicable: 'the engine gives a unit in one chunk' };
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
      const problems = await expectRefusal('An abort of a unit that waits', queued, ['ABORTED']);
      const lengths = (await Promise.all(others)).map((samples) => samples.length);
      return [
        ...problems,
        ...problemIf(lengths.includes(0), 'The abort of one unit took the audio of another.'),
      ];
    },
  },
  {
    name: 'abort/after',
    run: async (subject) => {
      const controller = new AbortController();
      const samples = await speak(subject.engine, unitOf(subject), { signal: controller.signal });
      controller.abort();
      return [...problemIf(samples.length === 0, 'The unit gave no samples.'), ...(await usable(subject))];
    },
  },
  {
    name: 'abort/by-leaving',
    run: async (subject) => {
      for await (const _chunk of subject.engine.synthesize(unitOf(subject))) break;
      return usable(subject);
    },
  },
];

async function usable(subject: SynthesisSubject): Promise<Problems> {
  const samples = await speak(subject.engine, unitOf(subject));
  return problemIf(samples.length === 0, 'The next unit gives no samples.');
}
