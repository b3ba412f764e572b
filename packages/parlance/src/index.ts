export { type FliteOptions, flite } from '@parlance/plugin-flite';
export { type SherpaOnnxOptions, sherpaOnnx } from '@parlance/plugin-sherpa-onnx';
// createSpeech and CreateSpeechOptions of this package take the place of those of the runtime.
export * from '@parlance/runtime';
export { type CreateSpeechOptions, createSpeech } from './create-speech.ts';
