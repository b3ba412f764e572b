import { expect } from 'vitest';

const LIFE_MS = 1000;
const TIMEOUT_MS = 60_000;

/** For an app that expires while a test runs: it can't be created with a moment that is over. */
export function shortLife() {
  const endMs = Date.now() + LIFE_MS;
  return {
    expiresAt: new Date(endMs).toISOString(),
    /** Resolves once the app has expired. */
    isOver: () => expect.poll(() => Date.now(), { timeout: TIMEOUT_MS }).toBeGreaterThan(endMs),
  };
}

/** @returns the token of an app that has expired */
export async function expiredToken(service: {
  createApp(app: { name: string; expiresAt: string }): Promise<{ readonly token: string }>;
}): Promise<string> {
  const { expiresAt, isOver } = shortLife();
  const { token } = await service.createApp({ name: 'expired', expiresAt });
  await isOver();
  return token;
}
