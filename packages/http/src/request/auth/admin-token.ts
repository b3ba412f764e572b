import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares admin tokens by their digests, so that the time reveals neither content nor length. */
export function createAdminTokenCheck(adminToken: string): (given: string) => boolean {
  const expected = digest(adminToken);
  return (given) => timingSafeEqual(digest(given), expected);
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
