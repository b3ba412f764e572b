/** An MPEG layer III frame, parsed from its header, to check the output of LAME. */
export interface MpegFrame {
  readonly bitrateKbps: number;
  readonly sampleRateHz: number;
  readonly isMono: boolean;
  readonly samples: number;
}

const BITRATES_KBPS = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  later: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
/** Sample rates by the header's version bits: 0 is MPEG-2.5, 2 is MPEG-2, 3 is MPEG-1. */
const SAMPLE_RATES_HZ: Readonly<Record<number, readonly number[]>> = {
  0: [11_025, 12_000, 8000],
  2: [22_050, 24_000, 16_000],
  3: [44_100, 48_000, 32_000],
};

/** Parses frames from the first byte to the last. @throws if a byte belongs to no frame or the last one is truncated */
export function parseMpegFrames(bytes: Uint8Array): MpegFrame[] {
  const frames: MpegFrame[] = [];
  let at = 0;
  while (at < bytes.length) {
    const [sync = 0, kind = 0, rates = 0, mode = 0] = bytes.subarray(at, at + 4);
    const version = (kind >> 3) & 3;
    const isLayer3 = sync === 0xff && (kind & 0xe0) === 0xe0 && ((kind >> 1) & 3) === 1;
    const bitrateKbps = BITRATES_KBPS[version === 3 ? 'mpeg1' : 'later'][rates >> 4];
    const sampleRateHz = SAMPLE_RATES_HZ[version]?.[(rates >> 2) & 3];
    if (!isLayer3 || bitrateKbps === undefined || sampleRateHz === undefined) {
      throw new RangeError(`No MPEG layer III frame at byte ${at} of ${bytes.length}.`);
    }
    const samples = version === 3 ? 1152 : 576;
    frames.push({ bitrateKbps, sampleRateHz, isMono: mode >> 6 === 3, samples });
    at += Math.floor(((samples / 8) * bitrateKbps * 1000) / sampleRateHz) + ((rates >> 1) & 1);
  }
  if (at !== bytes.length) throw new RangeError(`The last frame lacks ${at - bytes.length} bytes.`);
  return frames;
}
