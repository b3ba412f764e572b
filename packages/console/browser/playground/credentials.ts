import type { Credentials } from '../speech/service-call.ts';

const KEY = 'parlance-app';

/** Credentials are kept only in this tab, until it is closed. */
export function loadCredentials(): Credentials | undefined {
  const kept = sessionStorage.getItem(KEY);
  return kept === null ? undefined : (JSON.parse(kept) as Credentials);
}

export function saveCredentials(credentials: Credentials): void {
  sessionStorage.setItem(KEY, JSON.stringify(credentials));
}

export function forgetCredentials(): void {
  sessionStorage.removeItem(KEY);
}
