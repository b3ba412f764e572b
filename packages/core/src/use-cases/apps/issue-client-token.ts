import type { Caller } from '../../domain/apps/caller.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RandomSource } from '../../ports/random-source.ts';
import type { TokenAuthority } from '../../ports/token-authority.ts';

export interface IssueClientTokenPorts {
  readonly tokens: Pick<TokenAuthority, 'issue'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<RandomSource, 'id'>;
}

/** A token of an app for a short while. */
export interface ShortToken {
  readonly appId: string;
  readonly token: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** Issues a token for live speech, which ends after `lifeMs`, or with the app or the token that it is made from if that is sooner. */
export async function issueClientToken(
  { tokens, clock, random }: IssueClientTokenPorts,
  { appId, tokenId, expiresAt: appExpiresAt, tokenExpiresAt = null }: Caller,
  { lifeMs }: { readonly lifeMs: number },
): Promise<ShortToken> {
  const endsMs = [appExpiresAt, tokenExpiresAt].flatMap((time) => (time === null ? [] : [Date.parse(time)]));
  const expiresAt = new Date(Math.min(clock.now() + lifeMs, ...endsMs)).toISOString();
  const client = { clientTokenId: random.id() };
  return { appId, token: await tokens.issue({ appId, tokenId, expiresAt, client }), expiresAt };
}
