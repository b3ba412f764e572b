import type { SynthesisUnit } from '@parlance/core/engine';
import { joinSamples } from '../../signals/join-samples.ts';
import { inTime } from '../in-time.ts';
import {
  type ConformanceCase,
  type EarlierCall,
  type Problems,
  problemIf,
  problemsAfterEach,
  unlessRefused,
  type Verdict,
} from '../verdict.ts';
import { readWhole, speak } from './listening.ts';
import { sameSpeechProblems } from './same-speech.ts';
import { OTHER_SPEED } from './speed.ts';
import { firstVoice, longestUnitOf, type SynthesisSubject, UNKNOWN_VOICE, unitOf } from './subject.ts';

/** How often a unit is synthesized again. */
const TIMES = 5;
/** After so many chunks a unit is in the middle. */
const READ_CHUNKS = 2;
/** How many units are begun at once at most. */
const MAX_PARALLEL = 8;

/** Rules that a unit sounds the same again, whatever happened before or happens meanwhile. */
export const repeatCases: readonly ConformanceCase<SynthesisSubject>[] = [
  {
    name: 'unit/same-again',
    run: async (subject) => {
      const unit = unitOf(subject);
      const asked = JSON.stringify(unit);
      const due = await speak(subject.engine, unit);
      const problems: string[] = [];
      for (let time = 1; time <= TIMES; time++) {
        const again = await speak(subject.engine, unit);
        problems.push(...sameSpeechProblems(subject, `The same unit, repeated ${time} times,`, due, again));
      }
      return [
        ...problems,
        ...problemIf(
          JSON.stringify(unit) !== asked,
          `The engine changed the unit, which is its caller's, from ${asked} to ${JSON.stringify(unit)}.`,
        ),
      ];
    },
  },
  { name: 'unit/same-after-anything', run: afterProblems },
  { name: 'unit/undisturbed', run: disturbedProblems },
  {
    name: 'unit/same-after-warming',
    run: async (subject) => {
      const due = await speak(subject.engine, unitOf(subject));
      const warmed = await subject.create();
      try {
        await warmed.warm();
        const first = await speak(warmed, unitOf({ ...subject, engine: warmed }));
        return sameSpeechProblems(subject, 'The first unit of an engine that was warmed', due, first);
      } finally {
        await warmed.close();
      }
    },
  },
  { name: 'parallel/as-alone', run: parallelProblems },
  {
    name: 'parallel/while-loading',
    run: async (subject) => {
      const { engine } = subject;
      const count = engine.capabilities.concurrency + 1;
      const first = await inTime(
        'Speaking the first units',
        Promise.all(Array.from({ length: count }, () => speak(engine, unitOf(subject)))),
      );
      const due = await speak(engine, unitOf(subject));
      return first.flatMap((samples, index) =>
        sameSpeechProblems(subject, `Unit ${index + 1} of ${count} for which the engine loads`, due, samples),
      );
    },
  },
  { name: 'parallel/unread-units', run: unreadProblems },
  { name: 'parallel/beside-another-engine', run: besideProblems },
];

/** Lets two engines of a plugin speak at once, as while the settings of a service change. */
async function besideProblems(subject: SynthesisSubject): Promise<Problems> {
  const { engine, create } = subject;
  const units = [
    unitOf(subject),
    unitOf(subject, { voiceCode: secondVoiceOf(subject), text: shortTextOf(subject) }),
  ];
  const due: Float32Array[] = [];
  for (const unit of units) due.push(await speak(engine, unit));
  const other = await create();
  try {
    const engines = [engine, other];
    const heard = await Promise.all(units.map((unit, index) => speak(engines[index] ?? engine, unit)));
    return heard.flatMap((samples, index) =>
      sameSpeechProblems(
        subject,
        `A unit of ${index === 0 ? 'an engine' : 'another engine'} that speaks beside another`,
        due[index] ?? new Float32Array(),
        samples,
      ),
    );
  } finally {
    await other.close();
  }
}

