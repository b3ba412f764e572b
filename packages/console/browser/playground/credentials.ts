import type { Credentials } from '../speech/service-call.ts';
import { textsOfTab } from '../state/text-store.ts';

const KEY = 'parlance-app';

/** Credentials are kept only in this tab, until it is closed. */
export function loadCredentials(): Credentials | undefined {
  const kept = textsOfTab.get(KEY);
  return kept === undefined ? undefined : (JSON.parse(kept) as Credentials);
}

export function saveCredentials(credentials: Credentials): void {
  textsOfTab.set(KEY, JSON.stringify(credentials));
}

export function forgetCredentials(): void {
  textsOfTab.set(KEY, undefined);
}
