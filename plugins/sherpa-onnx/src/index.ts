export type { OnlineFamily, RecognitionFamily, SynthesisFamily } from './families/family.ts';
export type { OnlineFamilyName } from './families/online-families.ts';
export type { RecognitionFamilyName } from './families/recognition-families.ts';
export type { SynthesisFamilyName } from './families/synthesis-families.ts';
export type { RecognizerOptions, SherpaOnnxOptions, VoiceOptions } from './options.ts';
export { sherpaOnnx, sherpaOnnx as default } from './plugin.ts';
