import type { VoiceActivityDetector } from '@parlance/core/engine';
import { type DescribeOptions, describeCases } from '../describe-cases.ts';
import { evaluateVoiceActivity, VOICE_ACTIVITY_CASES, type VoiceActivityTraits } from './cases.ts';

export type DescribeVoiceActivityOptions = DescribeOptions<
  VoiceActivityDetector,
  Partial<VoiceActivityTraits>
>;

/**
 * Tests a detector against the contract of the voice activity port, with one vitest case for each rule.
 *
 * @example
 * describeVoiceActivityDetector('mine', { create, traits: { speech: samplesOfSomebodySpeaking } });
 */
export function describeVoiceActivityDetector(name: string, options: DescribeVoiceActivityOptions): void {
  const { create, traits = {}, knownGaps = [] } = options;
  describeCases({
    title: `${name} fulfils the contract of a voice activity detector`,
    cases: VOICE_ACTIVITY_CASES,
    create,
    knownGaps,
    evaluate: (one) => evaluateVoiceActivity(one, create, traits),
  });
}
