/** The codecs that are decoded without ffmpeg. */
export type RecordingCodec = 'mp3' | 'flac' | 'vorbis' | 'opus';

/** One recording, from a file to a file. */
export interface DecodeTask {
  readonly codec: RecordingCodec;
  readonly sourcePath: string;
  /** Where the audio begins in the source, behind tags. */
  readonly startBytes: number;
  readonly sourceBytes: number;
  /** An existing file that is filled from its beginning: 16-bit little-endian samples, mono or with the channels in turn. */
  readonly targetPath: string;
  /** Rate of the samples in the target, in Hz. */
  readonly targetRateHz: number;
  /** As the recording's header says: of one channel the decoder of MP3 makes two. Absent: as many as the decoder gives. */
  readonly channels?: number;
  /** Whether the target has the channels of the recording; else their mean. */
  readonly keepsChannels: boolean;
  /** Longer audio is refused as soon as it passes this. */
  readonly maxSeconds: number;
  /** Decoding is given up after this time. */
  readonly maxWorkMs: number;
}

export interface DecodeResult {
  /** Of the recording itself. */
  readonly sampleRateHz: number;
  readonly channels: number;
  /** Samples per channel, at the recording's own rate. */
  readonly frames: number;
  /** Samples per channel in the target. */
  readonly targetSamples: number;
}
