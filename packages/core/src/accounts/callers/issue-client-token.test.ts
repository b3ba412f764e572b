import { manualClock } from '@parlance/testkit';
import { expect, it } from 'vitest';
import { issueClientToken, newClientClaims } from './issue-client-token.ts';

const clock = manualClock();
const inMinutes = (minutes: number): string => new Date(clock.now() + minutes * 60_000).toISOString();

it.each([
  ['its life', null, null, 10],
  ['its life, if that is sooner', 60, 30, 10],
  ['the expiry of its app', 5, null, 5],
  ['the expiry of the token that it is made from', 7, 5, 5],
])('a client token is valid until %s', async (_until, appMinutes, tokenMinutes, expected) => {
  const time = (minutes: number | null): string | null => (minutes === null ? null : inMinutes(minutes));
  const claims = newClientClaims(
    { clock, random: { id: () => 'client1', secret: () => '' } },
    {
      ...{ appId: 'app1', name: 'app1', createdAt: inMinutes(-1), tokenId: 'token1', lastUsedAt: null },
      ...{ revokedAt: null, requestsPerMinute: null, ttsConcurrency: 5, sttConcurrency: 5 },
      ...{ webhookSecret: 'whsec_new', retiredTokens: [], retiredWebhookSecrets: [] },
      expiresAt: time(appMinutes),
      tokenExpiresAt: time(tokenMinutes),
    },
    { lifeMs: 10 * 60_000, maxUses: 3 },
  );
  expect(claims).toEqual({
    appId: 'app1',
    tokenId: 'token1',
    expiresAt: inMinutes(expected),
    client: { clientTokenId: 'client1', maxUses: 3 },
  });
  const issued = await issueClientToken({ issue: async ({ tokenId }) => `signed ${tokenId}` }, claims);
  expect(issued).toEqual({ appId: 'app1', token: 'signed token1', expiresAt: inMinutes(expected) });
});
