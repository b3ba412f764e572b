import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { PasswordHasher } from '@parlance/core/platform';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** 32 MiB and about a fifth of a second per guess: OWASP recommends N = 2^15 with p = 3. */
const COST = { N: 32_768, r: 8, p: 3 } as const;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
/** Node refuses to use more memory than this: N × r × 128, and some margin. */
const MAX_MEMORY_BYTES = 67_108_864;
const FORMAT = 'scrypt';
const KEPT = new RegExp(`^${FORMAT}:(\\d+):(\\d+):(\\d+):([\\w-]+):([\\w-]+)$`);

/** Passwords as `scrypt:N:r:p:salt:key`, salt and key in base64url. */
export const scryptPasswords: PasswordHasher = {
  async hash(password) {
    const salt = randomBytes(SALT_BYTES);
    const { N, r, p } = COST;
    const key = await keyOf(password, salt, COST);
    return [FORMAT, N, r, p, salt.toString('base64url'), key.toString('base64url')].join(':');
  },
  async verify(password, hash) {
    // Without a hash, hash something all the same: the response time must not reveal that there is none.
    const [, N, r, p, salt = '', key = ''] = KEPT.exec(hash ?? '') ?? [];
    const isKnown = key !== '';
    const cost = isKnown ? { N: Number(N), r: Number(r), p: Number(p) } : COST;
    const given = await keyOf(password, Buffer.from(salt, 'base64url'), cost);
    const wanted = Buffer.from(key, 'base64url');
    return isKnown && wanted.length === given.length && timingSafeEqual(given, wanted);
  },
};

/** Both Unicode forms of a text are the same password. */
function keyOf(password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> {
  return derive(password.normalize('NFC'), salt, KEY_BYTES, { ...cost, maxmem: MAX_MEMORY_BYTES });
}
