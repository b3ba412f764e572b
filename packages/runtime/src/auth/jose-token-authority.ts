import { SpeechError, type TokenAuthority, type TokenClaims, unauthorized } from '@parlance/core';
import { createLocalJWKSet, importJWK, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { KeyRing } from './key-ring.ts';

const ISSUER = 'parlance';
const AUDIENCE = 'parlance';
/** A type of their own keeps other JWTs signed by the same key from passing for app tokens (RFC 8725, 3.11). */
const TYPE = 'app+jwt';
const ALGORITHM = 'EdDSA';
const CLOCK_TOLERANCE_SECONDS = 5;
const MS_PER_SECOND = 1000;

/** App tokens as JWTs signed with Ed25519. Permanent tokens have no `exp`; whether that holds is the app record's word. */
export function createJoseTokenAuthority(keys: KeyRing): TokenAuthority {
  const [signingKey] = keys.tokenKeys;
  if (signingKey === undefined) throw new SpeechError('INVALID_CONFIG', 'The key ring holds no token key.');
  const verifiers = createLocalJWKSet({ keys: keys.tokenKeys.map(publicPart) });
  return {
    async issue({ appId, tokenId, expiresAt }) {
      const token = new SignJWT()
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, ...(signingKey.kid ? { kid: signingKey.kid } : {}) })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(appId)
        .setJti(tokenId)
        .setIssuedAt();
      // The token outlives the last millisecond of its day by less than a second: `exp` counts whole seconds.
      if (expiresAt !== null) token.setExpirationTime(Math.ceil(Date.parse(expiresAt) / MS_PER_SECOND));
      return token.sign(await importJWK(signingKey, ALGORITHM));
    },
    async verify(token) {
      const payload = await jwtVerify(token, verifiers, {
        algorithms: [ALGORITHM],
        typ: TYPE,
        issuer: ISSUER,
        audience: AUDIENCE,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        requiredClaims: ['sub', 'jti', 'iat'],
      }).then(
        (result) => result.payload,
        () => undefined,
      );
      return claimsOf(payload);
    },
  };
}

function claimsOf(payload: JWTPayload | undefined): TokenClaims {
  if (payload?.sub === undefined || payload.jti === undefined) throw unauthorized();
  return { appId: payload.sub, tokenId: payload.jti };
}

function publicPart({ d: _private, ...rest }: JWK): JWK {
  return rest;
}
