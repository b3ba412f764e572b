const HEADER_BYTES = 4;
const MONO_MODE = 3;
/** In kbit/s, for MPEG-1 layers I, II, III, then for MPEG-2 and 2.5: layer I, and layers II and III. */
const BITRATES_KBPS = [
  [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;
/** Sample rates of MPEG-1; halved for MPEG-2, and again for 2.5. */
const RATES_HZ = [44_100, 48_000, 32_000] as const;

interface MpegHeader {
  readonly frameBytes: number;
  readonly channels: 1 | 2;
  /** Version, layer and sample rate, which all frames of a recording share. */
  readonly kind: number;
}

/** The start of MPEG audio, and the data of its first frame. */
export interface MpegStart {
  readonly offsetBytes: number;
  readonly channels: 1 | 2;
}

/**
 * Finds the start of MPEG audio (MP3, or layers I and II).
 *
 * @param bytes the beginning of a file, after its tags
 * @returns the first of two adjacent frames of the same kind; `undefined` if there is none
 */
export function findMpegAudio(bytes: Uint8Array): MpegStart | undefined {
  for (let at = 0; at + HEADER_BYTES <= bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue;
    const header = readMpegHeader(bytes, at);
    if (header === undefined) continue;
    const next = at + header.frameBytes;
    // A file with a single frame has nothing after it.
    const { channels } = header;
    if (at === 0 && next >= bytes.length) return { offsetBytes: at, channels };
    if (readMpegHeader(bytes, next)?.kind === header.kind) return { offsetBytes: at, channels };
  }
  return undefined;
}

function readMpegHeader(bytes: Uint8Array, at: number): MpegHeader | undefined {
  const [sync = 0, second = 0, third = 0, fourth = 0] = bytes.subarray(at, at + HEADER_BYTES);
  if (sync !== 0xff || (second & 0xe0) !== 0xe0) return undefined;
  /** 3 is MPEG-1, 2 is MPEG-2, 0 is MPEG-2.5. */
  const version = (second >> 3) & 3;
  /** 3 is layer I, 2 is II, 1 is III. 0 is none: AAC has it. */
  const layer = (second >> 1) & 3;
  const rateHz = RATES_HZ[(third >> 2) & 3];
  if (version === 1 || layer === 0 || rateHz === undefined) return undefined;
  const table = version === 3 ? 3 - layer : layer === 3 ? 3 : 4;
  const bitrateKbps = BITRATES_KBPS[table]?.[third >> 4];
  // 0 is a free bitrate, for which the frame's size is unknown.
  if (bitrateKbps === undefined || bitrateKbps === 0) return undefined;
  const sampleRateHz = version === 3 ? rateHz : version === 2 ? rateHz / 2 : rateHz / 4;
  const padding = (third >> 1) & 1;
  const kind = ((second & 0x1e) << 8) | (third & 0x0c);
  const channels = fourth >> 6 === MONO_MODE ? 1 : 2;
  const bytesPerSecond = (bitrateKbps * 1000) / 8;
  if (layer === 3) {
    const slots = Math.floor((96 * bytesPerSecond) / sampleRateHz);
    return { kind, channels, frameBytes: (slots + padding) * 4 };
  }
  const samples = layer === 1 && version !== 3 ? 576 : 1152;
  return { kind, channels, frameBytes: Math.floor((samples * bytesPerSecond) / sampleRateHz) + padding };
}
