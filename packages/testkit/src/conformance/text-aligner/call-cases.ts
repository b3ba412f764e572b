import type { AlignedWord, AlignmentTask } from '@parlance/core/engine';
import { joinSamples } from '../../signals/join-samples.ts';
import { listenerProblems } from '../abort-listeners.ts';
import { ABORT_REASONS } from '../abort-reasons.ts';
import { callReportProblems } from '../call-reports.ts';
import { closeAnother } from '../evaluate-case.ts';
import { heldProblems } from '../held-buffers.ts';
import { inTime } from '../in-time.ts';
import { optionProblems, waitingProblems } from '../many-calls.ts';
import {
  type ConformanceCase,
  type EarlierCall,
  endProblems,
  expectRefusal,
  type Problems,
  problemIf,
  problemsAfterEach,
} from '../verdict.ts';
import {
  align,
  changeProblems,
  firstWord,
  repeated,
  shorter,
  timesWithin,
  usable,
  wordRanges,
} from './align.ts';
import type { TextAlignerSubject } from './subject.ts';

/** More than an aligner works on at once. */
const MANY_REFUSED = 64;
/** The silence before the same speech. */
const SILENCE_SECONDS = 0.3;
/** How often the speech is repeated to be far longer than itself. */
const LONGER = 4;

