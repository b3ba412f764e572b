import { type App, isAppUsable } from '../../domain/apps/app.ts';
import { SpeechError } from '../../domain/errors/speech-error.ts';
import type { AppStore } from '../../ports/app-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { TokenAuthority, TokenClaims } from '../../ports/token-authority.ts';

export interface AuthenticatePorts {
  readonly apps: AppStore;
  readonly tokens: TokenAuthority;
  readonly clock: Clock;
}

export interface Credentials {
  readonly token: string | undefined;
  readonly appId: string | undefined;
}

/** What is looked up where no app is named: there is none of this id. */
const NOBODY = 'nobody';

/**
 * Finds out which app calls. Unknown app, wrong token, foreign token, expired and revoked all get the same answer, after the same
 * work: one signature verified, one app looked up.
 *
 * @throws SpeechError `UNAUTHORIZED`
 */
export async function authenticate(ports: AuthenticatePorts, credentials: Credentials): Promise<App> {
  const { token, appId } = credentials;
  // Whoever leaves one out knows that: the others are not told apart.
  if (!token || !appId) throw unauthorized();
  return judge(ports, token, (claims) => claims?.appId === appId);
}

/**
 * Finds out which app calls where the protocol has no place for an App ID: the app is the token's subject.
 *
 * @throws SpeechError `UNAUTHORIZED`, the same for every cause
 */
export async function authenticateToken(ports: AuthenticatePorts, token: string | undefined): Promise<App> {
  if (!token) throw unauthorized();
  return judge(ports, token, (claims) => claims !== undefined);
}

async function judge(
  { tokens, apps, clock }: AuthenticatePorts,
  token: string,
  isMeant: (claims: TokenClaims | undefined) => boolean,
): Promise<App> {
  const claims = await tokens.verify(token).catch((error: unknown) => {
    if (SpeechError.is(error) && error.code === 'UNAUTHORIZED') return undefined;
    throw error;
  });
  const app = await apps.get(claims?.appId ?? NOBODY);
  const isToken = app !== undefined && app.tokenId === claims?.tokenId;
  if (!isMeant(claims) || !isToken || !isAppUsable(app, clock.now())) throw unauthorized();
  return app;
}

/** The one refusal, so that its text tells nothing of the cause. */
export function unauthorized(): SpeechError {
  return new SpeechError(
    'UNAUTHORIZED',
    'The access token or the app ID is missing, invalid or expired. Send "Authorization: Bearer <token>" and "App-Id: <app ID>".',
  );
}