/** Begins all units but one that the engine works on at once, and reads only the last to its end: it must not wait for the others. */
async function unreadProblems(subject: SynthesisSubject): Promise<Verdict> {
  const { engine } = subject;
  const unread = Array.from({ length: Math.min(engine.capabilities.concurrency, MAX_PARALLEL) - 1 }, () =>
    engine.synthesize(unitOf(subject))[Symbol.asyncIterator](),
  );
  if (unread.length === 0) return { notApplicable: 'the engine works on one unit at a time' };
  try {
    await inTime(
      'The first chunk of each of several units',
      Promise.all(unread.map((chunks) => chunks.next())),
    );
    const work = speak(engine, unitOf(subject));
    // If it is late, it ends when the engine is closed.
    work.catch(() => undefined);
    const { length } = await inTime('A unit while others are not read to their end', work);
    return problemIf(length === 0, 'A unit has no samples while others are not read to their end.');
  } finally {
    await Promise.all(unread.map((chunks) => chunks.return?.()));
  }
}

/** Synthesizes a unit again after each kind of call that may leave something behind. */
async function afterProblems(subject: SynthesisSubject): Promise<Problems> {
  const { engine, unspeakable, sentence, crashWorker } = subject;
  const { supportsEmphasis, sounds } = firstVoice(subject);
  const pronunciation = { start: 0, end: sentence.indexOf(' '), ipa: sounds?.[0] ?? '' };
  const speakOther = (members: Partial<SynthesisUnit>) => speak(engine, unitOf(subject, members));
  const earlier: EarlierCall[] = [
    ['After another text', () => speakOther({ text: shortTextOf(subject) })],
    ['After another voice', () => speakOther({ voiceCode: secondVoiceOf(subject) })],
    ['After another speed', () => speakOther({ speed: OTHER_SPEED })],
    ['After the longest unit', () => speak(engine, longestUnitOf(subject))],
    ['After a unit without sound', () => speakOther({ text: unspeakable[0] ?? sentence })],
    [
      'After a unit that is too long',
      () => speakOther({ text: 'a'.repeat(engine.capabilities.maxUnitChars + 1) }),
    ],
    ['After an unknown voice', () => speakOther({ voiceCode: UNKNOWN_VOICE })],
    ['After an abort', () => speakAborted(subject)],
    ['After an abort in the middle', () => speakPartly(subject)],
    [
      'After a consumer that left',
      async () => {
        for await (const _chunk of engine.synthesize(longestUnitOf(subject))) break;
      },
    ],
    // The next call loads it again.
    ['After unloading', async () => engine.unload?.()],
    ['After warming', () => engine.warm()],
  ];
  // The second voice comes first: an engine that has forgotten it shows that right after the call.
  const units: [what: string, members: Partial<SynthesisUnit>][] = [];
  for (const voiceCode of new Set([secondVoiceOf(subject), firstVoice(subject).code]))
    units.push([`by ${voiceCode}`, { voiceCode }]);
  if (supportsEmphasis) {
    const emphasized = { emphasisIntensity: 100 };
    earlier.push(['After emphasis', () => speakOther(emphasized)]);
    units.push(['with emphasis', emphasized]);
  }
  if (sounds) {
    const pronounced = { pronunciations: [pronunciation] };
    earlier.push(['After a pronunciation', () => speakOther(pronounced)]);
    units.push(['with a pronunciation', pronounced]);
  }
  if (crashWorker) earlier.push(['After a crash', () => crashDuringUnit(subject, crashWorker)]);
  const due: Float32Array[] = [];
  for (const [, members] of units) due.push(await speakOther(members));
  return problemsAfterEach(earlier, 'the same unit', async (when) => {
    const problem = engine.problem?.();
    const changes: string[] = [];
    for (const [index, [what, members]] of units.entries())
      changes.push(
        ...sameSpeechProblems(
          subject,
          `${when} the same unit ${what}`,
          due[index] ?? new Float32Array(),
          await speakOther(members),
        ),
      );
    return [
      ...problemIf(
        problem !== undefined,
        `${when} problem() returns "${problem}"; expected no problem, since the engine can serve calls.`,
      ),
      ...changes,
    ];
  });
}

