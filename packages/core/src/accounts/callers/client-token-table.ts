/** One client token whose uses are limited. */
export interface LimitedToken {
  readonly clientTokenId: string;
  readonly maxUses: number;
  /** ISO 8601; from then on it need not be known any more. */
  readonly expiresAt: string;
}

/** Counts how often client tokens were used, for all processes together. */
export interface ClientTokenTable {
  /** Counts one use. @returns whether it was one of those that the token is good for */
  use(token: LimitedToken): Promise<boolean>;
  removeExpired(nowIso: string): Promise<void>;
}
