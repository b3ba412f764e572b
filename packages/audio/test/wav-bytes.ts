/** The parts of a WAV file that tests change. */
export interface WavParts {
  readonly formatTag?: number;
  readonly channels?: number;
  readonly sampleRateHz?: number;
  readonly bitsPerSample?: number;
  readonly frameBytes?: number;
  readonly byteRate?: number;
  /** The bytes of the format chunk after the first 16. */
  readonly formatTail?: readonly number[];
  readonly chunksBefore?: readonly Uint8Array[];
  readonly chunksBetween?: readonly Uint8Array[];
  readonly declaredDataBytes?: number;
  readonly samples?: Uint8Array;
  readonly chunksAfter?: readonly Uint8Array[];
  readonly declaredRiffBytes?: number;
}

/** Builds a WAV file, valid unless the parts say otherwise, independently of the package's own writer. */
export function wavBytes(parts: WavParts = {}): Uint8Array {
  const { formatTag = 1, channels = 1, sampleRateHz = 16_000, bitsPerSample = 16 } = parts;
  const frameBytes = parts.frameBytes ?? (channels * bitsPerSample) / 8;
  const samples = parts.samples ?? new Uint8Array(4 * frameBytes);
  const format = new Uint8Array(16 + (parts.formatTail?.length ?? 0));
  const view = new DataView(format.buffer);
  view.setUint16(0, formatTag, true);
  view.setUint16(2, channels, true);
  view.setUint32(4, sampleRateHz, true);
  view.setUint32(8, parts.byteRate ?? sampleRateHz * frameBytes, true);
  view.setUint16(12, frameBytes, true);
  view.setUint16(14, bitsPerSample, true);
  format.set(parts.formatTail ?? [], 16);
  const body = Buffer.concat([
    Buffer.from('WAVE'),
    ...(parts.chunksBefore ?? []),
    chunk('fmt ', format),
    ...(parts.chunksBetween ?? []),
    chunkHead('data', parts.declaredDataBytes ?? samples.length),
    samples,
    ...(parts.chunksAfter ?? []),
  ]);
  return new Uint8Array(Buffer.concat([chunkHead('RIFF', parts.declaredRiffBytes ?? body.length), body]));
}

export function chunk(id: string, body: Uint8Array): Uint8Array {
  return Buffer.concat([chunkHead(id, body.length), body, new Uint8Array(body.length % 2)]);
}

export function chunkHead(id: string, sizeBytes: number): Uint8Array {
  const head = Buffer.alloc(8);
  head.write(id, 'latin1');
  head.writeUInt32LE(sizeBytes, 4);
  return head;
}

/** The tail of a WAVE_FORMAT_EXTENSIBLE format chunk. */
export function extensibleTail(subTag: number, validBits: number): number[] {
  return [
    22,
    0,
    validBits,
    0,
    4,
    0,
    0,
    0,
    subTag,
    0,
    0,
    0,
    0,
    0,
    0x10,
    0,
    0x80,
    0,
    0,
    0xaa,
    0,
    0x38,
    0x9b,
    0x71,
  ];
}
