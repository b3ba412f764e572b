import { expect, it } from 'vitest';
import { isStillUsable } from '../src/accounts/callers/recheck-app.ts';
import {
  type App,
  authenticate,
  authenticateToken,
  type TokenClaims,
  unauthorized,
} from '../src/accounts/index.ts';
import { SpeechError } from '../src/errors/index.ts';
import { openBench } from './support/bench.ts';

/** Apps and tokens whose every use is noted. */
async function openGate() {
  const bench = await openBench();
  const { apps } = bench.records;
  await apps.insert({ ...bench.app, appId: 'app2', tokenId: 'token-app2' });
  await apps.insert({
    ...bench.app,
    appId: 'gone',
    tokenId: 'token-gone',
    revokedAt: '2026-01-01T00:00:00.000Z',
  });
  await apps.insert({
    ...bench.app,
    appId: 'late',
    tokenId: 'token-late',
    expiresAt: '2020-01-01T00:00:00.000Z',
  });
  const work: string[] = [];
  const ports = {
    clock: bench.clock,
    apps: {
      ...apps,
      get: (appId: string): Promise<App | undefined> => {
        work.push('lookup');
        return apps.get(appId);
      },
    },
    tokens: {
      issue: () => Promise.reject(new SpeechError('INTERNAL', 'not asked')),
      verify: async (token: string): Promise<TokenClaims> => {
        work.push('verify');
        const [appId, tokenId, clientTokenId] = token.split(':');
        if (appId === undefined || tokenId === undefined) throw unauthorized();
        return { appId, tokenId, expiresAt: null, ...(clientTokenId && { client: { clientTokenId } }) };
      },
    },
  };
  return { ports, work, [Symbol.asyncDispose]: () => bench[Symbol.asyncDispose]() };
}

it('admits the app of a valid token', async () => {
  await using gate = await openGate();
  expect(await authenticate(gate.ports, { token: 'app1:token-app1', appId: 'app1' })).toMatchObject({
    appId: 'app1',
  });
  expect(await authenticateToken(gate.ports, 'app2:token-app2')).toMatchObject({ appId: 'app2' });
  const implied = { token: 'app2:token-app2', appId: undefined, isAppImplied: true };
  expect(await authenticate(gate.ports, implied)).toMatchObject({ appId: 'app2' });
});

it('admits a client token for live speech only', async () => {
  await using gate = await openGate();
  const credentials = { token: 'app1:token-app1:client', appId: 'app1' };
  await expect(authenticate(gate.ports, credentials)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(authenticateToken(gate.ports, credentials.token)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const caller = await authenticate(gate.ports, { ...credentials, access: 'live' });
  expect(caller).toMatchObject({
    appId: 'app1',
    tokenId: 'token-app1',
    clientToken: { clientTokenId: expect.any(String) },
  });
  expect(await authenticateToken(gate.ports, credentials.token, 'live')).toEqual(caller);
});

it('admits a replaced token until its time, and checks it again while a session runs', async () => {
  await using gate = await openGate();
  const { apps, clock } = gate.ports;
  const until = new Date(clock.now() + 60_000).toISOString();
  await apps.update('app1', { tokenId: 'token-new', retiredTokens: [{ tokenId: 'token-app1', until }] });
  const enter = (token: string) => authenticate(gate.ports, { token, appId: 'app1', access: 'live' });
  const old = await enter('app1:token-app1');
  const client = await enter('app1:token-app1:client');
  const fresh = await enter('app1:token-new');
  expect([old.tokenId, client.tokenId, fresh.tokenId]).toEqual(['token-app1', 'token-app1', 'token-new']);
  // One that was replaced before is no better for it.
  await expect(enter('app1:token-older')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  for (const caller of [old, client, fresh]) expect(await isStillUsable(gate.ports, caller)).toBe(true);
  expect(await isStillUsable(gate.ports, { ...fresh, appId: 'nobody' })).toBe(false);
  await apps.update('app1', { retiredTokens: [] });
  for (const caller of [old, client]) expect(await isStillUsable(gate.ports, caller)).toBe(false);
  expect(await isStillUsable(gate.ports, fresh)).toBe(true);
  await expect(enter('app1:token-app1:client')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

it.each([
  ['an unknown app', 'nobody:token', 'nobody'],
  ['a wrong token', 'garbage', 'app1'],
  ['a wrong token of an unknown app', 'garbage', 'nobody'],
  ['a foreign token', 'app2:token-app2', 'app1'],
  ['a token that was replaced', 'app1:token-old', 'app1'],
  ['a client token of one that was replaced', 'app1:token-old:client', 'app1'],
  ['a revoked app', 'gone:token-gone', 'gone'],
  ['an expired app', 'late:token-late', 'late'],
])('refuses %s with the same text, after the same work', async (_what, token, appId) => {
  await using gate = await openGate();
  const refusal = unauthorized();
  await expect(authenticate(gate.ports, { token, appId })).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
    message: refusal.message,
    details: refusal.details,
  });
  expect(gate.work).toEqual(['verify', 'lookup']);
});

it.each([
  ['database', new SpeechError('STORAGE_FAILED', 'away')],
  ['secret', new SpeechError('STORAGE_FAILED', 'away')],
  ['secret', new TypeError('No such key.')],
])('distinguishes an unavailable %s from a wrong token', async (what, away) => {
  await using gate = await openGate();
  const fail = () => Promise.reject(away);
  const ports = {
    ...gate.ports,
    ...(what === 'database'
      ? { apps: { ...gate.ports.apps, get: fail } }
      : { tokens: { ...gate.ports.tokens, verify: fail } }),
  };
  await expect(authenticate(ports, { token: 'app1:token-app1', appId: 'app1' })).rejects.toBe(away);
});

it.each([
  [undefined, 'app1'],
  ['', 'app1'],
  ['app1:token-app1', undefined],
  ['app1:token-app1', ''],
])('refuses the token %j with the app %j without any work', async (token, appId) => {
  await using gate = await openGate();
  const refused = { code: 'UNAUTHORIZED' };
  await expect(authenticate(gate.ports, { token, appId })).rejects.toMatchObject(refused);
  if (!token) await expect(authenticateToken(gate.ports, token)).rejects.toMatchObject(refused);
  expect(gate.work).toEqual([]);
});
