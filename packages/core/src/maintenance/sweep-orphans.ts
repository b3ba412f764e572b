import type { Clock } from '../platform/clock.ts';
import { isTerminal } from '../platform/transition-table.ts';
import { RECORDINGS_FOLDER } from '../requests/recording-name.ts';
import { SYNTHESIS_REQUEST_MOVES } from '../requests/synthesis-request-state.ts';
import { TRANSCRIPT_MOVES } from '../requests/transcript-state.ts';
import type { AudioStore } from '../storage/audio-store.ts';
import type { Records } from '../storage/record-store.ts';
import { VOICE_PACKS_FOLDER } from '../voices/stored-voice-pack.ts';
import { WORK_FOLDER } from './kept-folders.ts';

export interface SweepOrphansPorts {
  readonly records: Pick<Records, 'syntheses' | 'transcriptions' | 'choices'>;
  readonly audio: Pick<AudioStore, 'list' | 'remove'>;
  readonly clock: Clock;
}

/** Removes what nobody needs. @returns how many objects */
export type OrphanSweep = (signal: AbortSignal) => Promise<number>;

/** `recordings/<id>.wav`, `work/<id>/…`, `voice-packs/<id>/…`: ids are of letters and digits. */
const ID_IN_NAME = /^[^/]+\/([A-Za-z0-9]+)/;
/** A recording or a voice pack is kept before its record is written: one without a record may be a moment old. */
export const ORPHAN_GRACE_MS = 300_000;

/**
 * Sweeps recordings and parts of syntheses whose job has ended or never began, and files of voice packs that are not in the records. The sweep remembers what it saw, so one is
 * made for each process: an object is removed when an earlier round has found it without an owner too.
 */
export function createOrphanSweep({ records, audio, clock }: SweepOrphansPorts): OrphanSweep {
  let seenAtMs: ReadonlyMap<string, number> = new Map();
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
    const nowMs = clock.now();
    const orphans = [
      ...(await orphansIn(await audio.list(RECORDINGS_FOLDER), isTranscriptionOpen, signal)),
      ...(await orphansIn(await audio.list(WORK_FOLDER), isSynthesisOpen, signal)),
      ...(await orphansIn(await audio.list(VOICE_PACKS_FOLDER), isPackKept, signal)),
    ];
    const seenBefore = seenAtMs;
    seenAtMs = new Map(orphans.map((name) => [name, seenBefore.get(name) ?? nowMs]));
    const due = orphans.filter((name) => nowMs - (seenBefore.get(name) ?? nowMs) >= ORPHAN_GRACE_MS);
    let removed = 0;
    for (const name of due) {
      if (signal.aborted) break;
      await audio.remove(name);
      removed += 1;
    }
    return removed;
  };
}

/** Asks once for each owner: a long synthesis has many parts. */
async function orphansIn(
  names: readonly string[],
  isOpen: (id: string) => Promise<boolean>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const byOwner = Map.groupBy(names, (name) => ID_IN_NAME.exec(name)?.[1] ?? '');
  const orphans: string[] = [];
  for (const [id, owned] of byOwner) {
    if (signal.aborted) break;
    if (!(await isOpen(id))) orphans.push(...owned);
  }
  return orphans;
}
