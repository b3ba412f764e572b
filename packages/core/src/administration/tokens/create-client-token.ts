import { type Caller, requireAppToken } from '../../accounts/callers/caller.ts';
import {
  type ClientClaims,
  issueClientToken,
  newClientClaims,
  type ShortToken,
} from '../../accounts/callers/issue-client-token.ts';
import { claimKey, keyClaimOf } from '../../requests/idempotency/claim-key.ts';
import type { SubmitOptions } from '../../requests/idempotency/idempotency.ts';
import type { ClientTokenInput } from './client-token-input.ts';
import type { TokenIssuer } from './token-issuer.ts';

/** A client token as its app receives it. */
export interface CreatedClientToken extends ShortToken {
  /** `null`: any number. */
  readonly maxUses: number | null;
  /** Whether it was created by an earlier request with the same Idempotency-Key. */
  readonly isReplay: boolean;
}

const MS_PER_SECOND = 1000;

/** @throws SpeechError `FORBIDDEN` for a caller with a client token, `IDEMPOTENCY_CONFLICT`, a storage code */
export async function createClientToken(
  issuer: TokenIssuer,
  { expiresInSeconds, maxUses }: ClientTokenInput,
  { caller, ...options }: SubmitOptions & { readonly caller: Caller },
): Promise<CreatedClientToken> {
  requireAppToken(caller);
  const wanted = newClientClaims(issuer, caller, {
    lifeMs: expiresInSeconds * MS_PER_SECOND,
    maxUses: maxUses ?? undefined,
  });
  const claim = await keyClaimOf(caller, options);
  const earlier =
    claim &&
    (await issuer.records.transact(async ({ idempotency }) => {
      const found = await claimKey(idempotency, claim, { nowMs: issuer.clock.now() });
      // Its claims and not the token: this table must not contain anything that should stay secret for its day.
      if (found === undefined) await idempotency.complete(claim, wanted);
      return found;
    }));
  const claims = earlier === undefined ? wanted : (earlier.answer as ClientClaims);
  return {
    ...(await issueClientToken(issuer.tokens, claims)),
    maxUses: claims.client.maxUses ?? null,
    isReplay: earlier !== undefined,
  };
}
