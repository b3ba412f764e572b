export type { DescribeOptions, KnownGap } from './conformance/describe-cases.ts';
export * from './conformance/describe-recognition-engine.ts';
export * from './conformance/describe-synthesis-engine.ts';
export * from './conformance/describe-text-aligner.ts';
export * from './conformance/describe-voice-activity-detector.ts';