/** Rules about calls one after another and at once, aborts, and closing the aligner. */
export const callCases: readonly ConformanceCase<TextAlignerSubject>[] = [
  {
    name: 'speech/same-again',
    run: async (subject) => {
      const all = await Promise.all([align(subject), align(subject), align(subject)]);
      return problemIf(
        new Set(all.map((found) => JSON.stringify(found))).size > 1,
        'The same speech has different times each time.',
      );
    },
  },
  { name: 'speech/same-after-anything', run: afterProblems },
  {
    name: 'calls/any-options',
    run: async (subject) => {
      const due = structuredClone(await align(subject));
      return optionProblems('A call', async (options) =>
        changeProblems('With them', due, await align(subject, {}, options)),
      );
    },
  },
  {
    name: 'calls/many-waiting',
    run: async (subject) => {
      const { samples, text } = firstWord(subject.speech);
      const alignWord = () => align(subject, { samples: samples.slice(), text, words: wordRanges(text) });
      const due = structuredClone(await alignWord());
      return waitingProblems('calls', subject.engine.capabilities.concurrency, async () =>
        changeProblems('Of one', due, await alignWord()),
      );
    },
  },
  { name: 'parallel/as-alone', run: parallelProblems },
  {
    name: 'abort/before',
    run: async (subject) => [
      ...(await expectRefusal(
        'A call with an aborted signal',
        align(subject, {}, { signal: AbortSignal.abort() }),
        ['ABORTED'],
      )),
      ...(await usable(subject)),
    ],
  },
  {
    name: 'abort/during',
    run: async (subject) => {
      const problems: string[] = [];
      for (const [how, reason] of ABORT_REASONS)
        problems.push(
          ...(await expectRefusal(`An abort${how} during a call`, alignAborted(subject, reason), [
            'ABORTED',
          ])),
        );
      return [...problems, ...(await usable(subject))];
    },
  },
  { name: 'abort/queued', run: queuedProblems },
  {
    name: 'abort/after',
    run: async (subject) => {
      const controller = new AbortController();
      await align(subject, {}, { signal: controller.signal });
      controller.abort();
      return usable(subject);
    },
  },
  {
    name: 'abort/no-listener-left',
    run: (subject) => listenerProblems((signal) => align(subject, {}, { signal })),
  },
  {
    name: 'calls/started-and-ended',
    run: (subject) => callReportProblems((options) => align(subject, {}, options)),
  },
  {
    name: 'close/before-call',
    run: async (subject) => {
      await subject.engine.close();
      return expectRefusal('A call after close', align(subject), ['SHUTTING_DOWN']);
    },
  },
  { name: 'close/during-call', run: closedProblems },
  {
    name: 'close/twice',
    run: async (subject) => {
      await align(subject);
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
    name: 'memory/calls-released',
    run: async (subject) => {
      const due = structuredClone(await align(subject));
      const held = await heldProblems(async () => {
        await align(subject);
        return subject.speech.samples.byteLength;
      });
      return [...held, ...changeProblems('After many calls', due, await align(subject))];
    },
  },
];

/** Starts a call and aborts it at once: the aligner cannot have answered within this turn of the event loop. */
function alignAborted(
  subject: TextAlignerSubject,
  reason?: Error,
  change: Partial<AlignmentTask> = {},
): Promise<readonly AlignedWord[]> {
  const controller = new AbortController();
  const aligning = align(subject, change, { signal: controller.signal });
  controller.abort(reason);
  return aligning;
}

/** Aligns the speech again after each kind of call that may leave something behind. */
async function afterProblems(subject: TextAlignerSubject): Promise<Problems> {
  const earlier: readonly EarlierCall[] = [
    ['After shorter speech', () => align(subject, shorter(subject))],
    ['After longer speech', () => align(subject, longer(subject))],
    ['After silence', () => align(subject, { samples: new Float32Array(subject.speech.samples.length) })],
    ['After another speaker', () => align(subject, { gender: 'female' })],
    ['After speech that is too long', () => align(subject, { samples: tooLong(subject) })],
    ['After ranges beyond the text', () => align(subject, { words: [{ start: 0, end: Infinity }] })],
    ['After a rate that is too low', () => align(subject, { sampleRateHz: 4000 })],
    ['After an unknown language', () => align(subject, { languageCode: 'qqq' })],
    ['After many calls that were refused', () => refusedOften(subject)],
    ['After an abort', () => alignAborted(subject)],
    ['After an abort of other speech', () => alignAborted(subject, undefined, shorter(subject))],
    ['After warming', () => subject.engine.warm()],
    [
      'After the close of another aligner',
      () => closeAnother(subject, (engine) => align({ ...subject, engine })),
    ],
  ];
  const due = structuredClone(await align(subject));
  return problemsAfterEach(earlier, 'the same call', async (when) =>
    changeProblems(when, due, await align(subject)),
  );
}

async function refusedOften(subject: TextAlignerSubject): Promise<void> {
  for (let call = 0; call < MANY_REFUSED; call++)
    await align(subject, { sampleRateHz: 4000 }).catch(() => undefined);
}

/** Makes more parallel calls than the aligner's concurrency, with tasks of several words, rates and lengths, so that a mix-up shows. */
async function parallelProblems(subject: TextAlignerSubject): Promise<Problems> {
  const tasks = [{}, shorter(subject), atDoubleRate(subject), afterSilence(subject)];
  const copied = (index: number): Partial<AlignmentTask> =>
    structuredClone(tasks[index % tasks.length] ?? {});
  const alone: (readonly AlignedWord[])[] = [];
  // Copied, since an aligner that uses one list for all its results would change it.
  for (const index of tasks.keys()) alone.push(structuredClone(await align(subject, copied(index))));
  const count = subject.engine.capabilities.concurrency + 2;
  const calls = Array.from({ length: count }, (_, index) => align(subject, copied(index)));
  // As when the next request asks for it.
  const [warmed] = await Promise.allSettled([subject.engine.warm(), ...calls]);
  const together = await Promise.all(calls);
  return [
    ...problemIf(warmed.status === 'rejected', 'It cannot be warmed while it has calls.'),
    ...together.flatMap((found, index) =>
      changeProblems(
        `In call ${index + 1} of ${count} in parallel`,
        alone[index % tasks.length] ?? [],
        found,
      ),
    ),
  ];
}

/** The same words, later. */
function afterSilence({ speech: { samples, sampleRateHz } }: TextAlignerSubject): Partial<AlignmentTask> {
  const silence = new Float32Array(Math.round(SILENCE_SECONDS * sampleRateHz));
  return { samples: joinSamples([silence, samples]) };
}

/** The first word, with each sample twice. */
function atDoubleRate({ speech }: TextAlignerSubject): Partial<AlignmentTask> {
  const { samples, sampleRateHz, text } = firstWord(speech);
  const doubled = Float32Array.from({ length: samples.length * 2 }, (_, at) => samples[at >> 1] ?? 0);
  return { samples: doubled, sampleRateHz: sampleRateHz * 2, text, words: wordRanges(text) };
}

/** The speech several times, as long as the aligner takes it. */
function longer({ engine, speech }: TextAlignerSubject): Partial<AlignmentTask> {
  const most = timesWithin(speech, engine.capabilities.maxSeconds);
  const { samples, text } = repeated(speech, Math.min(LONGER, most));
  return { samples, text, words: wordRanges(text) };
}

function tooLong({ engine, speech }: TextAlignerSubject): Float32Array {
  return new Float32Array(Math.ceil(engine.capabilities.maxSeconds * speech.sampleRateHz) + 1);
}

/** Aborts two calls that wait behind others, with one signal, as of one request. */
async function queuedProblems(subject: TextAlignerSubject): Promise<Problems> {
  const alone = structuredClone(await align(subject));
  const controller = new AbortController();
  const others = Array.from({ length: subject.engine.capabilities.concurrency }, () => align(subject));
  const queued = [1, 2].map(() => align(subject, {}, { signal: controller.signal }));
  controller.abort();
  const problems = await Promise.all(
    queued.map((work) => expectRefusal('An abort of a waiting call', work, ['ABORTED'])),
  );
  const ends = await Promise.allSettled(others);
  const damaged = ends.flatMap((end) =>
    end.status === 'fulfilled'
      ? changeProblems('After the abort of another call', alone, end.value)
      : [`The abort of a call ended another one: ${String(end.reason)}`],
  );
  return [...problems.flat(), ...damaged];
}

async function closedProblems(subject: TextAlignerSubject): Promise<Problems> {
  const alone = await align(subject);
  const what = 'A call in progress';
  const work = endProblems(what, align(subject), 'SHUTTING_DOWN', (found) =>
    changeProblems('In a call in progress', alone, found),
  );
  await subject.engine.close();
  return inTime(what, work);
}
