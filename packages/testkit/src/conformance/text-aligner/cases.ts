import type { TextAligner } from '@parlance/core/engine';
import { evaluateCase } from '../evaluate-case.ts';
import type { ConformanceCase, Verdict } from '../verdict.ts';
import { workerCases } from '../worker-cases.ts';
import { usable } from './align.ts';
import { callCases } from './call-cases.ts';
import { speechCases } from './speech-cases.ts';
import { DEFAULT_TEXT_ALIGNER_TRAITS, type TextAlignerSubject, type TextAlignerTraits } from './subject.ts';
import { wordCases } from './word-cases.ts';

/** Every rule of the alignment port. */
export const TEXT_ALIGNER_CASES: readonly ConformanceCase<TextAlignerSubject>[] = [
  ...wordCases,
  ...speechCases,
  ...callCases,
  ...workerCases<TextAligner, TextAlignerSubject>((subject, engine) => usable({ ...subject, engine })),
];

/**
 * Runs one case on a new aligner and closes it afterwards.
 *
 * @returns the problems, including an error that the case throws; an error of `create` is thrown
 */
export function evaluateTextAligner(
  one: ConformanceCase<TextAlignerSubject>,
  create: () => Promise<TextAligner> | TextAligner,
  traits: Partial<TextAlignerTraits> = {},
): Promise<Verdict> {
  return evaluateCase(one, create, { ...DEFAULT_TEXT_ALIGNER_TRAITS, ...traits });
}
