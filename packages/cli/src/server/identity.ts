import { randomBytes } from 'node:crypto';
import { createKeyRing, type KeyRing } from '@parlance/runtime';
import type { DataFolder, DurableStorage } from '@parlance/storage';

const KEYS_NAME = 'key-ring';
const ADMIN_TOKEN_FILE = 'admin-token.json';
const ADMIN_TOKEN_BYTES = 32;

/** The keys that every server on the database signs and verifies by, made at the first start: tokens must stay good over a restart. */
export function openKeyRing(storage: DurableStorage): Promise<KeyRing> {
  return storage.shareSecret(KEYS_NAME, createKeyRing);
}

/** @returns the token of the admin API, made at the first start and kept */
export async function openAdminToken(folder: DataFolder): Promise<string> {
  const known = (await folder.readJson(ADMIN_TOKEN_FILE)) as { token: string } | undefined;
  if (known !== undefined) return known.token;
  const token = randomBytes(ADMIN_TOKEN_BYTES).toString('base64url');
  await folder.writeJson(ADMIN_TOKEN_FILE, { token });
  return token;
}
