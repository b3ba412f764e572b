import { isAppUsable } from '../../domain/apps/app.ts';
import { SpeechError } from '../../domain/errors/speech-error.ts';
import type { TryToken } from '../../ports/admin-service.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Records } from '../../ports/record-store.ts';
import type { TokenAuthority } from '../../ports/token-authority.ts';
import { requireApp } from '../apps/require-app.ts';

export interface IssueTryTokenPorts {
  readonly records: Pick<Records, 'apps'>;
  readonly tokens: Pick<TokenAuthority, 'issue'>;
  readonly clock: Pick<Clock, 'now'>;
}

const LIFE_MS = 15 * 60_000;

/**
 * Issues a token of an app for a quarter of an hour, or until the app expires, whichever is sooner. What is done with it is the
 * app's: its limits, its credits, its requests.
 *
 * @throws SpeechError `NOT_FOUND`; `INVALID_INPUT` of an app that was revoked or has expired
 */
export async function issueTryToken(
  { records, tokens, clock }: IssueTryTokenPorts,
  appId: string,
): Promise<TryToken> {
  const app = await requireApp(records.apps, appId);
  const nowMs = clock.now();
  if (!isAppUsable(app, nowMs)) {
    throw new SpeechError('INVALID_INPUT', 'The app was revoked or has expired; choose another one.', {
      field: 'appId',
    });
  }
  const appEndsMs = app.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(app.expiresAt);
  const expiresAt = new Date(Math.min(nowMs + LIFE_MS, appEndsMs)).toISOString();
  return { appId, token: await tokens.issue({ appId, tokenId: app.tokenId, expiresAt }), expiresAt };
}
