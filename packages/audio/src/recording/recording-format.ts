import { type ByteSource, openByteSource } from '../wav/byte-source.ts';
import type { RecordingCodec } from '../worker/decode-task.ts';
import { findMpegAudio } from './mpeg-audio.ts';

/** The format of a recording, by its first bytes. */
export type RecordingFormat =
  /** It can be decoded without ffmpeg. */
  | {
      readonly type: 'decodable';
      readonly codec: RecordingCodec;
      readonly name: string;
      readonly startBytes: number;
      /** The header's value; absent for FLAC, which has at most 8. */
      readonly channels?: number;
    }
  /** Another known format. */
  | { readonly type: 'other'; readonly name: string }
  | { readonly type: 'unknown' };

const HEAD_BYTES = 65_536;
const ID3_HEAD_BYTES = 10;
/** Real files have one, some two. */
const MAX_ID3_TAGS = 8;

/** Magic bytes at the beginning of a file, or at the offset. */
const OTHERS: readonly { readonly name: string; readonly magic: string; readonly offsetBytes?: number }[] = [
  { name: 'MP4 or M4A', magic: 'ftyp', offsetBytes: 4 },
  { name: 'WebM or Matroska', magic: '\x1aE\xdf\xa3' },
  { name: 'AIFF', magic: 'FORM' },
  { name: 'AMR', magic: '#!AMR' },
  { name: 'CAF', magic: 'caff' },
  { name: 'AU', magic: '.snd' },
  { name: 'AC-3', magic: '\x0b\x77' },
  { name: 'WMA', magic: '\x30\x26\xb2\x75\x8e\x66\xcf\x11' },
];

/** Looks only at the content, since names and types of uploads are often wrong. */
export async function recordingFormatOf(source: ByteSource): Promise<RecordingFormat> {
  const startBytes = await skipId3(source);
  const head = await readHead(source, startBytes);
  const text = Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1');
  if (text.startsWith('fLaC')) return { type: 'decodable', codec: 'flac', name: 'FLAC', startBytes };
  if (text.startsWith('OggS')) return oggFormat(text, startBytes);
  const other = OTHERS.find(({ magic, offsetBytes = 0 }) => text.startsWith(magic, offsetBytes));
  if (other !== undefined) return { type: 'other', name: other.name };
  const mpeg = findMpegAudio(head);
  if (mpeg !== undefined) {
    const { offsetBytes, channels } = mpeg;
    return { type: 'decodable', codec: 'mp3', name: 'MP3', startBytes: startBytes + offsetBytes, channels };
  }
  // Sync bits of ADTS; MPEG audio never has layer 0.
  if (head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0) return { type: 'other', name: 'AAC' };
  return { type: 'unknown' };
}

/** @returns `undefined` if its format is unknown, or it can't be read */
export async function nameOfOtherFormat(source: Uint8Array | string): Promise<string | undefined> {
  try {
    const bytes = await openByteSource(source);
    const format = await recordingFormatOf(bytes).finally(bytes.close);
    return format.type === 'unknown' ? undefined : format.name;
  } catch {
    return undefined;
  }
}

/** The first packet of the first page names the codec; another stream, such as video, may begin before the audio. */
function oggFormat(text: string, startBytes: number): RecordingFormat {
  const beginning = text.slice(0, 4096);
  const channelsAt = (magic: string, offset: number) =>
    beginning.charCodeAt(beginning.indexOf(magic) + offset);
  if (beginning.includes('OpusHead'))
    return {
      type: 'decodable',
      codec: 'opus',
      name: 'Opus',
      startBytes,
      channels: channelsAt('OpusHead', 9),
    };
  if (beginning.includes('\x01vorbis'))
    return {
      type: 'decodable',
      codec: 'vorbis',
      name: 'Ogg Vorbis',
      startBytes,
      channels: channelsAt('\x01vorbis', 11),
    };
  if (beginning.includes('\x7fFLAC'))
    return { type: 'decodable', codec: 'flac', name: 'Ogg FLAC', startBytes };
  return { type: 'other', name: beginning.includes('Speex   ') ? 'Speex' : 'Ogg' };
}

/** @returns the offset after the tags, which may contain large cover pictures */
async function skipId3(source: ByteSource): Promise<number> {
  let offsetBytes = 0;
  const head = new Uint8Array(ID3_HEAD_BYTES);
  for (let tags = 0; tags < MAX_ID3_TAGS; tags += 1) {
    const readBytes = await source.read(offsetBytes, head);
    const [i, d, three, , , flags = 0, a = 0, b = 0, c = 0, e = 0] = head;
    if (readBytes < ID3_HEAD_BYTES || i !== 0x49 || d !== 0x44 || three !== 0x33) break;
    const hasFooter = (flags & 0x10) !== 0;
    const bodyBytes = ((a & 0x7f) << 21) | ((b & 0x7f) << 14) | ((c & 0x7f) << 7) | (e & 0x7f);
    const nextBytes = offsetBytes + ID3_HEAD_BYTES * (hasFooter ? 2 : 1) + bodyBytes;
    if (nextBytes >= source.sizeBytes) break;
    offsetBytes = nextBytes;
  }
  return offsetBytes;
}

async function readHead(source: ByteSource, offsetBytes: number): Promise<Uint8Array> {
  const head = new Uint8Array(Math.max(0, Math.min(HEAD_BYTES, source.sizeBytes - offsetBytes)));
  return head.subarray(0, await source.read(offsetBytes, head));
}
