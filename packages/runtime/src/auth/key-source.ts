import { SpeechError } from '@parlance/core/errors';
import type { RecordStore, Records } from '@parlance/core/storage';
import { createKeyRing, createTokenKey, type KeyRing } from './key-ring.ts';

/** The keys with which every process on a storage signs and verifies. */
export interface KeySource {
  /** The keys of the last lookup. */
  current(): KeyRing;
  /** Looks the keys up again: another process may have rotated them. */
  refresh(): Promise<KeyRing>;
  /**
   * Puts a new key first: from now on it signs, and all of them verify.
   *
   * @param note records the rotation in the log of actions, in the same transaction
   */
  rotate(note?: (tables: Records, newKid: string) => Promise<void>): Promise<KeyRing>;
}

const NAME = 'key-ring';
/** Tokens of even older keys were issued many rotations ago. A token is verified only with the key that its id names. */
const MAX_TOKEN_KEYS = 20;

/** Keys in the storage: created at the first start, and shared by all its processes. */
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
        // The claim locks the row, so that neither of two simultaneous rotations loses its key.
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

/** Keys that the embedding application provides. To change them, it restarts the service. */
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
