import type { RecordingCodec } from './decode-task.ts';
import { openOpusDecoder } from './opus-decoder.ts';
import { type DecodedSamples, NO_SAMPLES, type StreamDecoder } from './stream-decoder.ts';

/** MP3 frames have at least 24 bytes and at most 1152 samples. */
const MP3_PIECE_BYTES = 8192;
/** A FLAC frame of silence has 14 bytes and up to 65 535 samples. */
const FLAC_PIECE_BYTES = 1024;
/** An Ogg page with 255 packets may have only 537 bytes, and a Vorbis packet may have 4096 samples. */
const VORBIS_PIECE_BYTES = 1024;

interface Decoded {
  readonly channelData: readonly Float32Array[];
  readonly sampleRate: number;
}

/** Opens a decoder with its own WASM memory. The module is imported when its codec is first needed. */
export const DECODERS: Readonly<Record<RecordingCodec, () => Promise<StreamDecoder>>> = {
  mp3: async () => {
    const { MPEGDecoder } = await import('mpg123-decoder');
    const decoder = new MPEGDecoder();
    await decoder.ready;
    return {
      pieceBytes: MP3_PIECE_BYTES,
      decode: (piece) => samplesOf(decoder.decode(piece)),
      finish: () => NO_SAMPLES,
    };
  },
  flac: async () => {
    const { FLACDecoder } = await import('@wasm-audio-decoders/flac');
    const decoder = new FLACDecoder();
    await decoder.ready;
    return {
      pieceBytes: FLAC_PIECE_BYTES,
      decode: async (piece) => samplesOf(await decoder.decode(piece)),
      finish: async () => samplesOf(await decoder.flush()),
    };
  },
  vorbis: async () => {
    const { OggVorbisDecoder } = await import('@wasm-audio-decoders/ogg-vorbis');
    const decoder = new OggVorbisDecoder();
    await decoder.ready;
    return {
      pieceBytes: VORBIS_PIECE_BYTES,
      decode: async (piece) => samplesOf(await decoder.decode(piece)),
      finish: async () => samplesOf(await decoder.flush()),
    };
  },
  opus: openOpusDecoder,
};

function samplesOf({ channelData, sampleRate }: Decoded): DecodedSamples {
  return { channels: channelData, sampleRateHz: sampleRate };
}
