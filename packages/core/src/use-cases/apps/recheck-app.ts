import { isAppUsable } from '../../domain/apps/app.ts';
import { isTokenOf } from '../../domain/apps/app-tokens.ts';
import type { Caller } from '../../domain/apps/caller.ts';
import type { AppStore } from '../../ports/app-store.ts';
import type { Clock } from '../../ports/clock.ts';

/** Whether an app that was let in a while ago would still be: not revoked, not expired, the token that it came with still good. */
export async function isStillUsable(
  { apps, clock }: { readonly apps: AppStore; readonly clock: Clock },
  { appId, tokenId }: Caller,
): Promise<boolean> {
  const app = await apps.get(appId);
  const nowMs = clock.now();
  return app !== undefined && isTokenOf(app, tokenId, nowMs) && isAppUsable(app, nowMs);
}
