import { type App, isAppUsable } from '../../domain/apps/app.ts';
import { SpeechError } from '../../domain/errors/speech-error.ts';
import type { AppStore } from '../../ports/app-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { TokenAuthority } from '../../ports/token-authority.ts';

export interface AuthenticatePorts {
  readonly apps: AppStore;
  readonly tokens: TokenAuthority;
  readonly clock: Clock;
}

export interface Credentials {
  readonly token: string | undefined;
  readonly appId: string | undefined;
}

/**
 * Finds out which app calls. Unknown app, wrong token, foreign token, expired and revoked all get the same answer.
 *
 * @throws SpeechError `UNAUTHORIZED`
 */
export async function authenticate(ports: AuthenticatePorts, credentials: Credentials): Promise<App> {
  const { token, appId } = credentials;
  if (!token || !appId) throw unauthorized();
  const app = await authenticateToken(ports, token);
  if (app.appId !== appId) throw unauthorized();
  return app;
}

/**
 * Finds out which app calls where the protocol has no place for an App ID: the app is the token's subject.
 *
 * @throws SpeechError `UNAUTHORIZED`, the same for every cause
 */
export async function authenticateToken(ports: AuthenticatePorts, token: string | undefined): Promise<App> {
  if (!token) throw unauthorized();
  const claims = await ports.tokens.verify(token);
  const app = await ports.apps.get(claims.appId);
  if (app === undefined || app.tokenId !== claims.tokenId || !isAppUsable(app, ports.clock.now()))
    throw unauthorized();
  return app;
}

/** The one refusal, so that its text tells nothing of the cause. */
export function unauthorized(): SpeechError {
  return new SpeechError(
    'UNAUTHORIZED',
    'The access token or the app ID is missing, invalid or expired. Send "Authorization: Bearer <token>" and "App-Id: <app ID>".',
  );
}
