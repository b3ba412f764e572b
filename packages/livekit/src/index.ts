export type { ConnectionOptions } from './connection.ts';
export { SpeechStream } from './recognition/speech-stream.ts';
export { STT, type STTOptions } from './recognition/stt.ts';
export { ChunkedStream } from './synthesis/chunked-stream.ts';
export { SynthesizeStream } from './synthesis/synthesize-stream.ts';
export { TTS, type TTSOptions, type VoiceOptions } from './synthesis/tts.ts';
