import { manualClock } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { SpeechError } from '../../errors/speech-error.ts';
import type { App } from '../app.ts';
import { createAdmitCaller } from './admit-caller.ts';
import { unauthorized } from './authenticate.ts';
import type { LimitedToken } from './client-token-table.ts';
import type { TokenClaims } from './token-authority.ts';

const APP: App = {
  ...{ appId: 'app1', name: 'app1', createdAt: '2026-01-01T00:00:00.000Z', tokenId: 'token1' },
  ...{ expiresAt: null, revokedAt: null, lastUsedAt: null, requestsPerMinute: null },
  ...{ webhookSecret: 'whsec_new', retiredTokens: [], retiredWebhookSecrets: [] },
  ...{ ttsConcurrency: 5, sttConcurrency: 5 },
};
const CREDENTIALS = { token: 'token', appId: 'app1' };

interface GateOptions {
  /** What the token says in addition to its app. */
  readonly claims?: Partial<TokenClaims>;
  readonly usesLeft?: number;
  readonly isTooFast?: boolean;
  readonly touch?: () => Promise<void>;
}

/** A gate that notes what it counts and writes. */
function openGate({
  claims,
  usesLeft = 0,
  isTooFast = false,
  touch = async () => undefined,
}: GateOptions = {}) {
  const clock = manualClock();
  const touched: string[] = [];
  const uses: LimitedToken[] = [];
  const errors: unknown[] = [];
  let left = usesLeft;
  const admit = createAdmitCaller(
    {
      clock,
      apps: {
        get: async (appId) => (appId === APP.appId ? APP : undefined),
        touch: async (appId, at) => {
          touched.push(`${appId} ${at}`);
          await touch();
        },
      },
      tokens: {
        async verify(token) {
          if (token !== 'token') throw unauthorized();
          return { appId: APP.appId, tokenId: APP.tokenId, expiresAt: null, ...claims };
        },
      },
    },
    {
      rate: {
        async take() {
          if (isTooFast) throw new SpeechError('REQUEST_RATE_EXCEEDED', 'Too many calls.');
        },
      },
      clientTokens: {
        async use(one) {
          uses.push(one);
          left -= 1;
          return left >= 0;
        },
      },
      onError: (error) => void errors.push(error),
    },
  );
  return { admit, clock, touched, uses, errors };
}

describe('a caller', () => {
  it('is admitted by credentials or by a token alone, and nobody else is', async () => {
    const { admit } = openGate();
    expect(await admit.byCredentials(CREDENTIALS)).toMatchObject({ appId: 'app1' });
    expect(await admit.byToken('token')).toMatchObject({ appId: 'app1' });
    for (const refused of [admit.byToken('other'), admit.byCredentials({ ...CREDENTIALS, token: 'other' })])
      await expect(refused).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('that calls too often is refused, uses nothing up and does not count as active', async () => {
    const claims = { expiresAt: '2030-01-01T00:00:00.000Z', client: { clientTokenId: 'c', maxUses: 1 } };
    const { admit, touched, uses } = openGate({ isTooFast: true, claims });
    await expect(admit.byToken('token', 'live')).rejects.toMatchObject({ code: 'REQUEST_RATE_EXCEEDED' });
    expect([touched, uses]).toEqual([[], []]);
  });

  it('is written down as active once a minute at most', async () => {
    const { admit, clock, touched } = openGate();
    await admit.byToken('token');
    const first = new Date(clock.now()).toISOString();
    clock.advance(59_999);
    await admit.byToken('token');
    expect(touched).toEqual([`app1 ${first}`]);
    clock.advance(1);
    await admit.byToken('token');
    expect(touched).toHaveLength(2);
  });

  it('is admitted although that cannot be written, which is told and tried again', async () => {
    const failure = new SpeechError('STORAGE_FAILED', 'The database does not answer.');
    const { admit, touched, errors } = openGate({ touch: () => Promise.reject(failure) });
    await admit.byToken('token');
    await new Promise(setImmediate);
    expect(errors).toEqual([failure]);
    await admit.byToken('token');
    expect(touched).toHaveLength(2);
  });

  it('with a client token uses it up', async () => {
    const expiresAt = '2030-01-01T00:00:00.000Z';
    const client = { clientTokenId: 'client1', maxUses: 2 };
    const { admit, uses } = openGate({ claims: { expiresAt, client }, usesLeft: 2 });
    await admit.byToken('token', 'live');
    await admit.byToken('token', 'live');
    await expect(admit.byToken('token', 'live')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(uses[0]).toEqual({ ...client, expiresAt });
  });

  it.each([
    ['a token of the app', {}],
    [
      'a client token without a limit',
      { expiresAt: '2030-01-01T00:00:00.000Z', client: { clientTokenId: 'client1' } },
    ],
  ])('with %s causes no query for its uses', async (_what, claims) => {
    const { admit, uses } = openGate({ claims });
    await admit.byToken('token', 'live');
    expect(uses).toEqual([]);
  });
});
