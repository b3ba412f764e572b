import type { VoiceActivityDetector } from '@parlance/core/engine';
import { type DescribeOptions, describeCases } from '../describe-cases.ts';
import { evaluateVoiceActivity, VOICE_ACTIVITY_CASES, type VoiceActivityTraits } from './cases.ts';

export type DescribeVoiceActivityOptions = DescribeOptions<
  VoiceActivityDetector,
  Partial<VoiceActivityTraits>
>;

/**
 * Holds a detector to the voice activity port: one vitest case for each rule.
 *
 * @example
 * describeVoiceActivityDetector('mine', { create, traits: { speech: samplesOfSomebodySpeaking } });
 */
export function describeVoiceActivityDetector(name: string, options: DescribeVoiceActivityOptions): void {
  const { create, traits = {}, knownGaps = [] } = options;
  describeCases({
    title: `${name} keeps the contract of a voice activity detector`,
    cases: VOICE_ACTIVITY_CASES,
    create,
    knownGaps,
    evaluate: (one) => evaluateVoiceActivity(one, create, traits),
  });
}
