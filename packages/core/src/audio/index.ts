/** PCM, output formats, framing, joins; what codecs, readers of recordings and transcoders implement. */
export type {
  AudioCodec,
  EncoderOptions,
  LateHeader,
  StreamEncoder,
  StreamResampler,
  StreamStretcher,
} from './audio-codec.ts';
export type { AudioReader, AudioRecording, OpenRecordingOptions, SampleOptions } from './audio-reader.ts';
export { fadeIn, fadeOut } from './edge-fade.ts';
export { decodeG711, encodeG711, type G711Law } from './g711.ts';
export {
  type AudioFormat,
  defaultBitrateKbps,
  mp3BitratesKbps,
  OUTPUT_FORMATS,
  type OutputFormat,
  STREAM_CONTAINERS,
  type StreamContainer,
} from './output-format.ts';
export {
  billableSeconds,
  concatSamples,
  createPcm16Decoder,
  decodePcm16,
  durationSeconds,
  encodePcm16,
  encodePcm16Pieces,
  PCM_BYTES_PER_SAMPLE,
  type Pcm16Decoder,
  type PcmFormat,
  samplesOfInt16,
  samplesOfMs,
  silenceSamples,
} from './pcm-format.ts';
export { createFramer, type Framer } from './pcm-framing.ts';
export { recordingTooLarge } from './recording-too-large.ts';
export {
  createSegmentJoiner,
  type SegmentBoundary,
  type SegmentEnd,
  type SegmentJoiner,
  type SegmentJoinerOptions,
} from './segment-joins.ts';
export {
  type DecodeOptions,
  type EncodeOptions,
  TRANSCODER_CONTAINERS,
  type TranscodeOptions,
  type Transcoder,
  type TranscoderContainer,
  type TranscoderInput,
} from './transcoder.ts';
