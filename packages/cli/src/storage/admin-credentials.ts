import { randomBytes, randomInt } from 'node:crypto';
import type { DataFolder } from '@parlance/storage-sql';

const ADMIN_TOKEN_FILE = 'admin-token.json';
const ADMIN_TOKEN_BYTES = 32;

/** Lower-case letters and digits that cannot be confused with each other. */
const PASSWORD_LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const PASSWORD_GROUPS = 4;
const GROUP_CHARS = 5;

/** @returns the token of the admin API, generated at the first start and stored */
export async function openAdminToken(folder: DataFolder): Promise<string> {
  const known = (await folder.readJson(ADMIN_TOKEN_FILE)) as { token: string } | undefined;
  if (known !== undefined) return known.token;
  const token = randomBytes(ADMIN_TOKEN_BYTES).toString('base64url');
  await folder.writeJson(ADMIN_TOKEN_FILE, { token });
  return token;
}

/** @returns a password with 100 bits of entropy that is easy to read aloud and type */
export function newAdminPassword(): string {
  const letter = (): string => PASSWORD_LETTERS[randomInt(PASSWORD_LETTERS.length)] ?? '';
  const group = (): string => Array.from({ length: GROUP_CHARS }, letter).join('');
  return Array.from({ length: PASSWORD_GROUPS }, group).join('-');
}
