export * from './conformance/describe-synthesis-engine.ts';
