import { listenerProblems } from '../abort-listeners.ts';
import { type ConformanceCase, expectRefusal, type Problems, problemIf } from '../verdict.ts';
import { detectAlone, sceneOf, type VoiceActivitySubject } from './subject.ts';

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
      const controller = new AbortController();
      const stream = await engine.open({ signal: controller.signal });
      const detecting = stream.detect(sceneOf(subject));
      // The detector cannot have answered within this turn of the event loop.
      controller.abort();
      const problems = [
        ...(await expectRefusal('An abort during a call', detecting, ['ABORTED'])),
        ...(await expectRefusal('A call after the abort', stream.detect(sceneOf(subject)), ['ABORTED'])),
      ];
      await stream.close();
      return [...problems, ...(await usable(subject))];
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

async function usable(subject: VoiceActivitySubject): Promise<Problems> {
  const frames = await detectAlone(subject.engine, sceneOf(subject));
  return problemIf(frames.length === 0, 'The detector no longer returns probabilities.');
}
