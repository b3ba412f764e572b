/** What is held while something runs, and free again once nobody renews it. */
export interface Lease {
  readonly leaseId: string;
  readonly appId: string;
  /** What is limited; leases of one app and kind count together. */
  readonly kind: string;
}

/** Limits of apps that several processes keep together. Times are those of the storage: clocks of machines differ. */
export interface SharedLimits {
  /**
   * @param limit leases of the app and kind at once, over all processes
   * @returns `null`: it is taken, for `lifeMs` unless it is renewed; else how many run
   */
  takeLease(lease: Lease, rules: { readonly limit: number; readonly lifeMs: number }): Promise<number | null>;
  /**
   * Leases that were given up, or that lapsed and were taken by others, stay away.
   *
   * @returns those that were renewed
   */
  renewLeases(leaseIds: readonly string[], lifeMs: number): Promise<readonly string[]>;
  releaseLease(leaseId: string): Promise<void>;
  /** Takes one call of an app's calls a minute, or of something else's by a name that is no app's id. @returns 0, or milliseconds until there is one */
  takeCall(appId: string, perMinute: number): Promise<number>;
  /** Gives one back that is not to count after all. */
  returnCall(appId: string, perMinute: number): Promise<void>;
  /** Clears away what lapsed, and buckets that are full again: they are as good as none. */
  clearIdle(): Promise<void>;
}
