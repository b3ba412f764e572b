import { isDamagedArchive } from '../accounts/ledger/damaged-archive.ts';
import {
  LEDGER_ARCHIVE_MOVES,
  type LedgerArchive,
  type LedgerArchiveEvent,
} from '../accounts/ledger/ledger-archive.ts';
import type { LedgerArchives } from '../accounts/ledger/ledger-archives.ts';
import { batched } from '../platform/batched.ts';
import type { Clock } from '../platform/clock.ts';
import type { RandomSource } from '../platform/random-source.ts';
import { isTerminal, transition } from '../platform/transition-table.ts';
import type { LedgerFiles } from '../storage/ledger-files.ts';
import { LEDGER_FOLDER } from './kept-folders.ts';
import { movableEntries } from './movable-entries.ts';

/** The outcome of one archive. */
export interface LedgerArchiveOutcome {
  readonly outcome: 'moved' | 'damaged';
  readonly entries: number;
}

export interface LedgerArchiving {
  readonly archives: LedgerArchives;
  readonly files: LedgerFiles;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<RandomSource, 'id'>;
  /** Whole UTC days for which rows stay in the ledger; `null`: forever. */
  readonly ledgerDays: number | null;
  readonly onOutcome?: ((outcome: LedgerArchiveOutcome) => void) | undefined;
  /** Called for a damaged file; its rows stay in the ledger. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

const DAY_MS = 86_400_000;
/** Moved in one transaction, which takes some ten milliseconds and so hardly delays charges. */
const BATCH_ENTRIES = 2000;

/**
 * Moves old rows of the ledger into files of the audio store, and adds them to sums by day. Each step continues where the last one ended, in whichever
 * process and however it ended; if two processes run at once, the one that is second at a step leaves the rest to the other.
 *
 * @returns the number of rows in the files that were completed
 * @throws SpeechError a storage code; with the reason `DAMAGED_ARCHIVE` if a file is damaged whose rows have left the ledger
 */
export async function archiveLedger(work: LedgerArchiving, signal: AbortSignal): Promise<number> {
  if (work.ledgerDays === null) return 0;
  let moved = 0;
  while (!signal.aborted) {
    const ended = await finish(work, await nextArchive(work, work.ledgerDays), signal);
    if (ended === undefined) break;
    work.onOutcome?.({ outcome: ended.state === 'moved' ? 'moved' : 'damaged', entries: ended.movedEntries });
    // If the store damages files, nothing more is written to it for now.
    if (ended.state === 'damaged') break;
    moved += ended.movedEntries;
  }
  return moved;
}

/** The archive in progress, or a new one if there are rows for it. */
async function nextArchive(
  { archives, clock, random }: LedgerArchiving,
  ledgerDays: number,
): Promise<LedgerArchive | undefined> {
  const unfinished = await archives.unfinished();
  if (unfinished !== undefined) return unfinished;
  const nowMs = clock.now();
  const before = new Date((Math.floor(nowMs / DAY_MS) - ledgerDays) * DAY_MS).toISOString();
  const after = await archives.settledPlace();
  const first = await movableEntries(archives, { after, before }).entries.next();
  if (first.done === true) return undefined;
  const at = new Date(nowMs).toISOString();
  const archive: LedgerArchive = {
    archiveId: random.id(),
    state: 'planned',
    before,
    after,
    objectName: null,
    file: null,
    movedEntries: 0,
    plannedAt: at,
    changedAt: at,
  };
  return (await archives.plan(archive)) ? archive : undefined;
}

/** @returns `undefined` if another process is ahead, or the work is to stop */
async function finish(
  work: LedgerArchiving,
  archive: LedgerArchive | undefined,
  signal: AbortSignal,
): Promise<LedgerArchive | undefined> {
  // One that this run verifies itself is not read a second time before its rows leave; for another it may be long ago.
  const checked = archive?.state === 'verified' ? await checkFile(work, archive) : archive;
  for (let now = checked; now !== undefined; now = await goOn(work, now, signal)) {
    if (isTerminal(LEDGER_ARCHIVE_MOVES, now.state)) return now;
    if (signal.aborted) break;
  }
  return undefined;
}

/** Performs the next step. */
async function goOn(
  work: LedgerArchiving,
  archive: LedgerArchive,
  signal: AbortSignal,
): Promise<LedgerArchive | undefined> {
  if (archive.state === 'planned') return write(work, archive, signal);
  return archive.state === 'written' ? verify(work, archive) : moveEntries(work, archive, signal);
}

/** Under a name that no other attempt has, so that an earlier attempt that is still running writes nothing into this file. */
async function write(
  work: LedgerArchiving,
  archive: LedgerArchive,
  signal: AbortSignal,
): Promise<LedgerArchive | undefined> {
  const { archives, files, random } = work;
  const objectName = `${LEDGER_FOLDER}/${archive.archiveId}-${random.id()}.jsonl.gz`;
  const begun = await archives.change(archive, { objectName, changedAt: archive.changedAt });
  if (begun === undefined) return undefined;
  if (archive.objectName !== null) await files.remove(archive.objectName);
  const movable = movableEntries(archives, archive, signal);
  const written = await files.write(objectName, movable.entries).catch((error: unknown) => {
    if (signal.aborted) return undefined;
    throw error;
  });
  if (written === undefined) return undefined;
  const changed = await change(work, begun, 'write', { ...written, ...movable.summary() });
  if (changed === undefined) await files.remove(objectName);
  return changed;
}

async function verify(work: LedgerArchiving, archive: LedgerArchive): Promise<LedgerArchive | undefined> {
  const checked = await checkFile(work, archive);
  return checked === archive ? change(work, archive, 'verify') : checked;
}

/** Its checksum is known at its end alone, so all of it is read before the first row leaves. @returns the archive itself where it is whole */
async function checkFile(work: LedgerArchiving, archive: LedgerArchive): Promise<LedgerArchive | undefined> {
  const entries = entriesOf(work, archive);
  try {
    while ((await entries.next()).done !== true);
  } catch (error) {
    return giveUp(work, archive, error);
  }
  return archive;
}

async function moveEntries(
  work: LedgerArchiving,
  archive: LedgerArchive,
  signal: AbortSignal,
): Promise<LedgerArchive | undefined> {
  let now = archive;
  try {
    for await (const entries of batched(entriesOf(work, archive), BATCH_ENTRIES)) {
      const moved = signal.aborted ? undefined : await work.archives.move(now, entries);
      if (moved === undefined) return undefined;
      now = moved;
    }
  } catch (error) {
    return giveUp(work, now, error);
  }
  return change(work, now, 'move');
}

/** A damaged file is kept, so that the cause can be found. Once rows are only in that file, an operator has to act. */
async function giveUp(
  work: LedgerArchiving,
  archive: LedgerArchive,
  error: unknown,
): Promise<LedgerArchive | undefined> {
  if (!isDamagedArchive(error)) throw error;
  if (archive.movedEntries > 0) {
    work.onOutcome?.({ outcome: 'damaged', entries: 0 });
    throw error;
  }
  work.onError?.(error);
  return change(work, archive, 'damage');
}

function entriesOf({ files }: LedgerArchiving, { objectName, file }: LedgerArchive) {
  return files.read(objectName ?? '', file?.sha256 ?? '');
}

function change(
  { archives, clock }: LedgerArchiving,
  archive: LedgerArchive,
  event: LedgerArchiveEvent,
  file = archive.file,
): Promise<LedgerArchive | undefined> {
  const state = transition(LEDGER_ARCHIVE_MOVES, archive.state, event);
  return archives.change(archive, { state, file, changedAt: new Date(clock.now()).toISOString() });
}
