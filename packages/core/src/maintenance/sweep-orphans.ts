import { isTerminal } from '../platform/transition-table.ts';
import { RECORDINGS_FOLDER } from '../requests/records/recording-name.ts';
import { SYNTHESIS_REQUEST_MOVES } from '../requests/records/synthesis-request-state.ts';
import { TRANSCRIPT_MOVES } from '../requests/records/transcript-state.ts';
import type { ListedAudio } from '../storage/audio-store.ts';
import { VOICE_PACKS_FOLDER } from '../voices/stored-voice-pack.ts';
import { WORK_FOLDER } from './kept-folders.ts';
import type { KeptStore } from './kept-store.ts';
import { createObjectRemoval } from './object-removal.ts';

/** Removes orphaned objects. @returns how many */
export type OrphanSweep = (signal: AbortSignal) => Promise<number>;

/** `recordings/<id>.wav`, `work/<id>/…`, `voice-packs/<id>/…`: ids consist of letters and digits. */
const ID_IN_NAME = /^[^/]+\/([A-Za-z0-9]+)/;
/** A recording or a voice pack is stored before its record is written, so a new one may have no record yet. */
export const ORPHAN_GRACE_MS = 300_000;

/**
 * Sweeps recordings and checkpoints of syntheses whose job has ended or never began, and files of voice packs without a record. It uses the age
 * of the objects and has no memory, so that even a process that lives for only a few minutes removes what an earlier one left.
 */
export function createOrphanSweep({
  records,
  audio,
  clock,
}: Pick<KeptStore, 'records' | 'audio' | 'clock'>): OrphanSweep {
  const isTranscriptionOpen = async (id: string): Promise<boolean> => {
    const record = await records.transcriptions.get(id);
    return record !== undefined && !isTerminal(TRANSCRIPT_MOVES, record.status);
  };
  const isSynthesisOpen = async (id: string): Promise<boolean> => {
    const record = await records.syntheses.get(id);
    return record !== undefined && !isTerminal(SYNTHESIS_REQUEST_MOVES, record.status);
  };
  const isPackKept = async (id: string): Promise<boolean> =>
    (await records.choices.newerThan(0))?.voicePacks.some(({ packId }) => packId === id) === true;
  return async (signal) => {
    const storedBeforeMs = clock.now() - ORPHAN_GRACE_MS;
    const isGrown = ({ storedAtMs }: ListedAudio): boolean => storedAtMs <= storedBeforeMs;
    const orphansIn = async (folder: string, isOwned: (id: string) => Promise<boolean>) => {
      const grown = (await audio.listWithTimes(folder)).filter(isGrown);
      return withoutOwner(
        grown.map(({ name }) => name),
        isOwned,
        signal,
      );
    };
    const orphans = [
      ...(await orphansIn(RECORDINGS_FOLDER, isTranscriptionOpen)),
      ...(await orphansIn(WORK_FOLDER, isSynthesisOpen)),
      ...(await orphansIn(VOICE_PACKS_FOLDER, isPackKept)),
    ];
    const removal = createObjectRemoval(audio);
    let removed = 0;
    for (const name of orphans) {
      if (signal.aborted || removal.isHopeless()) break;
      if (await removal.remove([name])) removed += 1;
    }
    removal.finish();
    return removed;
  };
}

/** Looks up each owner once: a long synthesis has many checkpoints. */
async function withoutOwner(
  names: readonly string[],
  isOwned: (id: string) => Promise<boolean>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const byOwner = Map.groupBy(names, (name) => ID_IN_NAME.exec(name)?.[1] ?? '');
  const orphans: string[] = [];
  for (const [id, owned] of byOwner) {
    if (signal.aborted) break;
    if (!(await isOwned(id))) orphans.push(...owned);
  }
  return orphans;
}
