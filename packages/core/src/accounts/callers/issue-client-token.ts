import type { Clock } from '../../platform/clock.ts';
import type { RandomSource } from '../../platform/random-source.ts';
import type { Caller, ClientToken } from './caller.ts';
import type { TokenAuthority, TokenClaims } from './token-authority.ts';

/** A token of an app that is valid for a short time. */
export interface ShortToken {
  readonly appId: string;
  readonly token: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** What a client token will contain. It always expires. */
export interface ClientClaims extends TokenClaims {
  readonly expiresAt: string;
  readonly client: ClientToken;
}

/** Valid for `lifeMs`, or until the app or the token that it is made from expires if that is sooner. */
export function newClientClaims(
  { clock, random }: { readonly clock: Clock; readonly random: RandomSource },
  { appId, tokenId, expiresAt: appExpiresAt, tokenExpiresAt = null }: Caller,
  { lifeMs, maxUses }: { readonly lifeMs: number; readonly maxUses?: number | undefined },
): ClientClaims {
  const endsMs = [appExpiresAt, tokenExpiresAt].flatMap((time) => (time === null ? [] : [Date.parse(time)]));
  const expiresAt = new Date(Math.min(clock.now() + lifeMs, ...endsMs)).toISOString();
  return { appId, tokenId, expiresAt, client: { clientTokenId: random.id(), maxUses } };
}

export async function issueClientToken(
  tokens: Pick<TokenAuthority, 'issue'>,
  claims: ClientClaims,
): Promise<ShortToken> {
  const { appId, expiresAt } = claims;
  return { appId, token: await tokens.issue(claims), expiresAt };
}
