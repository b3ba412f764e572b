import type { ArchivedEntry, LedgerArchive } from '../../accounts/ledger/ledger-archive.ts';
import type { LedgerFiles } from '../../storage/ledger-files.ts';

/** Rows of archives as one sequence, read as far as needed. */
export interface ArchivedEntries {
  /** Adds archives to the sequence, by their first place. Those already in it keep their position. */
  add(archives: readonly LedgerArchive[]): void;
  /** The next row; `undefined`: there is none. */
  peek(): Promise<ArchivedEntry | undefined>;
  /** Skips every row at the place. */
  pass(place: string): Promise<void>;
  close(): Promise<void>;
}

interface Reader {
  readonly entries: AsyncGenerator<ArchivedEntry, void, undefined>;
  readonly head: ArchivedEntry;
}

/**
 * Files overlap only if requests took long, so two or three are open at a time; each is read once.
 *
 * @param isWanted whether a row of a file belongs to the sequence
 */
export function createArchivedEntries(
  files: Pick<LedgerFiles, 'read'>,
  isWanted: (entry: ArchivedEntry) => boolean,
): ArchivedEntries {
  const known = new Set<string>();
  const waiting: LedgerArchive[] = [];
  let readers: readonly Reader[] = [];
  const advanced = async (entries: Reader['entries']): Promise<readonly Reader[]> => {
    for await (const head of unclosed(entries)) if (isWanted(head)) return [{ entries, head }];
    return [];
  };
  const first = (): ArchivedEntry | undefined =>
    readers
      .map(({ head }) => head)
      .reduce<ArchivedEntry | undefined>(
        (least, head) => (least === undefined || isBefore(head.place, least.place) ? head : least),
        undefined,
      );
  return {
    add(archives) {
      for (const archive of archives) {
        if (known.has(archive.archiveId)) continue;
        known.add(archive.archiveId);
        waiting.push(archive);
      }
      waiting.sort((one, other) => (isBefore(firstPlaceOf(one), firstPlaceOf(other)) ? -1 : 1));
    },
    async peek() {
      for (;;) {
        const [next] = waiting;
        const found = first();
        // A file that begins after the row that was found need not be open yet.
        if (next === undefined || (found !== undefined && isBefore(found.place, firstPlaceOf(next))))
          return found;
        waiting.shift();
        const { objectName, file } = next;
        readers = [...readers, ...(await advanced(files.read(objectName ?? '', file?.sha256 ?? '')))];
      }
    },
    async pass(place) {
      for (const reader of readers.filter(({ head }) => head.place === place)) {
        const others = readers.filter((one) => one !== reader);
        readers = [...others, ...(await advanced(reader.entries))];
      }
    },
    async close() {
      for (const { entries } of readers) await entries.return();
    },
  };
}

/** For a loop that is left early and continued later. */
function unclosed(entries: Reader['entries']): AsyncIterable<ArchivedEntry> {
  return { [Symbol.asyncIterator]: () => ({ next: () => entries.next() }) };
}

function firstPlaceOf({ file }: LedgerArchive): string {
  return file?.firstPlace ?? '0';
}

export function isBefore(place: string, other: string): boolean {
  return BigInt(place) < BigInt(other);
}
