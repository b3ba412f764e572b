import type { Clock } from '../platform/clock.ts';
import { isAppUsable } from './app.ts';
import type { AppStore } from './app-store.ts';
import { isTokenOf } from './app-tokens.ts';
import type { Caller } from './caller.ts';

/** Whether an app that was let in a while ago would still be: not revoked, not expired, the token that it came with still good. */
export async function isStillUsable(
  { apps, clock }: { readonly apps: AppStore; readonly clock: Clock },
  { appId, tokenId }: Caller,
): Promise<boolean> {
  const app = await apps.get(appId);
  const nowMs = clock.now();
  return app !== undefined && isTokenOf(app, tokenId, nowMs) && isAppUsable(app, nowMs);
}
