import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';

/** The secrets of one service: the keys that sign tokens, and the key that seals cursors and links. */
export interface KeyRing {
  /** Ed25519 private keys as JWK, each with its `kid`. The first signs; all verify, so that keys can be rotated. */
  readonly tokenKeys: readonly JWK[];
  /** Base64 of 32 random bytes. */
  readonly sealingKey: string;
}

const SEALING_KEY_BYTES = 32;
const KEY_ID_BYTES = 6;

export async function createKeyRing(): Promise<KeyRing> {
  return {
    tokenKeys: [await createTokenKey()],
    sealingKey: randomBytes(SEALING_KEY_BYTES).toString('base64'),
  };
}

/** A new Ed25519 private key with its own `kid`. */
export async function createTokenKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  return {
    ...(await exportJWK(privateKey)),
    alg: 'EdDSA',
    kid: randomBytes(KEY_ID_BYTES).toString('base64url'),
  };
}
