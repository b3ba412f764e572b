import { type TokenAuthority, type TokenClaims, unauthorized } from '@parlance/core/accounts';
import { SpeechError } from '@parlance/core/errors';
import type { Clock } from '@parlance/core/platform';
import {
  createLocalJWKSet,
  decodeProtectedHeader,
  importJWK,
  type JWK,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose';
import type { KeyRing } from './key-ring.ts';
import type { KeySource } from './key-source.ts';

const ISSUER = 'parlance';
const AUDIENCE = 'parlance';
/** An explicit type, so that other JWTs signed with the same key are not accepted as app tokens (RFC 8725, 3.11). */
const TYPE = 'app+jwt';
const ALGORITHM = 'EdDSA';
const CLOCK_TOLERANCE_SECONDS = 5;
const MS_PER_SECOND = 1000;
/** An unknown key id causes a lookup of the keys, but no more often than this: anybody can invent one. */
const REFRESH_MS = 5000;
/** Claims of a token that is verified in place of one whose signature can't be checked, so that both take the same time. */
const NOBODY: TokenClaims = { appId: 'nobody', tokenId: 'nobody', expiresAt: null };
/** `scope` of client tokens. Their `jti` is their own id, `parent` that of the app token, and `max_uses` how often they may be used. */
const LIVE_SCOPE = 'live';

/** App tokens as JWTs signed with Ed25519. Permanent tokens have no `exp`; the app's record decides whether they are still valid. */
export function createJoseTokenAuthority(keys: KeySource, clock: Pick<Clock, 'monotonicMs'>): TokenAuthority {
  const verifierOf = memoizeLast((ring: KeyRing) =>
    createLocalJWKSet({ keys: ring.tokenKeys.map(publicPart) }),
  );
  const dummyOf = memoizeLast((ring: KeyRing) => sign(ring, NOBODY));
  let refreshedMs = Number.NEGATIVE_INFINITY;
  const ringFor = async (token: string): Promise<KeyRing> => {
    const ring = keys.current();
    const id = keyIdOf(token);
    if (id === undefined || ring.tokenKeys.some(({ kid }) => kid === id)) return ring;
    if (clock.monotonicMs() - refreshedMs < REFRESH_MS) return ring;
    refreshedMs = clock.monotonicMs();
    return keys.refresh();
  };
  const verified = async (ring: KeyRing, token: string): Promise<JWTPayload | undefined> =>
    jwtVerify(token, verifierOf(ring), {
      algorithms: [ALGORITHM],
      typ: TYPE,
      issuer: ISSUER,
      audience: AUDIENCE,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: ['sub', 'jti', 'iat'],
    }).then(
      ({ payload }) => payload,
      () => undefined,
    );
  return {
    issue: async (request) => sign(await keys.refresh(), request),
    async verify(token) {
      const ring = await ringFor(token);
      const isSigned = isSignedByOneOf(ring, token);
      const payload = await verified(ring, isSigned ? token : await dummyOf(ring));
      return claimsOf(isSigned ? payload : undefined);
    },
  };
}

async function sign(ring: KeyRing, { appId, tokenId, expiresAt, client }: TokenClaims): Promise<string> {
  const [key] = ring.tokenKeys;
  if (key === undefined) throw new SpeechError('INVALID_CONFIG', 'The key ring holds no token key.');
  const own = client === undefined ? {} : { scope: LIVE_SCOPE, parent: tokenId, max_uses: client.maxUses };
  const token = new SignJWT(own)
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, ...(key.kid ? { kid: key.kid } : {}) })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(appId)
    .setJti(client?.clientTokenId ?? tokenId)
    .setIssuedAt();
  // Rounded up, since `exp` counts whole seconds: the token outlives its day by less than a second.
  if (expiresAt !== null) token.setExpirationTime(Math.ceil(Date.parse(expiresAt) / MS_PER_SECOND));
  return token.sign(await importJWK(key, ALGORITHM));
}

/** Whether verification gets as far as the signature. A token that is refused earlier would show that by its response time. */
function isSignedByOneOf(ring: KeyRing, token: string): boolean {
  try {
    const { alg, kid } = decodeProtectedHeader(token);
    return alg === ALGORITHM && ring.tokenKeys.some((key) => key.kid === kid);
  } catch {
    return false;
  }
}

function keyIdOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
}

function claimsOf(payload: JWTPayload | undefined): TokenClaims {
  if (payload?.sub === undefined || payload.jti === undefined) throw unauthorized();
  const { sub: appId, jti, exp, scope, parent, max_uses: maxUses } = payload;
  const expiresAt = exp === undefined ? null : new Date(exp * MS_PER_SECOND).toISOString();
  if (scope === undefined) return { appId, tokenId: jti, expiresAt };
  if (scope !== LIVE_SCOPE || typeof parent !== 'string') throw unauthorized();
  const client = { clientTokenId: jti, ...(typeof maxUses === 'number' && { maxUses }) };
  return { appId, tokenId: parent, expiresAt, client };
}

function publicPart({ d: _private, ...rest }: JWK): JWK {
  return rest;
}

/** Keeps the last result: rings change once in months. */
function memoizeLast<Of, Result>(make: (of: Of) => Result): (of: Of) => Result {
  let last: { readonly of: Of; readonly result: Result } | undefined;
  return (of) => {
    if (last === undefined || last.of !== of) last = { of, result: make(of) };
    return last.result;
  };
}
