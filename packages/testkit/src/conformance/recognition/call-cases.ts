import type { EngineCallOptions } from '@parlance/core/engine';
import { inTime } from '../in-time.ts';
import {
  type ConformanceCase,
  expectRefusal,
  type Problems,
  problemIf,
  problemsIn,
  unlessRefused,
  type Verdict,
} from '../verdict.ts';
import { barelyHeard } from './edge-cases.ts';
import { changeProblems } from './repeat-cases.ts';
import { isSame, type RecognitionSubject, recognizeSpeechOf } from './subject.ts';

/** How many segments arrive at once when a long recording is transcribed. */
const WAITING_SEGMENTS = 64;
const WAITING_SECONDS = 0.1;
/** Together with that of `worker/crash` fewer than after which engines pause. */
const CRASHES = 2;

/** Rules that calls are answered whatever their options, however many wait, and whatever happens to their engine. */
export const callCases: readonly ConformanceCase<RecognitionSubject>[] = [
  { name: 'calls/any-options', run: optionProblems },
  { name: 'calls/many-waiting', run: waitingProblems },
  { name: 'calls/undisturbed', run: disturbedProblems },
  { name: 'worker/crash-again', run: crashProblems },
];

/** The host uses one object of options for many calls, so it must be as before after each. */
async function optionProblems(subject: RecognitionSubject): Promise<Problems> {
  const { engine } = subject;
  const due = structuredClone(await recognizeSpeechOf(subject));
  const { signal } = new AbortController();
  // Each is the latest call of a series of its own, so none replaces another.
  const placeIn = (lane: 'sync' | 'batch'): EngineCallOptions => ({
    signal,
    lane,
    turn: 'app',
    latestOf: Symbol(lane),
  });
  const calls: readonly (readonly [which: string, options: EngineCallOptions])[] = [
    ['with only a signal', { signal }],
    ['in the lane "sync", the latest of a series,', placeIn('sync')],
    ['in the lane "batch", the latest of another series,', placeIn('batch')],
  ];
  const answered = await Promise.all(
    calls.map(async ([which, options]) => {
      const found = await unlessRefused('It fails', async () =>
        changeProblems('It', due, await recognizeSpeechOf(subject, Object.freeze(options))),
      );
      return problemsIn(`A segment ${which} whose options must not be changed`, found);
    }),
  );
  const opened = await unlessRefused('A stream whose options must not be changed fails', async () => {
    await (await engine.openStream?.(Object.freeze({ signal })))?.close();
    return [];
  });
  return [...answered.flat(), ...opened];
}

/** Segments beyond the engine's concurrency wait, however many they are. */
async function waitingProblems({ engine }: RecognitionSubject): Promise<Problems> {
  const silence = (): Float32Array =>
    new Float32Array(Math.round(WAITING_SECONDS * engine.capabilities.sampleRateHz));
  const due = structuredClone(await engine.recognize(silence()));
  const settled = await Promise.allSettled(
    Array.from({ length: WAITING_SEGMENTS }, () => engine.recognize(silence())),
  );
  const failed = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  const isDamaged = settled.some((one) => one.status === 'fulfilled' && !isSame(one.value, due));
  return [
    ...problemIf(
      failed.length > 0,
      `Of ${WAITING_SEGMENTS} segments at once ${failed.length} fail, such as with ${String(failed[0])}; those beyond the concurrency of ${engine.capabilities.concurrency} have to wait.`,
    ),
    ...problemIf(isDamaged, `Of ${WAITING_SEGMENTS} equal segments at once some have another result.`),
  ];
}

/** Recognizes a segment while something happens to its engine, and again afterwards. */
async function disturbedProblems(subject: RecognitionSubject): Promise<Verdict> {
  const { engine, create } = subject;
  const segment = await barelyHeard(subject);
  const due = structuredClone(await engine.recognize(segment.slice()));
  const other = await create();
  await recognizeSpeechOf({ ...subject, engine: other });
  const events: readonly (readonly [when: string, happen: () => Promise<void>])[] = [
    ['while the engine is warmed', () => engine.warm()],
    ['while another engine of the plugin is closed', () => other.close()],
  ];
  const problems: string[] = [];
  for (const [when, happen] of events) {
    const found = await unlessRefused('It fails', async () => {
      const work = engine.recognize(segment.slice());
      const [heard] = await Promise.all([work, happen()]);
      return [
        ...changeProblems('It', due, heard),
        ...changeProblems('The next one', due, await engine.recognize(segment.slice())),
      ];
    });
    problems.push(...problemsIn(`A segment ${when}`, found));
  }
  const together = await unlessRefused('Segments after unloading fail', () =>
    loadingProblems(subject, segment),
  );
  return [...problems, ...together];
}

/** Several segments come at once while the engine loads. */
async function loadingProblems({ engine }: RecognitionSubject, segment: Float32Array): Promise<Problems> {
  if (engine.unload === undefined) return [];
  const due = structuredClone(await engine.recognize(segment.slice()));
  await engine.unload();
  const count = engine.capabilities.concurrency + 1;
  const heard = await Promise.all(Array.from({ length: count }, () => engine.recognize(segment.slice())));
  return heard.flatMap((recognition, index) =>
    changeProblems(`Segment ${index + 1} of ${count} that came at once after unloading`, due, recognition),
  );
}

/** An engine that comes back after one crash has to come back after the next one too. */
async function crashProblems(subject: RecognitionSubject): Promise<Verdict> {
  const { engine, crashWorker } = subject;
  if (crashWorker === undefined) return { notApplicable: 'there is no crashWorker' };
  const due = structuredClone(await recognizeSpeechOf(subject));
  const problems: string[] = [];
  for (let crash = 1; crash <= CRASHES; crash++) {
    const broken = recognizeSpeechOf(subject);
    // A rejection during the crash must not count as unhandled.
    broken.catch(() => undefined);
    await crashWorker(engine);
    const what = `A segment after ${crash} ${crash === 1 ? 'crash' : 'crashes'} of the worker`;
    const found = await unlessRefused(`${what} fails`, async () =>
      changeProblems(what, due, await inTime(what, recognizeSpeechOf(subject))),
    );
    problems.push(
      ...(await expectRefusal('A segment whose worker died', broken, ['ENGINE_CRASHED'])),
      ...found,
    );
  }
  return problems;
}
