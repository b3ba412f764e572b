import { setImmediate } from 'node:timers/promises';
import { SpeechError } from '@parlance/core/errors';
import { type ByteSource, openByteSource } from './byte-source.ts';
import { type InspectedWav, wavRefusal } from './wav-header.ts';
import { WavHeaderScanner, type WavInspectionOptions } from './wav-header-scanner.ts';
import { decodeToMono } from './wav-samples.ts';

/**
 * The maximum window, in seconds. Short, since decoding and resampling block the event loop: some 25 ms for a window of
 * this length. At 48 kHz with 8 channels it is 1.5 MB of the file.
 */
export const MAX_WINDOW_SECONDS = 1;
const HEADER_READ_BYTES = 4096;

export interface WindowOptions {
  readonly channel?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A validated WAV file. */
export interface WavRecording extends InspectedWav {
  /**
   * Decodes in windows of at most 1 s; no more of the file is in memory. Yields to the event loop between windows. Can be
   * called again for another pass.
   *
   * @param options `channel`, counted from 0, reads a single channel; absent: the mean of all
   * @returns mono samples in [-1, 1] at the file's sample rate; the consumer owns each buffer
   * @throws SpeechError `ABORTED`; `AUDIO_NOT_READABLE` if the file shrank meanwhile
   */
  windows(options?: WindowOptions): AsyncGenerator<Float32Array, void, undefined>;
  /** Closes the file. Safe to call twice. */
  close(): Promise<void>;
}

/**
 * Opens a WAV file, of which it reads only the header.
 *
 * @param source the bytes of the file, which must not change while in use, or its path
 * @throws SpeechError `AUDIO_NOT_READABLE` with the problem
 */
export async function openWav(
  source: Uint8Array | string,
  options: WavInspectionOptions = {},
): Promise<WavRecording> {
  const bytes = await openByteSource(source);
  try {
    const inspected = await inspectSource(bytes, options);
    return {
      ...inspected,
      windows: (windowOptions = {}) => decodeWindows(bytes, inspected, windowOptions),
      close: bytes.close,
    };
  } catch (error) {
    await bytes.close();
    throw error;
  }
}

/** Reads only the header and seeks past the bodies of other chunks. */
async function inspectSource(source: ByteSource, options: WavInspectionOptions): Promise<InspectedWav> {
  const scanner = new WavHeaderScanner(options);
  const piece = new Uint8Array(Math.min(HEADER_READ_BYTES, source.sizeBytes));
  let offsetBytes = 0;
  while (scanner.header === undefined && offsetBytes < source.sizeBytes) {
    const readBytes = await source.read(offsetBytes, piece);
    if (readBytes === 0) break;
    scanner.push(piece.subarray(0, readBytes));
    offsetBytes += readBytes + scanner.skipAhead();
  }
  return scanner.finish(source.sizeBytes);
}

async function* decodeWindows(
  source: ByteSource,
  { header, frames }: InspectedWav,
  { signal, channel }: WindowOptions,
): AsyncGenerator<Float32Array, void, undefined> {
  const { frameBytes, sampleRateHz, dataOffsetBytes } = header;
  const windowFrames = Math.min(frames, MAX_WINDOW_SECONDS * sampleRateHz);
  const raw = new Uint8Array(windowFrames * frameBytes);
  for (let frame = 0; frame < frames; frame += windowFrames) {
    if (signal?.aborted) throw SpeechError.aborted(signal);
    const piece = raw.subarray(0, Math.min(windowFrames, frames - frame) * frameBytes);
    const readBytes = await source.read(dataOffsetBytes + frame * frameBytes, piece);
    if (readBytes < piece.length)
      throw wavRefusal('shrank', 'The WAV file became shorter while it was read.');
    yield decodeToMono(piece, header, channel);
    await setImmediate();
  }
}
