import { SpeechError } from '@parlance/core/errors';

/** Frame types of Asterisk's AudioSocket. A frame consists of its type (1 byte), the length of its payload (2 bytes, big-endian) and the payload. */
export const FRAME = {
  hangUp: 0x00,
  uuid: 0x01,
  digit: 0x03,
  /** 16-bit little-endian mono PCM at 8 kHz. */
  audio: 0x10,
  /** PCM at 192 kHz; the types in between have the sample rates in between. */
  lastAudio: 0x18,
  error: 0xff,
} as const;

export interface Frame {
  readonly type: number;
  readonly payload: Buffer;
}

const HEADER_BYTES = 3;
const UUID_BYTES = 16;

export function frameBytes(type: number, payload: Uint8Array = new Uint8Array(0)): Buffer {
  const header = Buffer.from([type, 0, 0]);
  header.writeUInt16BE(payload.length, 1);
  return Buffer.concat([header, payload]);
}

/** Parses frames from the bytes of a connection, cut anywhere. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0);

  *push(bytes: Buffer): Generator<Frame, void, undefined> {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    while (this.#rest.length >= HEADER_BYTES) {
      const end = HEADER_BYTES + this.#rest.readUInt16BE(1);
      if (this.#rest.length < end) return;
      const frame = { type: this.#rest.readUInt8(0), payload: this.#rest.subarray(HEADER_BYTES, end) };
      this.#rest = this.#rest.subarray(end);
      yield frame;
    }
  }
}

/** @throws SpeechError `INVALID_INPUT` */
export function uuidOf(payload: Buffer): string {
  if (payload.length !== UUID_BYTES)
    throw new SpeechError('INVALID_INPUT', `A UUID has ${UUID_BYTES} bytes; got ${payload.length}.`);
  return payload.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
