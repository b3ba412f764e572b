import type { SynthesisEngine } from '@parlance/core';
import { abortCases } from './synthesis-abort-cases.ts';
import { audioCases } from './synthesis-audio-cases.ts';
import { closeCases } from './synthesis-close-cases.ts';
import {
  DEFAULT_SYNTHESIS_TRAITS,
  type SynthesisSubject,
  type SynthesisTraits,
} from './synthesis-subject.ts';
import { unitCases } from './synthesis-unit-cases.ts';
import type { ConformanceCase, Problems } from './verdict.ts';

export { DEFAULT_SYNTHESIS_TRAITS, type SynthesisTraits };

/** Every rule of the synthesis port. */
export const SYNTHESIS_CASES: readonly ConformanceCase<SynthesisSubject>[] = [
  ...audioCases,
  ...unitCases,
  ...abortCases,
  ...closeCases,
];

/**
 * Runs one case on a fresh engine and closes it afterwards.
 *
 * @returns the problems; an error that escapes the case is one too, one of `create` is thrown
 */
export async function judgeSynthesis(
  { run }: ConformanceCase<SynthesisSubject>,
  create: () => Promise<SynthesisEngine> | SynthesisEngine,
  traits: Partial<SynthesisTraits> = {},
): Promise<Problems> {
  const engine = await create();
  try {
    return await run({ ...DEFAULT_SYNTHESIS_TRAITS, ...traits, engine });
  } catch (error) {
    return [`The case ended with an error: ${String(error)}`];
  } finally {
    await engine.close();
  }
}
