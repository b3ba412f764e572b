import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type ArchivedEntry, damagedArchive } from '@parlance/core/accounts';
import { SpeechError } from '@parlance/core/errors';
import { batched } from '@parlance/core/platform';
import type { AudioStore, LedgerFiles } from '@parlance/core/storage';

/** The first line of each file. Another number means another format, which this version does not read. */
const HEADER = JSON.stringify({ format: 1 });
const PLACE = /^\d+$/;
/** Lines that are compressed at a time. */
const BATCH_LINES = 200;

/** Ledger rows in files of an audio store. */
export function createLedgerFiles(audio: Pick<AudioStore, 'create' | 'open' | 'remove'>): LedgerFiles {
  return {
    async write(objectName, entries) {
      const sha256 = createHash('sha256');
      let bytes = 0;
      const sink = await audio.create(objectName, { contentType: 'application/gzip' });
      try {
        await pipeline(linesOf(entries), createGzip(), async (packed: AsyncIterable<Uint8Array>) => {
          for await (const chunk of packed) {
            sha256.update(chunk);
            bytes += chunk.byteLength;
            await sink.write(chunk);
          }
        });
        await sink.commit();
      } finally {
        await sink.abort();
      }
      return { sha256: sha256.digest('hex'), bytes };
    },
    async *read(objectName, sha256) {
      const stored = await audio.open(objectName);
      if (stored === undefined) throw damagedArchive(objectName, 'is missing');
      const hash = createHash('sha256');
      try {
        yield* entriesIn(hashed(stored.read(), hash));
      } catch (cause) {
        // An error of the store; invalid content causes other errors.
        if (SpeechError.is(cause)) throw cause;
        throw damagedArchive(objectName, "can't be unpacked", cause);
      }
      if (hash.digest('hex') !== sha256) throw damagedArchive(objectName, 'differs from its checksum');
    },
    remove: (objectName) => audio.remove(objectName),
  };
}

async function* linesOf(entries: AsyncIterable<ArchivedEntry>): AsyncGenerator<string, void, undefined> {
  yield `${HEADER}\n`;
  for await (const batch of batched(entries, BATCH_LINES))
    yield batch.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

async function* hashed(bytes: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}

async function* entriesIn(
  packed: AsyncGenerator<Uint8Array>,
): AsyncGenerator<ArchivedEntry, void, undefined> {
  const unpacked = createGunzip();
  // Its failure also ends `unpacked`, and thus the loop below.
  const feeding = pipeline(Readable.from(packed), unpacked);
  feeding.catch(() => undefined);
  let isFirst = true;
  // However the loop ends, it closes `unpacked`, and thus the source.
  for await (const line of linesIn(unpacked)) {
    if (isFirst && line !== HEADER) throw new SyntaxError('an unknown format');
    if (!isFirst) yield entryIn(line);
    isFirst = false;
  }
  await feeding;
}

async function* linesIn(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') throw new SyntaxError('a line without its end');
}

function entryIn(line: string): ArchivedEntry {
  const entry = JSON.parse(line) as ArchivedEntry;
  if (typeof entry.place !== 'string' || !PLACE.test(entry.place))
    throw new SyntaxError('a row without its place');
  return entry;
}