/** Lets something happen to an engine in the middle of a unit, which has to go on as before. */
async function disturbedProblems(subject: SynthesisSubject): Promise<Problems> {
  const { engine, create } = subject;
  const other = await create();
  await other.warm();
  const due = await speak(engine, longestUnitOf(subject));
  const events: readonly (readonly [when: string, happen: () => Promise<void>])[] = [
    ['during which the engine is warmed', () => engine.warm()],
    ['during which the engine is asked to unload', async () => engine.unload?.()],
    ['during which another engine of the plugin is closed', () => other.close()],
  ];
  const problems: string[] = [];
  for (const [when, happen] of events) {
    const found = await unlessRefused(`A unit ${when} fails`, async () => {
      const read: Float32Array[] = [];
      for await (const chunk of engine.synthesize(longestUnitOf(subject))) {
        read.push(chunk);
        if (read.length === 1) await happen();
      }
      return sameSpeechProblems(subject, `A unit ${when}`, due, joinSamples(read));
    });
    problems.push(...found);
  }
  return problems;
}

/** Reads a few chunks of a unit, aborts it, and reads on. */
async function speakPartly(subject: SynthesisSubject): Promise<void> {
  const controller = new AbortController();
  let read = 0;
  for await (const _chunk of subject.engine.synthesize(longestUnitOf(subject), {
    signal: controller.signal,
  })) {
    read += 1;
    if (read === READ_CHUNKS) controller.abort();
  }
}

/** Crashes the worker during a unit, and speaks another, for which the engine recovers. */
async function crashDuringUnit(
  subject: SynthesisSubject,
  crashWorker: NonNullable<SynthesisSubject['crashWorker']>,
): Promise<void> {
  const broken = speak(subject.engine, unitOf(subject)).catch(() => undefined);
  await crashWorker(subject.engine);
  await broken;
  await speak(subject.engine, unitOf(subject));
}

/** Starts a unit and aborts it at once. */
function speakAborted(subject: SynthesisSubject): Promise<Float32Array> {
  const controller = new AbortController();
  const work = speak(subject.engine, unitOf(subject), { signal: controller.signal });
  controller.abort();
  return work;
}

/**
 * Synthesizes more parallel units than the engine's concurrency, which differ in length, voice, speed and, if possible, emphasis, so that a mix-up
 * shows. Among them are one that is refused and one that is aborted.
 */
async function parallelProblems(subject: SynthesisSubject): Promise<Problems> {
  const { engine } = subject;
  const emphasized = engine.voices.find(({ supportsEmphasis }) => supportsEmphasis);
  const units = [
    unitOf(subject),
    unitOf(subject, { voiceCode: secondVoiceOf(subject), text: shortTextOf(subject) }),
    unitOf(subject, { speed: OTHER_SPEED }),
    unitOf(subject, { voiceCode: secondVoiceOf(subject) }),
    ...(emphasized ? [unitOf(subject, { voiceCode: emphasized.code, emphasisIntensity: 100 })] : []),
  ];
  const alone: Float32Array[] = [];
  for (const unit of units) alone.push(await speak(engine, unit));
  const count = Math.max(engine.capabilities.concurrency + 2, units.length);
  const failing = Promise.allSettled([
    speak(engine, unitOf(subject, { voiceCode: UNKNOWN_VOICE })),
    speakAborted(subject),
  ]);
  // All are asked for before the first is read.
  const asked = Array.from({ length: count }, (_, index) =>
    engine.synthesize(units[index % units.length] ?? unitOf(subject)),
  );
  const together = await Promise.all(asked.map(readWhole));
  await failing;
  return together.flatMap((samples, index) =>
    sameSpeechProblems(
      subject,
      `Unit ${index + 1} of ${count} in parallel`,
      alone[index % units.length] ?? new Float32Array(),
      samples,
    ),
  );
}

/** The first two words of the sentence. */
function shortTextOf({ sentence }: SynthesisSubject): string {
  return sentence.split(' ').slice(0, 2).join(' ');
}

function secondVoiceOf(subject: SynthesisSubject): string {
  return (subject.engine.voices[1] ?? firstVoice(subject)).code;
}
