import { SpeechError } from '@parlance/core/errors';
import { parseInput, parseJson } from '@parlance/core/input';
import { z } from 'zod';
import { FRAME_LIMITS } from './options.ts';

/** An event on the wire: a line of JSON, followed by JSON data and a payload, whose sizes are in the line. */
export interface Frame {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly payload: Buffer;
}

const NEWLINE = 0x0a;

const lengthUpTo = (maxBytes: number) => {
  const message = `must be a whole number from 0 to ${maxBytes}`;
  return z.int(message).min(0, message).max(maxBytes, message).nullish();
};

const header = z.object({
  type: z.string('must be a string').max(128, 'must have at most 128 characters'),
  data: z.record(z.string(), z.unknown(), 'must be an object').nullish(),
  data_length: lengthUpTo(FRAME_LIMITS.maxDataBytes),
  payload_length: lengthUpTo(FRAME_LIMITS.maxPayloadBytes),
});
type Header = z.output<typeof header>;

const dataObject = z.record(z.string(), z.unknown(), 'data must be an object');

/** Parses frames from the bytes of a connection, cut anywhere. */
export class FrameReader {
  #line = Buffer.alloc(0);
  #header: Header | undefined;
  /** Allocated once with the size from the header, so that many small pieces cost no more than a few large ones. */
  #body = Buffer.alloc(0);
  #filledBytes = 0;

  /** @throws SpeechError `INVALID_INPUT`, after which the start of the next frame is unknown */
  *push(bytes: Buffer): Generator<Frame, void, undefined> {
    let rest = bytes;
    while (rest.length > 0) {
      rest = this.#header === undefined ? this.#readLine(rest) : this.#readBody(rest);
      const current = this.#header;
      if (current === undefined || this.#filledBytes < this.#body.length) continue;
      this.#header = undefined;
      yield frameOf(current, this.#body);
    }
  }

  #readLine(bytes: Buffer): Buffer {
    const end = bytes.indexOf(NEWLINE);
    const part = end === -1 ? bytes : bytes.subarray(0, end);
    const { maxHeaderBytes } = FRAME_LIMITS;
    if (this.#line.length + part.length > maxHeaderBytes)
      throw new SpeechError('INVALID_INPUT', `A header has more than ${maxHeaderBytes} bytes.`);
    this.#line = Buffer.concat([this.#line, part]);
    if (end === -1) return bytes.subarray(bytes.length);
    const parsed = parseInput(header, parseJson(this.#line.toString(), 'The header of an event'));
    this.#line = Buffer.alloc(0);
    this.#header = parsed;
    this.#body = Buffer.alloc((parsed.data_length ?? 0) + (parsed.payload_length ?? 0));
    this.#filledBytes = 0;
    return bytes.subarray(end + 1);
  }

  #readBody(bytes: Buffer): Buffer {
    const copiedBytes = bytes.copy(this.#body, this.#filledBytes);
    this.#filledBytes += copiedBytes;
    return bytes.subarray(copiedBytes);
  }
}

function frameOf({ type, data, data_length }: Header, body: Buffer): Frame {
  const dataBytes = data_length ?? 0;
  const json = body.toString('utf8', 0, dataBytes);
  const more = json === '' ? {} : parseInput(dataObject, parseJson(json, 'The data of an event'));
  return { type, data: { ...data, ...more }, payload: body.subarray(dataBytes) };
}

/** @returns the bytes of an event, like those of the protocol's own Python package */
export function frameBytes(type: string, data: object = {}, payload?: Uint8Array): Buffer {
  const json = Buffer.from(JSON.stringify(data));
  // JSON omits a length that is undefined.
  const [data_length, payload_length] = [json.length, payload?.length];
  const line = JSON.stringify({ type, version: PROTOCOL_VERSION, data_length, payload_length });
  return Buffer.concat([Buffer.from(`${line}\n`), json, payload ?? Buffer.alloc(0)]);
}

/** The version of the Python package that is the protocol's reference. */
const PROTOCOL_VERSION = '1.10.2';
