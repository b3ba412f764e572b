/** The codecs that are decoded without ffmpeg. */
export type RecordingCodec = 'mp3' | 'flac' | 'vorbis' | 'opus';

/** The decoding of one recording from a file to a file. */
export interface DecodeTask {
  readonly codec: RecordingCodec;
  readonly sourcePath: string;
  /** The offset of the audio in the source, after tags. */
  readonly startBytes: number;
  readonly sourceBytes: number;
  /** An existing file, which is filled from its beginning: 16-bit little-endian samples, mono or with interleaved channels. */
  readonly targetPath: string;
  /** Sample rate of the target, in Hz. */
  readonly targetRateHz: number;
  /** Channels according to the recording's header, since the MP3 decoder returns two for mono. Absent: as many as the decoder returns. */
  readonly channels?: number;
  /** Whether the target has the channels of the recording, or their mean. */
  readonly keepsChannels: boolean;
  /** Longer audio is refused as soon as it exceeds this. */
  readonly maxSeconds: number;
  /** Decoding is aborted after this time. */
  readonly maxWorkMs: number;
}

export interface DecodeResult {
  /** Sample rate of the recording itself. */
  readonly sampleRateHz: number;
  readonly channels: number;
  /** Samples per channel, at the recording's own rate. */
  readonly frames: number;
  /** Samples per channel in the target. */
  readonly targetSamples: number;
}
