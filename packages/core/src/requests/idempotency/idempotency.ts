/** The first answer to a request with an Idempotency-Key. */
export interface IdempotentAnswer {
  /** Scope: one app, one path. */
  readonly appId: string;
  readonly path: string;
  readonly key: string;
  /** SHA-256 of the request's body, hexadecimal. */
  readonly bodyHash: string;
  /** `null` while the first request is still running. */
  readonly answer: unknown;
  readonly expiresAt: string;
}

export interface IdempotencyTable {
  /**
   * Claims the key. Inside a transaction a second claim waits until the first transaction has ended.
   *
   * @param nowIso an answer that expired before this is replaced
   * @returns the answer that has the key already; `undefined`: the key was claimed
   */
  claim(answer: IdempotentAnswer, nowIso: string): Promise<IdempotentAnswer | undefined>;
  /** Stores the answer in a claim. */
  complete(claim: Pick<IdempotentAnswer, 'appId' | 'path' | 'key'>, answer: unknown): Promise<void>;
  /**
   * Removes a claim without an answer, for example of a request that failed. An answer stays: a request whose commit was reported as failed may have
   * been committed.
   */
  forget(claim: Pick<IdempotentAnswer, 'appId' | 'path' | 'key'>): Promise<void>;
  removeExpired(nowIso: string): Promise<void>;
}

/**
 * A value that may follow the file in an upload. It settles before the recording's `bytes` end, and rejects only if they throw.
 * Await it after reading them: awaited earlier it never settles, since nobody reads the upload meanwhile.
 */
export type Late<Value> = Value | Promise<Value>;

/** The Idempotency-Key of a request, and a hash of its body (hexadecimal, SHA-256). */
export interface Idempotency {
  readonly path: string;
  readonly key: string;
  /** A promise only for uploads, whose file is part of the hash. */
  readonly bodyHash: Late<string>;
}

export interface SubmitOptions {
  readonly idempotency?: Idempotency | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** An answer, and whether an earlier request with the same Idempotency-Key got it first. */
export interface Submitted<Answer> {
  readonly answer: Answer;
  readonly isReplay: boolean;
}
