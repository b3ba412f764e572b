import { SpeechError } from '../../errors/speech-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { isAppUsable } from '../app.ts';
import type { AppStore } from '../app-store.ts';
import { isTokenOf } from './app-tokens.ts';
import { type Caller, requireAppToken, type TokenAccess } from './caller.ts';
import type { TokenAuthority, TokenClaims } from './token-authority.ts';

/** The apps that may call, and what verifies their tokens. */
export interface KnownApps {
  readonly apps: Pick<AppStore, 'get' | 'touch'>;
  readonly tokens: Pick<TokenAuthority, 'verify'>;
  readonly clock: Clock;
}

export interface Credentials {
  readonly token: string | undefined;
  readonly appId: string | undefined;
  /** The protocol has no place for an App ID: the app is the token's subject. */
  readonly isAppImplied?: boolean | undefined;
  /** What the call needs. Default `app`, for which client tokens are refused. */
  readonly access?: TokenAccess | undefined;
}

/** The id that is looked up if no app is named. No app has it. */
const NOBODY = 'nobody';

/**
 * Finds out which app calls. An unknown app and a token that is wrong, foreign, expired or revoked all get the same answer, after the
 * same work: one signature verified, one app looked up.
 *
 * @throws SpeechError `UNAUTHORIZED`; `FORBIDDEN` for a client token where an app's own is needed
 */
export async function authenticate(known: KnownApps, credentials: Credentials): Promise<Caller> {
  const { token, appId, access, isAppImplied } = credentials;
  if (isAppImplied) return authenticateToken(known, token, access);
  // A caller who leaves one out knows it, so this answer may be quicker than the others.
  if (!token || !appId) throw unauthorized();
  return verifyCaller(known, { token, access, isMeant: (claims) => claims?.appId === appId });
}

/**
 * Finds out which app calls where the protocol has no place for an App ID: the app is the token's subject.
 *
 * @throws SpeechError `UNAUTHORIZED`, the same for every cause; `FORBIDDEN` for a client token where an app's own is needed
 */
export async function authenticateToken(
  known: KnownApps,
  token: string | undefined,
  access?: TokenAccess,
): Promise<Caller> {
  if (!token) throw unauthorized();
  return verifyCaller(known, { token, access, isMeant: (claims) => claims !== undefined });
}

interface CallerCheck {
  readonly token: string;
  readonly access: TokenAccess | undefined;
  readonly isMeant: (claims: TokenClaims | undefined) => boolean;
}

async function verifyCaller(
  { tokens, apps, clock }: KnownApps,
  { token, access = 'app', isMeant }: CallerCheck,
): Promise<Caller> {
  const claims = await tokens.verify(token).catch((error: unknown) => {
    if (SpeechError.is(error) && error.code === 'UNAUTHORIZED') return undefined;
    throw error;
  });
  const app = await apps.get(claims?.appId ?? NOBODY);
  const nowMs = clock.now();
  const isToken = app !== undefined && claims !== undefined && isTokenOf(app, claims.tokenId, nowMs);
  if (!isMeant(claims) || !isToken || !isAppUsable(app, nowMs)) throw unauthorized();
  const { tokenId } = claims;
  const caller = { ...app, tokenId, tokenExpiresAt: claims.expiresAt, clientToken: claims.client };
  if (access === 'app') requireAppToken(caller);
  return caller;
}

/** The same error for every cause, so that its text reveals nothing. */
export function unauthorized(): SpeechError {
  return new SpeechError(
    'UNAUTHORIZED',
    'The access token or the app ID is missing, invalid or expired. Send "Authorization: Bearer <token>" and "App-Id: <app ID>".',
  );
}
