import { type App, isAppUsable } from '../../domain/apps/app.ts';
import type { AppStore } from '../../ports/app-store.ts';
import type { Clock } from '../../ports/clock.ts';

/** Whether an app that was let in a while ago would still be: not revoked, not expired, its token still the one that counts. */
export async function isStillUsable(
  { apps, clock }: { readonly apps: AppStore; readonly clock: Clock },
  { appId, tokenId }: App,
): Promise<boolean> {
  const app = await apps.get(appId);
  return app !== undefined && app.tokenId === tokenId && isAppUsable(app, clock.now());
}
