import type { CodecFrame, OggPage, OpusHeader } from 'codec-parser';
import { type DecodedSamples, NO_SAMPLES, type StreamDecoder } from './stream-decoder.ts';

/** libopus can decode to this rate directly, with less work than to 48 kHz; recognizers use it. */
const OPUS_RATE_HZ = 16_000;
/** Granule positions and the pre-skip count samples at this rate, whatever the decoder's rate. */
const GRANULE_RATE_HZ = 48_000;
/** An Ogg page with 255 packets may have only 537 bytes, and an Opus packet may have 120 ms. */
const PIECE_BYTES = 1024;

interface OpusPacketDecoder {
  readonly ready: Promise<void>;
  decodeFrame(packet: Uint8Array): { readonly channelData: readonly Float32Array[] };
}

/**
 * Decodes Ogg Opus. Each chained stream has its own decoder, and its last page is truncated to the end of the audio according to its
 * granule position.
 */
export async function openOpusDecoder(): Promise<StreamDecoder> {
  const { default: CodecParser } = await import('codec-parser');
  const { OpusDecoder } = await import('opus-decoder');
  const parser = new CodecParser<OggPage>('audio/ogg', { enableFrameCRC32: false });
  let decoder: OpusPacketDecoder | undefined;
  let streamSamples = 0;
  /** Total samples of ended streams, at the granule's rate, as the parser counts them. */
  let endedGranules = 0;

  const open = async (frame: CodecFrame): Promise<OpusPacketDecoder> => {
    const { channels, streamCount, coupledStreamCount, channelMappingTable, preSkip } =
      frame.header as OpusHeader;
    const opened = new OpusDecoder({
      sampleRate: OPUS_RATE_HZ,
      preSkip: Math.round((preSkip * OPUS_RATE_HZ) / GRANULE_RATE_HZ),
      channels,
      streamCount,
      coupledStreamCount,
      channelMappingTable,
    });
    await opened.ready;
    streamSamples = 0;
    return opened;
  };

  const decodePage = async (page: OggPage): Promise<Float32Array[][]> => {
    const packets: Float32Array[][] = [];
    for (const frame of page.codecFrames) {
      decoder ??= await open(frame);
      const packet = decodePacket(decoder, frame.data);
      streamSamples += packet[0]?.length ?? 0;
      packets.push(packet);
    }
    if (!page.isLastPage) return packets;
    decoder = undefined;
    const granules = page.totalSamples - endedGranules;
    endedGranules = page.totalSamples;
    const endSamples = Math.round((granules * OPUS_RATE_HZ) / GRANULE_RATE_HZ);
    return dropTail(packets, streamSamples - endSamples);
  };

  const decodePages = async (pages: Iterable<OggPage>): Promise<DecodedSamples> => {
    const packets: Float32Array[][] = [];
    for (const page of pages) packets.push(...(await decodePage(page)));
    return joinPackets(packets);
  };

  return {
    pieceBytes: PIECE_BYTES,
    decode: (piece) => decodePages(parser.parseChunk(piece) as Iterator<OggPage> & Iterable<OggPage>),
    finish: () => decodePages(parser.flush() as Iterator<OggPage> & Iterable<OggPage>),
  };
}

/** Tags that span several pages also arrive as a packet, which is larger than the decoder accepts. */
function decodePacket(decoder: OpusPacketDecoder, packet: Uint8Array): Float32Array[] {
  try {
    return [...decoder.decodeFrame(packet).channelData];
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

/** Removes samples at the end, but none of earlier pages. */
function dropTail(packets: readonly Float32Array[][], samples: number): Float32Array[][] {
  let left = Math.max(0, samples);
  const kept: Float32Array[][] = [];
  for (const packet of packets.toReversed()) {
    const length = packet[0]?.length ?? 0;
    const cut = Math.min(left, length);
    left -= cut;
    kept.unshift(packet.map((channel) => channel.subarray(0, length - cut)));
  }
  return kept;
}

/** Packets of a chained stream with another number of channels are converted to the first one's number, since all are mixed to mono. */
function joinPackets(packets: readonly Float32Array[][]): DecodedSamples {
  const channels = packets.find((packet) => packet.length > 0)?.length ?? 0;
  if (channels === 0) return NO_SAMPLES;
  const length = packets.reduce((sum, packet) => sum + (packet[0]?.length ?? 0), 0);
  const joined = Array.from({ length: channels }, () => new Float32Array(length));
  let at = 0;
  for (const packet of packets) {
    for (const [index, target] of joined.entries()) {
      const channel = packet[Math.min(index, packet.length - 1)];
      if (channel !== undefined) target.set(channel, at);
    }
    at += packet[0]?.length ?? 0;
  }
  return { channels: joined, sampleRateHz: OPUS_RATE_HZ };
}
