/** One client token whose uses are limited. */
export interface LimitedToken {
  readonly clientTokenId: string;
  readonly maxUses: number;
  /** ISO 8601; from then on the row may be deleted. */
  readonly expiresAt: string;
}

/** Counts how often client tokens are used, for all processes together. */
export interface ClientTokenTable {
  /** Counts one use. @returns whether it was within the token's limit */
  use(token: LimitedToken): Promise<boolean>;
  removeExpired(nowIso: string): Promise<void>;
}
