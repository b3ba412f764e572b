import type { VoiceActivityStream } from '@parlance/core/engine';
import { listenerProblems } from '../abort-listeners.ts';
import { inTime } from '../in-time.ts';
import { LEFT_STREAMS } from '../many-calls.ts';
import {
  type ConformanceCase,
  endProblems,
  expectRefusal,
  type Problems,
  problemIf,
  problemsIn,
  unlessRefused,
  type Verdict,
} from '../verdict.ts';
import {
  detectAlone,
  differences,
  inWholeFrames,
  sceneOf,
  usable,
  type VoiceActivitySubject,
} from './subject.ts';

/** Rules about aborts, and about closing streams and the detector. */
export const voiceActivityCloseCases: readonly ConformanceCase<VoiceActivitySubject>[] = [
  {
    name: 'abort/before',
    run: async (subject) => {
      const opening = subject.engine.open({ signal: AbortSignal.abort() });
      return [
        ...(await expectRefusal('A stream with an aborted signal', opening, ['ABORTED'])),
        ...(await usable(subject)),
      ];
    },
  },
  {
    name: 'abort/during',
    run: async (subject) => {
      const { engine } = subject;
      const scene = sceneOf(subject);
      const alone = await detectAlone(engine, scene);
      const half = inWholeFrames(engine, scene.length / 2);
      const controller = new AbortController();
      const [stream, other] = [await engine.open({ signal: controller.signal }), await engine.open()];
      const before = await other.detect(scene.slice(0, half));
      const detecting = stream.detect(scene);
      // The detector cannot have answered within this turn of the event loop.
      controller.abort();
      const problems = [
        ...(await expectRefusal('An abort during a call', detecting, ['ABORTED'])),
        ...(await expectRefusal('A call after the abort', stream.detect(sceneOf(subject)), ['ABORTED'])),
      ];
      // Whether it is refused is of no importance, but it must end.
      await inTime(
        'reset() of an aborted stream',
        stream.reset().catch(() => undefined),
      );
      await stream.close();
      const count = differences(alone, [...before, ...(await other.detect(scene.slice(half)))]);
      await other.close();
      return [
        ...problems,
        ...problemIf(count > 0, `The abort of one stream changed ${count} frames of another.`),
        ...(await usable(subject)),
      ];
    },
  },
  {
    name: 'abort/after',
    run: async (subject) => {
      const controller = new AbortController();
      await detectAlone(subject.engine, sceneOf(subject), { signal: controller.signal });
      controller.abort();
      return usable(subject);
    },
  },
  {
    name: 'abort/no-listener-left',
    run: (subject) => listenerProblems((signal) => detectAlone(subject.engine, sceneOf(subject), { signal })),
  },
  {
    name: 'close/stream',
    run: async (subject) => {
      const stream = await subject.engine.open();
      await Promise.all([stream.close(), stream.close()]);
      await stream.close();
      return [
        ...(await expectRefusal('A call of a closed stream', stream.detect(sceneOf(subject)), [
          'SHUTTING_DOWN',
        ])),
        ...(await usable(subject)),
      ];
    },
  },
  { name: 'streams/counted', run: countProblems },
  {
    name: 'streams/places-freed',
    run: async (subject) => {
      const { engine } = subject;
      const scene = sceneOf(subject);
      const what = 'A stream after others that were closed during a call';
      let left = 0;
      return unlessRefused(`${what} is refused`, async () => {
        for (; left < LEFT_STREAMS; left++) {
          const stream = await inTime(what, engine.open());
          const detecting = stream.detect(scene).catch(() => undefined);
          await stream.close();
          await inTime(what, detecting);
        }
        return problemsIn(
          `After ${left} streams that were closed during a call`,
          await inTime(what, usable(subject)),
        );
      });
    },
  },
  {
    name: 'close/with-open-stream',
    run: async (subject) => {
      const stream = await subject.engine.open();
      await stream.detect(sceneOf(subject));
      await subject.engine.close();
      const problems = await expectRefusal('A call after close', stream.detect(sceneOf(subject)), [
        'SHUTTING_DOWN',
      ]);
      await stream.close();
      return problems;
    },
  },
  { name: 'close/during-call', run: closedProblems },
  {
    name: 'close/before-open',
    run: async ({ engine }) => {
      await engine.close();
      return expectRefusal('A stream after close', engine.open(), ['SHUTTING_DOWN']);
    },
  },
  {
    name: 'close/twice',
    run: async (subject) => {
      await detectAlone(subject.engine, sceneOf(subject));
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
];

/** Closes a stream, and then the detector, during a call. */
async function closedProblems(subject: VoiceActivitySubject): Promise<Problems> {
  const { engine } = subject;
  const alone = await detectAlone(engine, sceneOf(subject));
  const endOf = (stream: VoiceActivityStream, what: string): Promise<Problems> =>
    endProblems(what, stream.detect(sceneOf(subject)), 'SHUTTING_DOWN', (frames) =>
      problemIf(
        differences(alone, [...frames]) > 0,
        `${what} ended with other probabilities than it has otherwise.`,
      ),
    );
  const [one, other] = [await engine.open(), await engine.open()];
  const during = 'A call during which its stream was closed';
  const first = endOf(one, during);
  await inTime('close() of a stream', one.close());
  const later = 'A call during which the detector was closed';
  const ended = await inTime(during, first);
  const second = endOf(other, later);
  await engine.close();
  return [...ended, ...(await inTime(later, second))];
}

/** Counts the streams while two are open, one of which was aborted, and after all are closed, one of them twice. */
async function countProblems({ engine }: VoiceActivitySubject): Promise<Verdict> {
  if (engine.openStreamCount === undefined)
    return { notApplicable: 'the detector does not count its streams' };
  const controller = new AbortController();
  const streams = [
    await engine.open({ signal: controller.signal }),
    await engine.open(),
    await engine.open(),
  ];
  // A stream may get its state in a worker only when it is used.
  for (const stream of streams) await stream.detect(new Float32Array(engine.frameSamples));
  const open = await engine.openStreamCount();
  const opening = engine.open({ signal: controller.signal });
  controller.abort();
  await opening.then(
    (stream) => stream.close(),
    () => undefined,
  );
  await Promise.all(streams.map((stream) => stream.close()));
  await streams[1]?.close();
  const closed = await engine.openStreamCount();
  return [
    ...problemIf(
      open !== streams.length,
      `openStreamCount() is ${open} while ${streams.length} streams are open.`,
    ),
    ...problemIf(closed !== 0, `openStreamCount() is ${closed} after all streams were closed.`),
  ];
}
