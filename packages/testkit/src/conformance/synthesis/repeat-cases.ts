import type { SynthesisUnit } from '@parlance/core/engine';
import {
  type ConformanceCase,
  type EarlierCall,
  type Problems,
  problemIf,
  problemsAfterEach,
} from '../verdict.ts';
import { speak } from './listening.ts';
import { sameSpeechProblems } from './same-speech.ts';
import { firstVoice, longestUnitOf, type SynthesisSubject, UNKNOWN_VOICE, unitOf } from './subject.ts';

/** How often a unit is synthesized again. */
const TIMES = 5;
/** Far enough from 1 that most engines speak in another way. */
const OTHER_SPEED = 1.5;

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
  { name: 'parallel/as-alone', run: parallelProblems },
];

/** Synthesizes a unit again after each kind of call that may leave something behind. */
async function afterProblems(subject: SynthesisSubject): Promise<Problems> {
  const { engine, unspeakable } = subject;
  const speakOther = (members: Partial<SynthesisUnit>) => speak(engine, unitOf(subject, members));
  const earlier: readonly EarlierCall[] = [
    ['After another text', () => speakOther({ text: shortTextOf(subject) })],
    ['After another voice', () => speakOther({ voiceCode: secondVoiceOf(subject) })],
    ['After another speed', () => speakOther({ speed: OTHER_SPEED })],
    ['After the longest unit', () => speak(engine, longestUnitOf(subject))],
    ['After a unit without sound', () => speakOther({ text: unspeakable[0] ?? subject.sentence })],
    [
      'After a unit that is too long',
      () => speakOther({ text: 'a'.repeat(engine.capabilities.maxUnitChars + 1) }),
    ],
    ['After an unknown voice', () => speakOther({ voiceCode: UNKNOWN_VOICE })],
    ['After an abort', () => speakAborted(subject)],
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
  const due = await speak(engine, unitOf(subject));
  return problemsAfterEach(earlier, 'the same unit', async (when) =>
    sameSpeechProblems(subject, `${when} the same unit`, due, await speak(engine, unitOf(subject))),
  );
}

/** Starts a unit and aborts it at once. */
function speakAborted(subject: SynthesisSubject): Promise<Float32Array> {
  const controller = new AbortController();
  const work = speak(subject.engine, unitOf(subject), { signal: controller.signal });
  controller.abort();
  return work;
}

/**
 * Synthesizes more parallel units than the engine's concurrency, with two lengths and if possible two voices, so that a mix-up shows. Among
 * them are one that is refused and one that is aborted.
 */
async function parallelProblems(subject: SynthesisSubject): Promise<Problems> {
  const { engine } = subject;
  const units = [
    unitOf(subject),
    unitOf(subject, { voiceCode: secondVoiceOf(subject), text: shortTextOf(subject) }),
  ];
  const alone: Float32Array[] = [];
  for (const unit of units) alone.push(await speak(engine, unit));
  const count = engine.capabilities.concurrency + 2;
  const failing = Promise.allSettled([
    speak(engine, unitOf(subject, { voiceCode: UNKNOWN_VOICE })),
    speakAborted(subject),
  ]);
  const together = await Promise.all(
    Array.from({ length: count }, (_, index) => speak(engine, units[index % 2] ?? unitOf(subject))),
  );
  await failing;
  return together.flatMap((samples, index) =>
    sameSpeechProblems(
      subject,
      `Unit ${index + 1} of ${count} in parallel`,
      alone[index % 2] ?? new Float32Array(),
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
