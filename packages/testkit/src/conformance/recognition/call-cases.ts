import type { Recognition } from '@parlance/core/engine';
import { optionProblems, waitingProblems } from '../many-calls.ts';
import { type ConformanceCase, type Problems, problemsIn, unlessRefused, type Verdict } from '../verdict.ts';
import { barelyHeard } from './edge-cases.ts';
import { changeProblems } from './repeat-cases.ts';
import { type RecognitionSubject, recognizeSpeechOf } from './subject.ts';

/** The length of a segment of which many are decoded. */
const WAITING_SECONDS = 0.1;

/** Rules that calls are answered whatever their options, however many wait, and whatever happens to their engine. */
export const callCases: readonly ConformanceCase<RecognitionSubject>[] = [
  { name: 'calls/any-options', run: anyOptionProblems },
  { name: 'calls/many-waiting', run: manyProblems },
  { name: 'calls/undisturbed', run: disturbedProblems },
];

async function anyOptionProblems(subject: RecognitionSubject): Promise<Problems> {
  const due = structuredClone(await recognizeSpeechOf(subject));
  const answered = await optionProblems('A segment', async (options) =>
    changeProblems('It', due, await recognizeSpeechOf(subject, options)),
  );
  const { engine } = subject;
  if (engine.openStream === undefined) return answered;
  const opened = await optionProblems('A stream', async (options) => {
    await (await engine.openStream?.(options))?.close();
    return [];
  });
  return [...answered, ...opened];
}

async function manyProblems({ engine }: RecognitionSubject): Promise<Problems> {
  const { sampleRateHz, concurrency } = engine.capabilities;
  const hearSilence = (): Promise<Recognition> =>
    engine.recognize(new Float32Array(Math.round(WAITING_SECONDS * sampleRateHz)));
  const due = structuredClone(await hearSilence());
  return waitingProblems('segments', concurrency, async () =>
    changeProblems('One', due, await hearSilence()),
  );
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
