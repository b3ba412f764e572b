import { setImmediate } from 'node:timers/promises';
import type { AudioCodec, AudioRecording } from '@parlance/core/audio';
import { SpeechError } from '@parlance/core/errors';
import { resampled } from '../codec/resampled.ts';
import { type ByteSource, fileByteSource } from '../wav/byte-source.ts';
import { decodeToMono, type SampleLayout } from '../wav/wav-samples.ts';

/** A decoded copy of a recording: 16-bit samples in a file that it owns. */
export interface DecodedCopy extends AsyncDisposable {
  readonly path: string;
  readonly sampleRateHz: number;
  /** The number of interleaved channels; 1 if they were mixed. */
  readonly channels: number;
  /** Samples per channel. */
  readonly samples: number;
}

export interface DecodedRecordingOptions {
  readonly sampleRateHz: number;
  readonly channels: number;
  readonly frames: number;
  readonly codec: Pick<AudioCodec, 'openResampler'>;
}

const SAMPLE_BYTES = 2;

/** Opens a recording that was decoded to `copy`, which is removed when the recording is closed. */
export async function openDecodedRecording(
  copy: DecodedCopy,
  { codec, ...facts }: DecodedRecordingOptions,
): Promise<AudioRecording> {
  const source = await fileByteSource(copy.path);
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await source.close();
    await copy[Symbol.asyncDispose]();
  };
  return {
    ...facts,
    samples: (rateHz, { channel } = {}) =>
      resampled(windowsOf(source, copy, channel), { codec, fromHz: copy.sampleRateHz, toHz: rateHz }),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

/** Reads a second at a time, and lets other work run in between. */
async function* windowsOf(
  source: ByteSource,
  { sampleRateHz, channels, samples }: DecodedCopy,
  channel: number | undefined,
): AsyncGenerator<Float32Array, void, undefined> {
  const frameBytes = channels * SAMPLE_BYTES;
  const window = new Uint8Array(sampleRateHz * frameBytes);
  const layout: SampleLayout = { encoding: 'integer', bitsPerSample: 16, channels, frameBytes };
  for (let at = 0; at < samples; at += sampleRateHz) {
    const piece = window.subarray(0, Math.min(sampleRateHz, samples - at) * frameBytes);
    if ((await source.read(at * frameBytes, piece)) < piece.length)
      throw new SpeechError('STORAGE_FAILED', 'The decoded recording became shorter while it was read.');
    yield decodeToMono(piece, layout, channel);
    await setImmediate();
  }
}
