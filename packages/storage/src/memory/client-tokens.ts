import type { ClientTokenTable } from '@parlance/core/accounts';
import type { Rows } from './table.ts';

export interface UsedToken {
  readonly uses: number;
  readonly expiresAt: string;
}

export function createMemoryClientTokens(rows: Rows<UsedToken>): ClientTokenTable {
  return {
    async use({ clientTokenId, maxUses, expiresAt }) {
      const uses = (rows.get().get(clientTokenId)?.uses ?? 0) + 1;
      if (uses > maxUses) return false;
      rows.set(new Map(rows.get()).set(clientTokenId, { uses, expiresAt }));
      return true;
    },
    async removeExpired(nowIso) {
      rows.set(new Map([...rows.get()].filter(([, { expiresAt }]) => expiresAt >= nowIso)));
    },
  };
}
