/**
 * Moves 100 MB through a store and a spool in a separate process, and prints by how many bytes the peak of its memory exceeds
 * that for 10 MB. Arguments: folder, address or ''.
 */
import { randomBytes } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { createSpool, openFolderAudioStore } from '@parlance/storage';
import { openS3AudioStore } from '../src/index.ts';

const MEGABYTE = 1_000_000;
const [folder = '', url = ''] = process.argv.slice(2);
const spool = await createSpool(`${folder}/spool`, { reserveBytes: 0 });
const store =
  url === ''
    ? await openFolderAudioStore(`${folder}/audio`, { reserveBytes: 0 })
    : await openS3AudioStore(url, { spool });
const WAV = { contentType: 'audio/wav' };

/** Yields a new buffer each time, like a socket. */
async function* upload(bytes: number): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < bytes; sent += 50_000) yield randomBytes(50_000);
}

async function countFile(file: FileHandle): Promise<number> {
  return (await file.stat()).size;
}

/** @returns whether every byte arrived each time */
async function moveBytes(bytes: number): Promise<boolean> {
  const sink = await store.create('results/large.wav', WAV);
  for await (const chunk of upload(bytes)) await sink.write(chunk);
  await sink.commit();
  let readBytes = 0;
  for await (const chunk of (await store.open('results/large.wav'))?.read() ?? []) readBytes += chunk.length;
  await using file = await spool.write(upload(bytes), { maxBytes: bytes });
  await store.keep(file.path, 'uploads/large.wav', WAV);
  await using copy = await store.local('uploads/large.wav');
  await using opened = await open(copy?.path ?? '');
  return readBytes === bytes && (await countFile(opened)) === bytes;
}

const peakBytes = (): number => process.resourceUsage().maxRSS * 1024;

const isWarm = await moveBytes(10 * MEGABYTE);
const before = peakBytes();
const isWhole = await moveBytes(100 * MEGABYTE);
console.log(JSON.stringify({ isWhole: isWarm && isWhole, growthBytes: peakBytes() - before }));
