import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openByteSource } from '../wav/byte-source.ts';
import { nameOfOtherFormat, recordingFormatOf } from './recording-format.ts';

const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../../../../fixtures/recordings/${name}`, import.meta.url));

/** An ID3v2 tag with a body of 1000 bytes. */
const ID3 = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\x07\x68', 'latin1'), Buffer.alloc(1000)]);

it.each([
  ['train.mp3', { codec: 'mp3', name: 'MP3' }],
  ['train.flac', { codec: 'flac', name: 'FLAC' }],
  ['train.ogg', { codec: 'vorbis', name: 'Ogg Vorbis', channels: 2 }],
  ['train.opus', { codec: 'opus', name: 'Opus', channels: 1 }],
])('recognizes %s, with and without tags before it', async (name, expected) => {
  const bytes = fixture(name);
  const plain = await recordingFormatOf(await openByteSource(bytes));
  expect(plain).toMatchObject({ type: 'decodable', ...expected });
  const tagged = await recordingFormatOf(await openByteSource(Buffer.concat([ID3, ID3, bytes])));
  const startBytes = 'startBytes' in plain ? plain.startBytes : Number.NaN;
  expect(tagged).toEqual({ ...plain, startBytes: startBytes + 2020 });
});

it.each([
  ['MP4 or M4A', '\0\0\0\x20ftypM4A '],
  ['WebM or Matroska', '\x1aE\xdf\xa3\x01'],
  ['AAC', '\xff\xf1\x50\x80'],
  ['AMR', '#!AMR\n'],
  ['AAC', '\xff\xf9\x50\x80'],
  ['AIFF', 'FORM\0\0\0\0AIFF'],
  ['CAF', 'caff\0\x01'],
  ['AU', '.snd\0\0\0\x18'],
  ['AC-3', '\x0b\x77\x01'],
  ['WMA', '\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6'],
  ['Ogg', 'OggS\0\x02..........\x80theora'],
  ['Ogg FLAC', 'OggS\0\x02..........\x7fFLAC'],
  ['Ogg', `OggS${'.'.repeat(5000)}OpusHead`],
  ['Speex', 'OggS\0\x02..........Speex   1.2'],
])('names %s', async (name, head) => {
  expect(await nameOfOtherFormat(Buffer.from(head, 'latin1'))).toBe(name);
});

it.each(['', 'no audio at all', 'ID3', 'a.snd', '\xfe\xf1\x50\x80', '\xff\xe9\x50\x80'])(
  'does not recognize "%s"',
  async (text) => {
    expect(await recordingFormatOf(await openByteSource(Buffer.from(text, 'latin1')))).toEqual({
      type: 'unknown',
    });
  },
);

it('has no name for what is unknown or cannot be read', async () => {
  expect(await nameOfOtherFormat(Buffer.from('no audio at all'))).toBeUndefined();
  expect(await nameOfOtherFormat('/absent/recording')).toBeUndefined();
});

describe('tags before the audio', () => {
  const flac = Buffer.from('fLaC');
  /** Its size is written in four groups of seven bits. */
  const tag = (bodyBytes: number, { name = 'ID3', flags = 0 } = {}): Buffer => {
    const size = [21, 14, 7, 0].map((shift) => (bodyBytes >> shift) & 0x7f);
    return Buffer.concat([
      Buffer.from(`${name}\x04\0`),
      Buffer.from([flags, ...size]),
      Buffer.alloc(bodyBytes),
    ]);
  };
  const startOf = async (...parts: readonly Buffer[]): Promise<number | undefined> => {
    const format = await recordingFormatOf(await openByteSource(Buffer.concat([...parts, flac])));
    return format.type === 'decodable' ? format.startBytes : undefined;
  };

  it('are skipped, whatever their size', async () => {
    expect(await startOf()).toBe(0);
    for (const bodyBytes of [0, 1, 127, 128, 20_000, 2_100_000])
      expect(await startOf(tag(bodyBytes))).toBe(10 + bodyBytes);
  });

  it('may have a footer of ten bytes', async () => {
    expect(await startOf(tag(5, { flags: 0x10 }), Buffer.alloc(10))).toBe(25);
    expect(await startOf(tag(5, { flags: 0xef }))).toBe(15);
  });

  it('are at most eight', async () => {
    const tags = (count: number) => Array.from({ length: count }, () => tag(3));
    expect(await startOf(...tags(8))).toBe(8 * 13);
    expect(await startOf(...tags(9))).toBeUndefined();
  });

  it.each(['ID4', 'IE3', 'JD3'])('are not those named %s', async (name) => {
    expect(await startOf(tag(3, { name }))).toBeUndefined();
  });

  it('end within the file', async () => {
    const bytes = Buffer.concat([tag(100).subarray(0, 50), flac]);
    expect(await recordingFormatOf(await openByteSource(bytes))).toEqual({ type: 'unknown' });
    expect(await recordingFormatOf(await openByteSource(tag(100)))).toEqual({ type: 'unknown' });
  });
});
