import { isAppUsable } from '../accounts/app.ts';
import type { ShortToken } from '../accounts/issue-client-token.ts';
import { requireApp } from '../accounts/require-app.ts';
import type { TokenAuthority } from '../accounts/token-authority.ts';
import { SpeechError } from '../errors/speech-error.ts';
import type { Records } from '../storage/record-store.ts';
import type { AdminActor } from './admin-actor.ts';
import { type NoteActionPorts, noteAction } from './audit-actions.ts';

export interface IssueTryTokenPorts extends NoteActionPorts {
  readonly records: Pick<Records, 'apps' | 'audit'>;
  readonly tokens: Pick<TokenAuthority, 'issue'>;
}

const LIFE_MS = 15 * 60_000;

/**
 * Issues a token of an app for a quarter of an hour, or until the app expires, whichever is sooner. What is done with it is the
 * app's: its limits, its credits, its requests.
 *
 * @throws SpeechError `NOT_FOUND`; `INVALID_INPUT` of an app that was revoked or has expired
 */
export async function issueTryToken(
  ports: IssueTryTokenPorts,
  appId: string,
  by?: AdminActor,
): Promise<ShortToken> {
  const { records, tokens, clock } = ports;
  const app = await requireApp(records.apps, appId);
  const nowMs = clock.now();
  if (!isAppUsable(app, nowMs)) {
    throw new SpeechError('INVALID_INPUT', 'The app was revoked or has expired; choose another one.', {
      field: 'appId',
    });
  }
  const appEndsMs = app.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(app.expiresAt);
  const expiresAt = new Date(Math.min(nowMs + LIFE_MS, appEndsMs)).toISOString();
  // A token is nowhere but in the answer: first the log, then the token.
  await noteAction(ports, records, { by, action: 'try-token-issue', target: appId });
  return { appId, token: await tokens.issue({ appId, tokenId: app.tokenId, expiresAt }), expiresAt };
}
