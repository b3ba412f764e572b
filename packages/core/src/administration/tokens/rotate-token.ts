import { isAppUsable } from '../../accounts/app.ts';
import { isTokenOf, rotateTokenOf } from '../../accounts/callers/app-tokens.ts';
import { lockApp, requireApp } from '../../accounts/require-app.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import { ADMIN_KEYS, claimKey, keyClaimOf } from '../../requests/idempotency/claim-key.ts';
import type { SubmitOptions } from '../../requests/idempotency/idempotency.ts';
import type { ByOperator } from '../admin-actor.ts';
import { noteAction } from '../audit-actions.ts';
import type { RotateTokenInput } from './rotate-token-input.ts';
import type { TokenIssuer } from './token-issuer.ts';

/** An app's new token, shown only once. */
export interface RotatedToken {
  readonly appId: string;
  readonly token: string;
  /** The app's expiry; ISO 8601, `null`: never. */
  readonly expiresAt: string | null;
  /** ISO 8601; `null`: it expired at once. */
  readonly oldTokenGoodUntil: string | null;
  /** Whether it was created by an earlier request with the same Idempotency-Key. */
  readonly isReplay: boolean;
}

/** What is stored of a rotation under its Idempotency-Key; never the token. */
interface KeptRotation {
  readonly appId: string;
  readonly tokenId: string;
  readonly oldTokenGoodUntil: string | null;
}

const MS_PER_SECOND = 1000;

/**
 * Replaces an app's token that was lost or leaked. The app keeps its id, its expiry and everything else.
 *
 * @throws SpeechError `NOT_FOUND`; `INVALID_INPUT` if the app was revoked or has expired; `REQUEST_RATE_EXCEEDED`,
 * `IDEMPOTENCY_CONFLICT`, a storage code
 */
export async function rotateToken(
  issuer: TokenIssuer,
  appId: string,
  { graceSeconds, ...options }: RotateTokenInput & SubmitOptions & ByOperator,
): Promise<RotatedToken> {
  const { records, clock, random, tokens } = issuer;
  const nowMs = clock.now();
  const tokenId = random.id();
  const claim = await keyClaimOf(ADMIN_KEYS, options);
  const { app, rotation, isReplay } = await records.transact(async (tables) => {
    const earlier = claim && (await claimKey(tables.idempotency, claim, { nowMs }));
    if (earlier !== undefined) {
      const first = earlier.answer as KeptRotation;
      const rotated = await requireApp(tables.apps, first.appId);
      if (!isTokenOf(rotated, first.tokenId, nowMs)) throw outOfUse();
      return { app: rotated, rotation: first, isReplay: true };
    }
    const before = await lockApp(tables.apps, appId);
    if (!isAppUsable(before, nowMs)) throw appEnded();
    const change = rotateTokenOf(before, { tokenId, graceMs: graceSeconds * MS_PER_SECOND, nowMs });
    await tables.apps.update(appId, change);
    await noteAction(issuer, tables, { by: options.by, action: 'token-rotate', target: appId });
    const kept = { appId, tokenId, oldTokenGoodUntil: change.retiredTokens[0]?.until ?? null };
    if (claim !== undefined) await tables.idempotency.complete(claim, kept);
    return { app: before, rotation: kept, isReplay: false };
  });
  const { expiresAt } = app;
  const token = await tokens.issue({ appId: app.appId, tokenId: rotation.tokenId, expiresAt });
  return { appId: app.appId, token, expiresAt, oldTokenGoodUntil: rotation.oldTokenGoodUntil, isReplay };
}

function appEnded(): SpeechError {
  return new SpeechError(
    'INVALID_INPUT',
    'The app was revoked or has expired, so it gets no new token. Create a new app.',
    { field: 'appId' },
  );
}

function outOfUse(): SpeechError {
  return new SpeechError(
    'IDEMPOTENCY_CONFLICT',
    'The token that the first request with this Idempotency-Key made is out of use. Send a new key for another one.',
  );
}
