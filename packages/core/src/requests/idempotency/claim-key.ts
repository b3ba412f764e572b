import type { App } from '../../accounts/app.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import { LIMITS } from '../../limits/limits.ts';
import type { Idempotency, IdempotencyTable, IdempotentAnswer } from './idempotency.ts';

/** A request's Idempotency-Key with what it belongs to. */
export type KeyClaim = Pick<IdempotentAnswer, 'appId' | 'path' | 'key' | 'bodyHash'>;

/** Whose the keys of the admin API are. */
export const ADMIN_KEYS = { appId: 'admin' };

/** A repeat within this time gets the first answer. */
export const IDEMPOTENT_ANSWER_LIFE_MS = LIMITS.idempotency.lifeSeconds * 1000;

/** Of a request whose body was read; `undefined` when it carries no key. */
export async function keyClaimOf(
  { appId }: Pick<App, 'appId'>,
  { idempotency }: { readonly idempotency?: Idempotency | undefined },
): Promise<KeyClaim | undefined> {
  if (idempotency === undefined) return undefined;
  const { path, key, bodyHash } = idempotency;
  return { appId, path, key, bodyHash: await bodyHash };
}

/**
 * Claims a key for a request that begins.
 *
 * @param lifeMs how long the claim lasts; a process that dies in the middle must not bar the caller for a day, so work that
 * is not in the same transaction claims for as long as it may take and puts its answer by {@link answerKey}
 * @returns the answer that an earlier request got; `undefined`: the claim is ours
 * @throws SpeechError `IDEMPOTENCY_CONFLICT` for another body, and while the earlier request still runs
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

/** Puts the answer to a short claim, which lasts for the whole time from here on. */
export async function answerKey(
  table: IdempotencyTable,
  claim: KeyClaim,
  { nowMs, answer }: { readonly nowMs: number; readonly answer: unknown },
): Promise<void> {
  await table.forget(claim);
  const expiresAt = new Date(nowMs + IDEMPOTENT_ANSWER_LIFE_MS).toISOString();
  await table.claim({ ...claim, answer, expiresAt }, new Date(nowMs).toISOString());
}
