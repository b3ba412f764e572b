import { setImmediate } from 'node:timers/promises';
import { type AudioCodec, type AudioRecording, decodePcm16 } from '@parlance/core/audio';
import { SpeechError } from '@parlance/core/errors';
import { resampled } from '../codec/resampled.ts';
import { type ByteSource, fileByteSource } from '../wav/byte-source.ts';

/** A decoded copy of a recording: mono 16-bit samples in a file that belongs to it. */
export interface DecodedCopy extends AsyncDisposable {
  readonly path: string;
  readonly sampleRateHz: number;
  readonly samples: number;
}

export interface DecodedRecordingOptions {
  readonly sampleRateHz: number;
  readonly channels: number;
  readonly frames: number;
  readonly codec: Pick<AudioCodec, 'openResampler'>;
}

const SAMPLE_BYTES = 2;

/** The recording that was decoded into `copy`, which is removed when it closes. */
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
    samples: (rateHz) =>
      resampled(windowsOf(source, copy), { codec, fromHz: copy.sampleRateHz, toHz: rateHz }),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

/** A second at a time, with a turn for other work between them. */
async function* windowsOf(
  source: ByteSource,
  { sampleRateHz, samples }: DecodedCopy,
): AsyncGenerator<Float32Array, void, undefined> {
  const window = new Uint8Array(sampleRateHz * SAMPLE_BYTES);
  for (let at = 0; at < samples; at += sampleRateHz) {
    const piece = window.subarray(0, Math.min(sampleRateHz, samples - at) * SAMPLE_BYTES);
    if ((await source.read(at * SAMPLE_BYTES, piece)) < piece.length)
      throw new SpeechError('STORAGE_FAILED', 'The decoded recording became shorter while it was read.');
    yield decodePcm16(piece);
    await setImmediate();
  }
}
