/** The first answer to a request that carried an Idempotency-Key. */
export interface IdempotentAnswer {
  /** Scope: one app, one path. */
  readonly appId: string;
  readonly path: string;
  readonly key: string;
  /** Of the body that came with it, hex. */
  readonly bodyHash: string;
  /** `null` while the first request still runs. */
  readonly answer: unknown;
  readonly expiresAt: string;
}

export interface IdempotencyTable {
  /**
   * Claims the key. Inside a transaction a second claim waits for the end of the first.
   *
   * @param nowIso an answer that expired before this is forgotten
   * @returns the answer that has the key already, or `undefined`: the claim is ours
   */
  claim(answer: IdempotentAnswer, nowIso: string): Promise<IdempotentAnswer | undefined>;
  /** Puts the answer into a claim. */
  complete(claim: Pick<IdempotentAnswer, 'appId' | 'path' | 'key'>, answer: unknown): Promise<void>;
  /** Gives a claim up, as of a request that failed. */
  forget(claim: Pick<IdempotentAnswer, 'appId' | 'path' | 'key'>): Promise<void>;
  removeExpired(nowIso: string): Promise<void>;
}

/**
 * What an upload carries behind its file. It settles before the recording's `bytes` end, and never rejects unless they throw:
 * await it after reading them. Awaited earlier it is waited for in vain, since nobody reads the upload meanwhile.
 */
export type Late<Value> = Value | Promise<Value>;

/** A repeatable request: the caller's key, and a hash of what came with it (hex, SHA-256). */
export interface Idempotency {
  readonly path: string;
  readonly key: string;
  /** A promise with uploads only: their file is part of it. */
  readonly bodyHash: Late<string>;
}

export interface SubmitOptions {
  readonly idempotency?: Idempotency | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** An answer and whether it was first given to an earlier request with the same Idempotency-Key. */
export interface Submitted<Answer> {
  readonly answer: Answer;
  readonly isReplay: boolean;
}
