import { isAppUsable } from '../../accounts/app.ts';
import type { ShortToken } from '../../accounts/callers/issue-client-token.ts';
import { requireApp } from '../../accounts/require-app.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import type { AdminActor } from '../admin-actor.ts';
import { noteAction } from '../audit-actions.ts';
import type { TokenIssuer } from './token-issuer.ts';

const LIFE_MS = 15 * 60_000;

/**
 * Issues a token of an app for a quarter of an hour, or until the app expires, whichever is sooner. Calls with it count as the
 * app's: its limits, its credits, its requests.
 *
 * @throws SpeechError `NOT_FOUND`; `INVALID_INPUT` if the app was revoked or has expired
 */
export async function issueTryToken(
  issuer: TokenIssuer,
  appId: string,
  by?: AdminActor,
): Promise<ShortToken> {
  const { records, tokens, clock } = issuer;
  const app = await requireApp(records.apps, appId);
  const nowMs = clock.now();
  if (!isAppUsable(app, nowMs)) {
    throw new SpeechError('INVALID_INPUT', 'The app was revoked or has expired; choose another one.', {
      field: 'appId',
    });
  }
  const appEndsMs = app.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(app.expiresAt);
  const expiresAt = new Date(Math.min(nowMs + LIFE_MS, appEndsMs)).toISOString();
  // The token exists only in the answer, so the action is logged first.
  await noteAction(issuer, records, { by, action: 'try-token-issue', target: appId });
  return { appId, token: await tokens.issue({ appId, tokenId: app.tokenId, expiresAt }), expiresAt };
}
