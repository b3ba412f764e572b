import type { SynthesisUnit } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { listenerProblems } from '../abort-listeners.ts';
import { ABORT_REASONS } from '../abort-reasons.ts';
import { callReportProblems, waitingReportProblems } from '../call-reports.ts';
import { computesOnProblems, longestTurnMs } from '../computing.ts';
import { inTime } from '../in-time.ts';
import { type ConformanceCase, expectRefusal, type Problems, problemIf, type Verdict } from '../verdict.ts';
import { speak } from './listening.ts';
import { missingProblems } from './missing-part.ts';
import { sameSpeechProblems } from './same-speech.ts';
import { firstVoice, longestUnitOf, type SynthesisSubject, UNKNOWN_VOICE, unitOf } from './subject.ts';

/** Parallel units, as a multiple of the engine's concurrency; only the first ones do not wait. */
const ROUNDS = 4;
/** How many of these rounds may be computed: at worst those in progress are completed. */
const MAX_ROUNDS = 2;
/** The chunk after which a unit is aborted again. */
const LATER_CHUNK = 3;
/** How many places are tried to be used up at most. */
const MAX_PLACES = 16;
/** How long an engine may compute in its caller's thread; those with workers need a few milliseconds. */
const MAX_TURN_MS = 500;
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
      const problems: string[] = [];
      for (const [how, reason] of ABORT_REASONS) {
        const controller = new AbortController();
        const work = speak(subject.engine, unitOf(subject), { signal: controller.signal });
        // The first chunk was requested, and the engine cannot have answered within this turn of the event loop.
        controller.abort(reason);
        problems.push(...(await expectRefusal(`An abort${how} during a unit`, work, ['ABORTED'])));
      }
      return [...problems, ...(await usable(subject))];
    },
  },
  {
    name: 'abort/after-the-first-chunk',
    run: async (subject) => {
      if (!subject.engine.capabilities.streaming)
        return { notApplicable: 'the engine returns a unit in one chunk' };
      return [
        ...(await abortAfter(1, unitOf(subject), subject)),
        ...(await abortAfter(LATER_CHUNK, longestUnitOf(subject), subject)),
        ...(await usable(subject)),
      ];
    },
  },
  {
    name: 'abort/queued',
    run: async (subject) => {
      const { engine } = subject;
      const alone = await speak(engine, unitOf(subject));
      const controller = new AbortController();
      const others = Array.from({ length: engine.capabilities.concurrency }, () =>
        speak(engine, unitOf(subject)),
      );
      // One signal may be that of several calls.
      const queued = [1, 2].map(() => speak(engine, unitOf(subject), { signal: controller.signal }));
      controller.abort();
      const problems = await Promise.all(
        queued.map((work) => expectRefusal('An abort of a waiting unit', work, ['ABORTED'])),
      );
      const isDamaged = (samples: Float32Array): boolean =>
        sameSpeechProblems(subject, 'Another unit', alone, samples).length > 0;
      return [
        ...problems.flat(),
        ...problemIf((await Promise.all(others)).some(isDamaged), 'The abort of one unit changed another.'),
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
    run: async (subject) => {
      const speakWith = (signal: AbortSignal, voiceCode = firstVoice(subject).code) =>
        speak(subject.engine, unitOf(subject, { voiceCode }), { signal });
      return [
        ...(await listenerProblems(speakWith)),
        ...(await listenerProblems((signal) => speakWith(signal, UNKNOWN_VOICE).catch(() => undefined))),
      ];
    },
  },
  {
    name: 'calls/started-and-ended',
    run: async (subject) => {
      const { engine } = subject;
      return [
        ...(await callReportProblems(
          (options) => speak(engine, unitOf(subject), options),
          [
            [
              'A unit whose consumer left',
              async (options) => {
                for await (const _chunk of engine.synthesize(unitOf(subject), options)) break;
              },
            ],
            [
              'A refused unit',
              (options) => speak(engine, unitOf(subject, { voiceCode: UNKNOWN_VOICE }), options),
            ],
          ],
        )),
        ...(await waitingReportProblems(
          (options) => speak(engine, unitOf(subject), options),
          engine.capabilities.concurrency,
        )),
      ];
    },
  },
  { name: 'calls/places-freed', run: placeProblems },
  { name: 'calls/others-get-turns', run: turnProblems },
  { name: 'abort/waiting-units-never-computed', run: waitingProblems },
  {
    name: 'abort/stops-between-chunks',
    run: (subject) =>
      chunkProblems(subject, (chunks, controller) => {
        controller.abort();
        return chunks.next().catch(() => undefined);
      }),
  },
  {
    name: 'abort/leaving-stops-the-work',
    run: (subject) => chunkProblems(subject, async (chunks) => chunks.return?.()),
  },
];

/** Ends more units than the engine works on at once in each way that is not their own, after which the next unit must be spoken. */
async function placeProblems(subject: SynthesisSubject): Promise<Problems> {
  const { engine } = subject;
  const endings: readonly (readonly [how: string, end: () => Promise<unknown>])[] = [
    [
      'units whose consumer left',
      async () => {
        for await (const _chunk of engine.synthesize(unitOf(subject))) break;
      },
    ],
    [
      'aborted units',
      async () => {
        const controller = new AbortController();
        const work = speak(engine, unitOf(subject), { signal: controller.signal });
        controller.abort();
        await work;
      },
    ],
    ['units of an unknown voice', () => speak(engine, unitOf(subject, { voiceCode: UNKNOWN_VOICE }))],
    [
      'units that are too long',
      () => speak(engine, unitOf(subject, { text: 'a'.repeat(engine.capabilities.maxUnitChars + 1) })),
    ],
  ];
  const count = Math.min(engine.capabilities.concurrency, MAX_PLACES) + 1;
  for (const [how, end] of endings) {
    // In a row, so that each begins.
    for (let ended = 0; ended < count; ended++)
      await inTime(
        `One of ${count} ${how}`,
        end().catch((error: unknown) => refusedAsDue(error)),
      );
    const next = speak(engine, unitOf(subject));
    // If it never comes, it ends when the engine is closed.
    next.catch(() => undefined);
    try {
      const { length } = await inTime(`The unit after ${count} ${how}`, next);
      if (length === 0) return [`The unit after ${count} ${how} has no samples.`];
    } catch (error) {
      return [
        `${String(error)} The engine works on ${engine.capabilities.concurrency} at once, and must be free again.`,
      ];
    }
  }
  return [];
}

/** @throws what hangs; other cases check how units are refused and aborted */
function refusedAsDue(error: unknown): void {
  if (SpeechError.is(error) && error.code === 'ENGINE_TIMEOUT') throw error;
}

/** A server answers nobody else while an engine computes in its thread. */
async function turnProblems(subject: SynthesisSubject): Promise<Verdict> {
  const { engine } = subject;
  // The first call loads and compiles.
  await speak(engine, unitOf(subject));
  const turnMs = await longestTurnMs(() => speak(engine, longestUnitOf(subject)));
  if (turnMs === undefined) return { notApplicable: 'this Node cannot measure the time of a thread' };
  return problemIf(
    turnMs > MAX_TURN_MS,
    `During its longest unit the engine computed for ${turnMs.toFixed(0)} ms without a pause in the thread that called it; the limit is ${MAX_TURN_MS} ms, since nothing else is done meanwhile. Compute in a worker.`,
  );
}

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

type Chunks = AsyncIterator<Float32Array>;

/** @param stop ends a unit of which one chunk was read */
async function chunkProblems(
  subject: SynthesisSubject,
  stop: (chunks: Chunks, controller: AbortController) => Promise<unknown>,
): Promise<Verdict> {
  const { engine } = subject;
  if (!engine.capabilities.streaming) return { notApplicable: 'the engine returns a unit in one chunk' };
  let controller = new AbortController();
  let chunks: Chunks;
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
    abort: () => stop(chunks, controller),
    maxFinished: MAX_REST,
  });
}

/** Aborts a unit after some of its chunks; one that has fewer is left alone. */
async function abortAfter(
  count: number,
  unit: SynthesisUnit,
  { engine }: SynthesisSubject,
): Promise<Problems> {
  const controller = new AbortController();
  const chunks = engine.synthesize(unit, { signal: controller.signal })[Symbol.asyncIterator]();
  for (let read = 0; read < count; read++) if ((await chunks.next()).done === true) return [];
  controller.abort();
  const rest = (async () => {
    while ((await chunks.next()).done !== true);
  })();
  return expectRefusal(`An abort after chunk ${count}`, rest, ['ABORTED']);
}

function usable(subject: SynthesisSubject): Promise<Problems> {
  return missingProblems('The next unit', subject);
}
