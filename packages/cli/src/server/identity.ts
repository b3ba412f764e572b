import { randomBytes } from 'node:crypto';
import { createKeyRing, type KeyRing } from '@parlance/runtime';
import type { DataFolder } from '@parlance/storage';

const KEYS_FILE = 'keys.json';
const ADMIN_TOKEN_FILE = 'admin-token.json';
const ADMIN_TOKEN_BYTES = 32;

/** The keys of this server, made at its first start and kept: tokens must stay good over a restart. */
export async function openKeyRing(folder: DataFolder): Promise<KeyRing> {
  // The folder is ours alone and written by this very code, so its content is trusted.
  const known = (await folder.readJson(KEYS_FILE)) as KeyRing | undefined;
  if (known !== undefined) return known;
  const keys = await createKeyRing();
  await folder.writeJson(KEYS_FILE, keys);
  return keys;
}

/** @returns the token of the admin API, made at the first start and kept */
export async function openAdminToken(folder: DataFolder): Promise<string> {
  const known = (await folder.readJson(ADMIN_TOKEN_FILE)) as { token: string } | undefined;
  if (known !== undefined) return known.token;
  const token = randomBytes(ADMIN_TOKEN_BYTES).toString('base64url');
  await folder.writeJson(ADMIN_TOKEN_FILE, { token });
  return token;
}
