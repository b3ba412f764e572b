import type { TextAligner } from '@parlance/core/engine';
import { type DescribeOptions, describeCases } from '../describe-cases.ts';
import { evaluateTextAligner, TEXT_ALIGNER_CASES } from './cases.ts';
import type { TextAlignerTraits } from './subject.ts';

export type DescribeTextAlignerOptions = DescribeOptions<TextAligner, Partial<TextAlignerTraits>>;

/**
 * Tests an aligner against the contract of the alignment port, with one vitest case for each rule.
 *
 * @example
 * describeTextAligner('mine', { create, traits: { speech: speechWithKnownTimes } });
 */
export function describeTextAligner(name: string, options: DescribeTextAlignerOptions): void {
  const { create, traits = {}, knownGaps = [] } = options;
  describeCases({
    title: `${name} fulfils the contract of a text aligner`,
    cases: TEXT_ALIGNER_CASES,
    create,
    knownGaps,
    evaluate: (one) => evaluateTextAligner(one, create, traits),
  });
}
