import { SpeechError } from '@parlance/core/errors';
import { LIMITS } from '@parlance/core/limits';
import { FORMAT_CHUNK_BYTES, inspectFormat, type WavFormat } from './format-chunk.ts';
import { type InspectedWav, measureWav, noSamplesRefusal, type WavHeader, wavRefusal } from './wav-header.ts';

/** Maximum number of chunks up to the data chunk: real files have less than ten, a malicious one may have millions. */
export const MAX_WAV_CHUNKS = 64;
/** The format chunk must begin before this offset, so that an upload can be checked early. */
export const MAX_FORMAT_OFFSET_BYTES = 65_536;

const RIFF_HEAD_BYTES = 12;
const CHUNK_HEAD_BYTES = 8;
/** RIFF sizes from here on are placeholders: writers that can't seek back write values near 0x7FFFFFFF, 0x80000000 or 0xFFFFFFFF. */
const MADE_UP_RIFF_BYTES = 0x7fff_0000;

/** Common sample rates of recordings, in Hz, for callers that are not limited to the interface's shorter list. */
export const RECORDING_RATES_HZ: readonly number[] = [
  8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000,
];

export interface WavInspectionOptions {
  /** Accepted sample rates. Absent: those of the transcription interface. */
  readonly sampleRatesHz?: readonly number[];
}

/**
 * Validates the header of a WAV file that arrives in pieces, such as an upload, and decides as early as possible.
 * Buffers at most 40 bytes of the file. Native code never reads a file before this has validated it.
 */
export class WavHeaderScanner {
  readonly #sampleRatesHz: readonly number[];
  readonly #pending = new Uint8Array(FORMAT_CHUNK_BYTES.max);
  #pendingBytes = 0;
  #wantedBytes = RIFF_HEAD_BYTES;
  #skipBytes = 0;
  #offsetBytes = 0;
  #chunks = 0;
  #stage: 'riff' | 'chunk' | 'format' | 'empty-data' = 'riff';
  #riffEndBytes = 0;
  #format: WavFormat | undefined;
  #header: WavHeader | undefined;
  /** A valid header with a data size of 0, which may be true. */
  #emptyDataHeader: WavHeader | undefined;
  #refusal: SpeechError | undefined;

  constructor(options: WavInspectionOptions = {}) {
    this.#sampleRatesHz = options.sampleRatesHz ?? LIMITS.transcription.sampleRatesHz;
  }

  /** The header, once it is known to be valid. */
  get header(): WavHeader | undefined {
    return this.#header;
  }

