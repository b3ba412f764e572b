import { isAppUsable } from '../app.ts';
import { isTokenOf } from './app-tokens.ts';
import type { KnownApps } from './authenticate.ts';
import type { Caller } from './caller.ts';

/** Whether an app that was admitted earlier would still be: not revoked, not expired, the token that it sent still valid. */
export async function isStillUsable(
  { apps, clock }: Pick<KnownApps, 'apps' | 'clock'>,
  { appId, tokenId }: Caller,
): Promise<boolean> {
  const app = await apps.get(appId);
  const nowMs = clock.now();
  return app !== undefined && isTokenOf(app, tokenId, nowMs) && isAppUsable(app, nowMs);
}
