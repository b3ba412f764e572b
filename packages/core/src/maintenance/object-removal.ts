import type { AudioStore } from '../storage/audio-store.ts';

/** Removes objects of one part of housekeeping. One that can't be removed does not block the others; the next run tries it again. */
export interface ObjectRemoval {
  /** @returns whether all of them are gone */
  remove(names: readonly string[]): Promise<boolean>;
  /** Whether so many failed that the store itself must be down. */
  isStoreDown(): boolean;
  /** Throws the first failure, if there was one. */
  finish(): void;
}

const MAX_FAILURES = 100;

export function createObjectRemoval(audio: Pick<AudioStore, 'remove'>): ObjectRemoval {
  const failures: unknown[] = [];
  return {
    async remove(names) {
      try {
        for (const name of names) await audio.remove(name);
        return true;
      } catch (error) {
        failures.push(error);
        return false;
      }
    },
    isStoreDown: () => failures.length >= MAX_FAILURES,
    finish() {
      if (failures.length > 0) throw failures[0];
    },
  };
}
