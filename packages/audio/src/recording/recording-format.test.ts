import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
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
  ['Speex', 'OggS\0\x02..........Speex   1.2'],
])('names %s', async (name, head) => {
  expect(await nameOfOtherFormat(Buffer.from(head, 'latin1'))).toBe(name);
});

it.each(['', 'no audio at all', 'ID3'])('does not recognize "%s"', async (text) => {
  expect(await recordingFormatOf(await openByteSource(Buffer.from(text)))).toEqual({ type: 'unknown' });
});
