import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Sealer } from '@parlance/core/platform';

/**
 * Seals texts with HMAC-SHA256: `base64url(text).base64url(mac)`, the MAC over purpose and text. Anybody can read the text, and
 * nobody can change it.
 *
 * @param key base64 of at least 32 bytes
 */
export function createHmacSealer(key: string): Sealer {
  const secret = Buffer.from(key, 'base64');
  const macOf = (purpose: string, text: string): Buffer =>
    createHmac('sha256', secret)
      .update(JSON.stringify([purpose, text]))
      .digest();
  const isMacOf = (purpose: string, text: string, mac: string): boolean => {
    const given = Buffer.from(mac, 'base64url');
    const wanted = macOf(purpose, text);
    // Decoding ignores characters outside base64url: accept only the spelling that was issued.
    if (given.length !== wanted.length || given.toString('base64url') !== mac) return false;
    return timingSafeEqual(given, wanted);
  };
  return {
    seal: (purpose, text) =>
      `${Buffer.from(text).toString('base64url')}.${macOf(purpose, text).toString('base64url')}`,
    open(purpose, sealed) {
      const [content = '', mac = '', ...more] = sealed.split('.');
      const text = Buffer.from(content, 'base64url').toString();
      const isCanonical = more.length === 0 && Buffer.from(text).toString('base64url') === content;
      return isCanonical && isMacOf(purpose, text, mac) ? text : undefined;
    },
    sign: (purpose, text) => macOf(purpose, text).toString('base64url'),
    verify: isMacOf,
  };
}
