import { LIMITS } from '../limits/limits.ts';
import { isTerminal } from '../platform/transition-table.ts';
import { RECORDINGS_FOLDER } from '../requests/records/recording-name.ts';
import { SYNTHESIS_REQUEST_MOVES } from '../requests/records/synthesis-request-state.ts';
import { TRANSCRIPT_MOVES } from '../requests/records/transcript-state.ts';
import { RESULTS_FOLDER } from '../synthesis/results/audio-links.ts';
import { VOICE_PACKS_FOLDER } from '../voices/stored-voice-pack.ts';
import { WORK_FOLDER } from './kept-folders.ts';
import type { KeptStore } from './kept-store.ts';
import { createObjectRemoval } from './object-removal.ts';
import { resultObjects } from './result-objects.ts';

/** Removes orphaned objects. @returns how many */
export type OrphanSweep = (signal: AbortSignal) => Promise<number>;

/** Names of the objects that a record needs. */
type Needed = 'all' | readonly string[];

/** `recordings/<id>.wav`, `work/<id>/…`, `voice-packs/<id>/…`, `results/<id>.<extension>`: ids consist of letters and digits. */
const ID_IN_NAME = /^[^/]+\/([A-Za-z0-9]+)/;
/** A recording or a voice pack is stored before its record is written, so a new one may have no record yet. */
export const ORPHAN_GRACE_MS = 300_000;
const DAY_MS = 86_400_000;
/** Until then most results have a record that names them, and looking for each would take a query. */
const RESULT_GRACE_MS = LIMITS.audioLink.retentionDays * DAY_MS + ORPHAN_GRACE_MS;

/**
 * Sweeps recordings and checkpoints of syntheses whose job has ended or never began, results that no record names, and files of voice packs without a
 * record. It uses the age of the objects and has no memory, so that even a process that lives for only a few minutes removes what an earlier one left.
 */
export function createOrphanSweep({
  records,
  audio,
  clock,
}: Pick<KeptStore, 'records' | 'audio' | 'clock'>): OrphanSweep {
  const neededRecording = async (id: string): Promise<Needed> => {
    const record = await records.transcriptions.get(id);
    return record === undefined || isTerminal(TRANSCRIPT_MOVES, record.status) ? [] : 'all';
  };
  const neededWork = async (id: string): Promise<Needed> => {
    const record = await records.syntheses.get(id);
    return record === undefined || isTerminal(SYNTHESIS_REQUEST_MOVES, record.status) ? [] : 'all';
  };
  const neededResult = async (id: string): Promise<Needed> => {
    const record = await records.syntheses.get(id);
    if (record === undefined) return [];
    // One in progress names its objects when it ends.
    return isTerminal(SYNTHESIS_REQUEST_MOVES, record.status) ? resultObjects(record.audio) : 'all';
  };
  const neededPack = async (id: string): Promise<Needed> => {
    const choices = await records.choices.newerThan(0);
    return choices?.voicePacks.some(({ packId }) => packId === id) === true ? 'all' : [];
  };
  return async (signal) => {
    const nowMs = clock.now();
    const orphansIn = async (
      folder: string,
      neededOf: (id: string) => Promise<Needed>,
      graceMs = ORPHAN_GRACE_MS,
    ): Promise<readonly string[]> => {
      const beforeMs = nowMs - graceMs;
      const grown = (await audio.listWithTimes(folder)).filter(({ storedAtMs }) => storedAtMs <= beforeMs);
      return notNeeded(
        grown.map(({ name }) => name),
        neededOf,
        signal,
      );
    };
    const orphans = [
      ...(await orphansIn(RECORDINGS_FOLDER, neededRecording)),
      ...(await orphansIn(WORK_FOLDER, neededWork)),
      ...(await orphansIn(VOICE_PACKS_FOLDER, neededPack)),
      ...(await orphansIn(RESULTS_FOLDER, neededResult, RESULT_GRACE_MS)),
    ];
    const removal = createObjectRemoval(audio);
    let removed = 0;
    for (const name of orphans) {
      if (signal.aborted || removal.isStoreDown()) break;
      if (await removal.remove([name])) removed += 1;
    }
    removal.finish();
    return removed;
  };
}

/** Looks up each owner once: a long synthesis has many checkpoints. */
async function notNeeded(
  names: readonly string[],
  neededOf: (id: string) => Promise<Needed>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const byOwner = Map.groupBy(names, (name) => ID_IN_NAME.exec(name)?.[1] ?? '');
  const orphans: string[] = [];
  for (const [id, owned] of byOwner) {
    if (signal.aborted) break;
    const needed = await neededOf(id);
    if (needed !== 'all') orphans.push(...owned.filter((name) => !needed.includes(name)));
  }
  return orphans;
}
