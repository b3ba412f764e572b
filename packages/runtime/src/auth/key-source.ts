import { SpeechError } from '@parlance/core/errors';
import type { RecordStore, Records } from '@parlance/core/storage';
import { createKeyRing, createTokenKey, type KeyRing } from './key-ring.ts';

/** The keys that every process on a storage signs and verifies by. */
export interface KeySource {
  /** As they were when they were last looked up. */
  current(): KeyRing;
  /** Looks them up: another process may have rotated them. */
  refresh(): Promise<KeyRing>;
  /** Puts a new key before the others: from now on it signs, and all verify. */
  /** @param note puts it on the log of actions, in the same transaction */
  rotate(note?: (tables: Records, newKid: string) => Promise<void>): Promise<KeyRing>;
}

const NAME = 'key-ring';
/** Tokens of older keys than these would have been issued many rotations ago; each one is tried for by its id only. */
const MAX_TOKEN_KEYS = 20;

/** Keys in the storage: made at the first start, the same for all who share it. */
export async function openKeySource(records: RecordStore): Promise<KeySource> {
  const known = await records.secrets.get(NAME);
  let ring = (known ?? (await records.secrets.claim(NAME, await createKeyRing()))) as KeyRing;
  return {
    current: () => ring,
    async refresh() {
      ring = (await records.secrets.get(NAME)) as KeyRing;
      return ring;
    },
    async rotate(note) {
      const key = await createTokenKey();
      ring = await records.transact(async (tables) => {
        const { secrets } = tables;
        // The claim locks the row: of two rotations at once neither loses its key.
        const before = (await secrets.claim(NAME, ring)) as KeyRing;
        const tokenKeys = [key, ...before.tokenKeys].slice(0, MAX_TOKEN_KEYS);
        const rotated = { ...before, tokenKeys };
        await secrets.put(NAME, rotated);
        await note?.(tables, key.kid ?? '');
        return rotated;
      });
      return ring;
    },
  };
}

/** Keys that the embedding application keeps. It changes them by restarting the service. */
export function fixedKeys(ring: KeyRing): KeySource {
  return {
    current: () => ring,
    refresh: async () => ring,
    rotate() {
      throw new SpeechError(
        'INVALID_CONFIG',
        'The keys of this service were given to it; rotate them where they are kept.',
      );
    },
  };
}
