import type { App } from '../../accounts/app.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import { LIMITS } from '../../limits/limits.ts';
import type { Idempotency, IdempotencyTable, IdempotentAnswer } from './idempotency.ts';

/** A request's Idempotency-Key and its scope. */
export type KeyClaim = Pick<IdempotentAnswer, 'appId' | 'path' | 'key' | 'bodyHash'>;

/** The scope of the admin API's keys. */
export const ADMIN_KEYS = { appId: 'admin' };

/** For this long a repeat gets the first answer. */
export const IDEMPOTENT_ANSWER_LIFE_MS = LIMITS.idempotency.lifeSeconds * 1000;

/** The claim of a request whose body has been read; `undefined` if it has no key. */
export async function keyClaimOf(
  { appId }: Pick<App, 'appId'>,
  { idempotency }: { readonly idempotency?: Idempotency | undefined },
): Promise<KeyClaim | undefined> {
  if (idempotency === undefined) return undefined;
  const { path, key, bodyHash } = idempotency;
  return { appId, path, key, bodyHash: await bodyHash };
}

/**
 * Claims a key for a new request.
 *
 * @param lifeMs how long the claim lasts; a process that dies during the work must not block the key for a day, so work that
 * is not in the same transaction claims it only for as long as it may take, and stores its answer by {@link answerKey}
 * @returns the answer that an earlier request got; `undefined`: this request holds the claim
 * @throws SpeechError `IDEMPOTENCY_CONFLICT` for another body, and while the earlier request is still running
 */
export async function claimKey(
  table: IdempotencyTable,
  claim: KeyClaim,
  { nowMs, lifeMs = IDEMPOTENT_ANSWER_LIFE_MS }: { readonly nowMs: number; readonly lifeMs?: number },
): Promise<{ readonly answer: unknown } | undefined> {
  const expiresAt = new Date(nowMs + lifeMs).toISOString();
  const earlier = await table.claim({ ...claim, answer: null, expiresAt }, new Date(nowMs).toISOString());
  if (earlier === undefined) return undefined;
  if (earlier.bodyHash !== claim.bodyHash) {
    throw new SpeechError(
      'IDEMPOTENCY_CONFLICT',
      'The Idempotency-Key was used before with another request. Send a new key with a new request.',
    );
  }
  if (earlier.answer === null) {
    throw new SpeechError(
      'IDEMPOTENCY_CONFLICT',
      'The first request with this Idempotency-Key is still running. Repeat it later.',
    );
  }
  return { answer: earlier.answer };
}

/** Stores the answer for a short claim, which then lasts for the full time. */
export async function answerKey(
  table: IdempotencyTable,
  claim: KeyClaim,
  { nowMs, answer }: { readonly nowMs: number; readonly answer: unknown },
): Promise<void> {
  await table.forget(claim);
  const expiresAt = new Date(nowMs + IDEMPOTENT_ANSWER_LIFE_MS).toISOString();
  await table.claim({ ...claim, answer, expiresAt }, new Date(nowMs).toISOString());
}
