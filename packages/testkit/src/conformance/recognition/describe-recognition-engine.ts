import type { RecognitionEngine } from '@parlance/core/engine';
import { type DescribeOptions, describeCases } from '../describe-cases.ts';
import { evaluateRecognition, RECOGNITION_CASES, type RecognitionTraits } from './cases.ts';

export type DescribeRecognitionOptions = DescribeOptions<RecognitionEngine, Partial<RecognitionTraits>>;

/**
 * Holds an engine to the recognition port: one vitest case for each rule. Give it speech with what is said in it, or the rules
 * about the text have nothing to say.
 *
 * @example
 * describeRecognitionEngine('mine', { create, traits: { speech: { samples, text: 'the birch canoe' } } });
 */
export function describeRecognitionEngine(name: string, options: DescribeRecognitionOptions): void {
  const { create, traits = {}, knownGaps = [] } = options;
  describeCases({
    title: `${name} keeps the contract of a recognition engine`,
    cases: RECOGNITION_CASES,
    create,
    knownGaps,
    evaluate: (one) => evaluateRecognition(one, create, traits),
  });
}
