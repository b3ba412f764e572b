import type { SynthesisEngine } from '@parlance/core/engine';
import { type DescribeOptions, describeCases } from '../describe-cases.ts';
import { evaluateSynthesis, SYNTHESIS_CASES, type SynthesisTraits } from './cases.ts';

export type DescribeSynthesisOptions = DescribeOptions<SynthesisEngine, Partial<SynthesisTraits>>;

/**
 * Tests an engine against the contract of the synthesis port, with one vitest case for each rule. An engine's contract test is this one call.
 *
 * @example
 * describeSynthesisEngine('flite', { create: async () => oneEngineOf(flite()) });
 */
export function describeSynthesisEngine(name: string, options: DescribeSynthesisOptions): void {
  const { create, traits = {}, knownGaps = [] } = options;
  describeCases({
    title: `${name} fulfils the contract of a synthesis engine`,
    cases: SYNTHESIS_CASES,
    create,
    knownGaps,
    evaluate: (one) => evaluateSynthesis(one, create, traits),
  });
}
