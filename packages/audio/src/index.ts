export { createAudioCodec } from './codec/audio-codec.ts';
export { type AudioReaderOptions, createAudioReader, decodeWavForRecognition } from './codec/audio-reader.ts';
export { MP3_DELAY_SAMPLES } from './mp3/mp3-encoder.ts';
export { type AnyRecordingReaderParts, createAnyRecordingReader } from './recording/any-recording-reader.ts';
export {
  createRecordingDecoder,
  type RecordingDecoder,
  type RecordingDecoderOptions,
} from './recording/recording-decoder.ts';
export { RESAMPLER_RATES_HZ } from './resample/stream-resampler.ts';
export { createFfmpegTranscoder, type FfmpegTranscoderOptions } from './transcode/ffmpeg-transcoder.ts';
export { wavHeader } from './wav/wav-encoder.ts';
export { type InspectedWav, UNKNOWN_SIZE_BYTES, type WavHeader } from './wav/wav-header.ts';
export {
  inspectWav,
  RECORDING_RATES_HZ,
  WavHeaderScanner,
  type WavInspectionOptions,
} from './wav/wav-header-scanner.ts';
export { openWav, type WavRecording } from './wav/wav-recording.ts';
