import type { SynthesisEngine } from '@parlance/core/engine';
import { evaluateCase } from '../evaluate-case.ts';
import { heldProblems } from '../held-buffers.ts';
import type { ConformanceCase, Verdict } from '../verdict.ts';
import { workerCases } from '../worker-cases.ts';
import { abortCases } from './abort-cases.ts';
import { audioCases } from './audio-cases.ts';
import { callCases } from './call-cases.ts';
import { closeCases } from './close-cases.ts';
import { emphasisCases } from './emphasis-cases.ts';
import { joinCases } from './join-cases.ts';
import { speak } from './listening.ts';
import { missingProblems } from './missing-part.ts';
import { pronouncedWordCases } from './pronounced-word-cases.ts';
import { pronunciationCases } from './pronunciation-cases.ts';
import { repeatCases } from './repeat-cases.ts';
import { signalCases } from './signal-cases.ts';
import { DEFAULT_SYNTHESIS_TRAITS, type SynthesisSubject, type SynthesisTraits, unitOf } from './subject.ts';
import { textCases } from './text-cases.ts';
import { unitCases } from './unit-cases.ts';

export { DEFAULT_SYNTHESIS_TRAITS, type SynthesisTraits };

/** Every rule of the synthesis port. */
export const SYNTHESIS_CASES: readonly ConformanceCase<SynthesisSubject>[] = [
  ...audioCases,
  ...signalCases,
  ...joinCases,
  ...textCases,
  ...unitCases,
  ...emphasisCases,
  ...pronunciationCases,
  ...pronouncedWordCases,
  ...repeatCases,
  ...abortCases,
  ...callCases,
  ...closeCases,
  {
    name: 'memory/units-released',
    run: (subject) => heldProblems(async () => (await speak(subject.engine, unitOf(subject))).byteLength),
  },
  ...workerCases<SynthesisEngine, SynthesisSubject>((subject, engine) =>
    missingProblems('The unit', { ...subject, engine }),
  ),
];

/**
 * Runs one case on a new engine and closes it afterwards.
 *
 * @returns the problems, including an error that the case throws; an error of `create` is thrown
 */
export function evaluateSynthesis(
  one: ConformanceCase<SynthesisSubject>,
  create: () => Promise<SynthesisEngine> | SynthesisEngine,
  traits: Partial<SynthesisTraits> = {},
): Promise<Verdict> {
  return evaluateCase(one, create, { ...DEFAULT_SYNTHESIS_TRAITS, ...traits });
}
