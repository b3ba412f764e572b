import { readdir } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { ArchivedEntry } from '@parlance/core/accounts';
import { SpeechError } from '@parlance/core/errors';
import type { AudioStore } from '@parlance/core/storage';
import { beforeEach, describe, expect, it } from 'vitest';
import { readAll } from '../../test/audio/objects.ts';
import { entry } from '../../test/sample-records.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { openFolderAudioStore } from './folder-audio-store.ts';
import { createLedgerFiles } from './ledger-files.ts';

const NAME = 'ledger/a.jsonl.gz';

/** Enough rows for several batches of the compressor, with references that are not all ASCII. */
const ENTRIES: readonly ArchivedEntry[] = Array.from({ length: 500 }, (_, index) => ({
  ...entry(`Ä-😀-${index}`, `-${index}.5`),
  place: String(index + 1),
  epoch: null,
}));

async function* oneByOne(entries: readonly ArchivedEntry[]): AsyncGenerator<ArchivedEntry> {
  yield* entries;
}

describe('a file of ledger rows', () => {
  let folder: string;
  let audio: AudioStore;
  beforeEach(async () => {
    folder = await temporaryFolder();
    audio = await openFolderAudioStore(folder, { reserveBytes: 0 });
  });

  const put = async (bytes: Uint8Array): Promise<void> => {
    const sink = await audio.create(NAME, { contentType: 'application/gzip' });
    await sink.write(bytes);
    await sink.commit();
  };
  const read = (sha256: string): Promise<ArchivedEntry[]> =>
    Array.fromAsync(createLedgerFiles(audio).read(NAME, sha256));

  /** Ledger files over a store that returns the given bytes. */
  const filesOf = (bytes: () => AsyncGenerator<Uint8Array>) =>
    createLedgerFiles(Object.assign(audio, { open: async () => ({ bytes: 0, read: bytes }) }));

  it('returns the written rows, is small, and reports its size', async () => {
    const { bytes, sha256 } = await createLedgerFiles(audio).write(NAME, oneByOne(ENTRIES));
    expect(bytes).toBe((await audio.open(NAME))?.bytes);
    expect(bytes).toBeLessThan(JSON.stringify(ENTRIES).length / 5);
    expect(await read(sha256)).toEqual(ENTRIES);
  });

  it('names its format in the first line, and has a line for each row', async () => {
    await createLedgerFiles(audio).write(NAME, oneByOne(ENTRIES.slice(0, 1)));
    expect(gunzipSync(await readAll(audio, NAME)).toString()).toBe(
      `{"format":1}\n${JSON.stringify(ENTRIES[0])}\n`,
    );
  });

  it('returns rows that arrive byte by byte', async () => {
    const { sha256 } = await createLedgerFiles(audio).write(NAME, oneByOne(ENTRIES.slice(0, 20)));
    const whole = await readAll(audio, NAME);
    const files = filesOf(async function* () {
      for (const byte of whole) yield Uint8Array.of(byte);
    });
    expect(await Array.fromAsync(files.read(NAME, sha256))).toEqual(ENTRIES.slice(0, 20));
  });

  it('does not exist if reading its rows failed', async () => {
    const fault = new SpeechError('STORAGE_FAILED', 'the database is down');
    async function* failing(): AsyncGenerator<ArchivedEntry> {
      yield* ENTRIES.slice(0, 300);
      throw fault;
    }
    await expect(createLedgerFiles(audio).write(NAME, failing())).rejects.toBe(fault);
    expect(await audio.open(NAME)).toBeUndefined();
    expect(await readdir(folder, { recursive: true })).toEqual(['.partial']);
  });

  const row = JSON.stringify(ENTRIES[0]);
  it.each([
    ['that is not gzip', Buffer.from('{"format":1}\n')],
    ['of another format', gzipSync(`{"format":2}\n${row}\n`)],
    ['without a format', gzipSync(`${row}\n`)],
    ['whose last line has no end', gzipSync(`{"format":1}\n${row}`)],
    ['that is truncated', gzipSync(`{"format":1}\n${row}\n`).subarray(0, -4)],
    ['with a line that is not a row', gzipSync('{"format":1}\n{\n')],
    ['with a row without a place', gzipSync('{"format":1}\n{"amount":"1"}\n')],
    ['with a place that is not a string', gzipSync('{"format":1}\n{"place":1}\n')],
    ['with a place that is not a number', gzipSync('{"format":1}\n{"place":"1a"}\n')],
    ['with a place that does not begin as a number', gzipSync('{"format":1}\n{"place":"a1"}\n')],
  ])('%s is damaged', async (_, bytes) => {
    await put(bytes);
    await expect(read('any')).rejects.toMatchObject({
      code: 'STORAGE_FAILED',
      message: expect.stringContaining("can't be unpacked"),
      details: { reason: 'DAMAGED_ARCHIVE', objectName: NAME },
    });
  });

  it('that is missing or has another checksum is damaged, and the message says which', async () => {
    await expect(read('any')).rejects.toMatchObject({ message: expect.stringContaining('is missing') });
    await createLedgerFiles(audio).write(NAME, oneByOne(ENTRIES));
    await expect(read('0'.repeat(64))).rejects.toMatchObject({
      details: { reason: 'DAMAGED_ARCHIVE' },
      message: expect.stringContaining('differs from its checksum'),
    });
  });

  it('is not reported as damaged if the store fails', async () => {
    const fault = new SpeechError('STORAGE_FAILED', 'the disk is gone', { reason: 'EIO' });
    // biome-ignore lint/correctness/useYield: it fails before its first byte
    const files = filesOf(async function* () {
      throw fault;
    });
    await expect(Array.fromAsync(files.read(NAME, 'any'))).rejects.toBe(fault);
  });

  it('is closed when its reader leaves early', async () => {
    const { sha256 } = await createLedgerFiles(audio).write(NAME, oneByOne(ENTRIES));
    const whole = await readAll(audio, NAME);
    const closed = Promise.withResolvers<void>();
    const files = filesOf(async function* () {
      try {
        for (let at = 0; ; at = (at + 1) % whole.length) yield whole.subarray(at, at + 1);
      } finally {
        closed.resolve();
      }
    });
    for await (const first of files.read(NAME, sha256)) {
      expect(first).toEqual(ENTRIES[0]);
      break;
    }
    await closed.promise;
  });
});
