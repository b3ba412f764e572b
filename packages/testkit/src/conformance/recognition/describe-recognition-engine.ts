import type { RecognitionEngine } from '@parlance/core/engine';
import { type DescribeOptions, describeCases } from '../describe-cases.ts';
import { evaluateRecognition, RECOGNITION_CASES, type RecognitionTraits } from './cases.ts';

export type DescribeRecognitionOptions = DescribeOptions<RecognitionEngine, Partial<RecognitionTraits>>;

/**
 * Tests an engine against the contract of the recognition port, with one vitest case for each rule. Pass speech with its transcript, since
 * otherwise the rules about the text do not apply.
 *
 * @example
 * describeRecognitionEngine('mine', { create, traits: { speech: { samples, text: 'the birch canoe' } } });
 */
export function describeRecognitionEngine(name: string, options: DescribeRecognitionOptions): void {
  const { create, traits = {}, knownGaps = [] } = options;
  describeCases({
    title: `${name} fulfils the contract of a recognition engine`,
    cases: RECOGNITION_CASES,
    create,
    knownGaps,
    evaluate: (one) => evaluateRecognition(one, create, traits),
  });
}
