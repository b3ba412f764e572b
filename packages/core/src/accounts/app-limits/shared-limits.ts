/** A right that is held while something runs, and expires when nobody renews it. */
export interface Lease {
  readonly leaseId: string;
  readonly appId: string;
  /** What is limited; leases of one app and kind count together. */
  readonly kind: string;
}

/** Limits of apps that several processes share. Times are those of the storage, since the clocks of machines differ. */
export interface SharedLimits {
  /**
   * @param rules `limit`: leases of the app and kind at once, over all processes; `lifeMs`: when the lease expires unless it is renewed
   * @returns `null`: it was taken; otherwise how many are running
   */
  takeLease(lease: Lease, rules: { readonly limit: number; readonly lifeMs: number }): Promise<number | null>;
  /**
   * Leases that were released, or that expired and were taken by others, are not renewed.
   *
   * @returns the ids of those that were renewed
   */
  renewLeases(leaseIds: readonly string[], lifeMs: number): Promise<readonly string[]>;
  releaseLease(leaseId: string): Promise<void>;
  /**
   * Takes one of an app's calls per minute, or of another limited thing whose name cannot be an app's id.
   *
   * @returns 0, or the milliseconds until a call is available
   */
  takeCall(appId: string, perMinute: number): Promise<number>;
  /** Returns a call that should not count after all. */
  returnCall(appId: string, perMinute: number): Promise<void>;
  /** Deletes expired leases, and buckets that are full again, since a missing bucket counts as full. */
  clearIdle(): Promise<void>;
}
