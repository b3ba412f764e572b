export type { DescribeOptions, KnownGap } from './conformance/describe-cases.ts';
export * from './conformance/recognition/describe-recognition-engine.ts';
export * from './conformance/synthesis/describe-synthesis-engine.ts';
export * from './conformance/text-aligner/describe-text-aligner.ts';
export * from './conformance/voice-activity/describe-voice-activity-detector.ts';