  /**
   * Takes the next bytes of the file, cut anywhere.
   *
   * @returns the header as soon as its data chunk has begun, and from then on; if a data size of 0 may mean that
   * there is no audio, 8 bytes later
   * @throws SpeechError `AUDIO_NOT_READABLE` as soon as the file can't become readable, and from then on
   */
  push(bytes: Uint8Array): WavHeader | undefined {
    if (this.#refusal !== undefined) throw this.#refusal;
    try {
      this.#scan(bytes);
    } catch (error) {
      this.#refusal = SpeechError.from(error);
      throw this.#refusal;
    }
    return this.#header;
  }

  /**
   * Skips bytes that the scanner does not need, so that a reader of files can seek past them.
   *
   * @returns the number of bytes to skip before the next {@link push}
   */
  skipAhead(): number {
    const skipped = this.#skipBytes;
    this.#offsetBytes += skipped;
    this.#skipBytes = 0;
    return skipped;
  }

  /**
   * To be called at the end of the file.
   *
   * @param totalBytes the size of the file
   * @throws SpeechError `AUDIO_NOT_READABLE` if the header is not complete or there are no samples
   */
  finish(totalBytes: number): InspectedWav {
    if (this.#refusal !== undefined) throw this.#refusal;
    const header = this.#header ?? this.#emptyDataHeader;
    if (header !== undefined) return measureWav(header, totalBytes);
    const missing = this.#format === undefined ? 'its format' : 'its data';
    throw wavRefusal('cut-off', `The WAV file ends after ${totalBytes} bytes, before ${missing}.`, {
      totalBytes,
    });
  }

  #scan(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length && this.#header === undefined) {
      const left = bytes.length - at;
      const isSkipping = this.#skipBytes > 0;
      const taken = Math.min(left, isSkipping ? this.#skipBytes : this.#wantedBytes - this.#pendingBytes);
      if (isSkipping) {
        this.#skipBytes -= taken;
      } else {
        this.#pending.set(bytes.subarray(at, at + taken), this.#pendingBytes);
        this.#pendingBytes += taken;
      }
      at += taken;
      this.#offsetBytes += taken;
      if (!isSkipping && this.#pendingBytes === this.#wantedBytes) this.#inspectPending();
    }
  }

  #inspectPending(): void {
    const pending = this.#pending.subarray(0, this.#pendingBytes);
    this.#pendingBytes = 0;
    if (this.#stage === 'format') {
      this.#format = inspectFormat(pending, this.#sampleRatesHz);
      this.#skipBytes = pending.length % 2;
    } else if (this.#stage === 'chunk') {
      this.#inspectChunkHead(pending);
      return;
    } else if (this.#stage === 'empty-data') {
      this.#inspectAfterEmptyData(pending);
      return;
    } else {
      this.#riffEndBytes = inspectRiffHead(pending);
    }
    this.#stage = 'chunk';
    this.#wantedBytes = CHUNK_HEAD_BYTES;
  }

  #inspectChunkHead(head: Uint8Array): void {
    this.#chunks += 1;
    if (this.#chunks > MAX_WAV_CHUNKS) {
      throw wavRefusal('chunks', `The WAV header has more than ${MAX_WAV_CHUNKS} chunks; that is the limit.`);
    }
    const { id, sizeBytes } = readChunkHead(head);
    if (id === 'fmt ') {
      this.#expectFormat(sizeBytes);
    } else if (id === 'data') {
      this.#reachData(sizeBytes);
    } else {
      this.#skipBytes = sizeBytes + (sizeBytes % 2);
      if (this.#format === undefined) limitFormatOffset(this.#offsetBytes + this.#skipBytes);
    }
  }

  #expectFormat(sizeBytes: number): void {
    limitFormatOffset(this.#offsetBytes - CHUNK_HEAD_BYTES);
    if (this.#format !== undefined) {
      throw wavRefusal('format-twice', 'The WAV header has 2 format chunks; 1 is allowed.');
    }
    const { min, max } = FORMAT_CHUNK_BYTES;
    if (sizeBytes < min || sizeBytes > max) {
      throw wavRefusal(
        'format-size',
        `The WAV header's format has ${sizeBytes} bytes; ${min} to ${max} are allowed.`,
        {
          formatBytes: sizeBytes,
        },
      );
    }
    this.#stage = 'format';
    this.#wantedBytes = sizeBytes;
  }

  #reachData(sizeBytes: number): void {
    if (this.#format === undefined) {
      throw wavRefusal('format-missing', 'The WAV header has no format chunk before its data.');
    }
    const header = { ...this.#format, dataOffsetBytes: this.#offsetBytes, declaredDataBytes: sizeBytes };
    if (sizeBytes > 0 || this.#offsetBytes + CHUNK_HEAD_BYTES > this.#riffEndBytes) {
      this.#header = header;
      return;
    }
    this.#emptyDataHeader = header;
    this.#stage = 'empty-data';
  }

  /**
   * The RIFF size includes more than the empty data chunk: the next chunk, or the audio of a writer that corrected only one of the two
   * sizes. Audio does not look like a chunk: four printable characters, then a size that fits into the RIFF.
   */
  #inspectAfterEmptyData(next: Uint8Array): void {
    const { id, sizeBytes } = readChunkHead(next);
    if (/^[ -~]{4}$/.test(id) && this.#offsetBytes + sizeBytes <= this.#riffEndBytes)
      throw noSamplesRefusal(0);
    this.#header = this.#emptyDataHeader;
  }
}

/**
 * Validates a WAV file in memory, without copying it.
 *
 * @throws SpeechError `AUDIO_NOT_READABLE`
 */
export function inspectWav(bytes: Uint8Array, options: WavInspectionOptions = {}): InspectedWav {
  const scanner = new WavHeaderScanner(options);
  scanner.push(bytes);
  return scanner.finish(bytes.length);
}

/** @returns the end of the file according to its RIFF size; 0 if that is a placeholder */
function inspectRiffHead(head: Uint8Array): number {
  const { id, sizeBytes } = readChunkHead(head);
  const form = String.fromCharCode(...head.subarray(8, 12));
  if (id !== 'RIFF' || form !== 'WAVE') {
    throw wavRefusal('not-wav', 'The audio is not a WAV file: it does not begin with RIFF and WAVE.');
  }
  return sizeBytes < MADE_UP_RIFF_BYTES ? CHUNK_HEAD_BYTES + sizeBytes : 0;
}

function readChunkHead(head: Uint8Array): { readonly id: string; readonly sizeBytes: number } {
  const id = String.fromCharCode(...head.subarray(0, 4));
  return { id, sizeBytes: new DataView(head.buffer, head.byteOffset).getUint32(4, true) };
}

function limitFormatOffset(offsetBytes: number): void {
  if (offsetBytes < MAX_FORMAT_OFFSET_BYTES) return;
  throw wavRefusal(
    'format-offset',
    `The WAV header has no format chunk in its first ${MAX_FORMAT_OFFSET_BYTES} bytes; it must begin there.`,
  );
}
