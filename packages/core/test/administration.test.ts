import { describe, expect, it } from 'vitest';
import {
  claimAdminPassword,
  createAdminSessions,
  createSignIn,
  getRequest,
  issueTryToken,
  listActions,
  type PasswordHasher,
  recordAction,
  setAdminPassword,
} from '../src/index.ts';
import { openBench } from './support/bench.ts';
import { synthesisRecord } from './support/records.ts';

const HOUR_MS = 3_600_000;

async function openDesk() {
  const bench = await openBench();
  const verified: (string | undefined)[] = [];
  const passwords: PasswordHasher = {
    hash: async (password) => `hash of ${password}`,
    verify: async (password, hash) => {
      verified.push(hash);
      return hash === `hash of ${password}`;
    },
  };
  // Ids as long as real ones: a session's token is made of two.
  let next = 0;
  const random = { id: () => `0123456789abcdef${++next}` };
  const ports = { ...bench.ports, passwords, random };
  const sessions = createAdminSessions(ports);
  const signIn = createSignIn({ ...ports, sessions });
  const attempt = (password: string, address = '10.0.0.1', isAdminToken = false) =>
    signIn({ password, address, isAdminToken });
  return { ...bench, ports, sessions, attempt, verified };
}

describe('signing in', () => {
  it('opens a session for the password and for the admin token', async () => {
    await using desk = await openDesk();
    await setAdminPassword(desk.ports, 'the password');
    const { token, expiresAt } = await desk.attempt('the password');
    expect(Date.parse(expiresAt)).toBe(desk.clock.now() + 12 * HOUR_MS);
    expect(await desk.sessions.find(token)).toMatchObject({ expiresAt });
    await expect(desk.attempt('the token', '10.0.0.2', true)).resolves.toBeTruthy();
    await expect(desk.attempt('another', '10.0.0.2')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('does the same work with the token, a wrong password, and where none is set', async () => {
    await using desk = await openDesk();
    await expect(desk.attempt('anything')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await desk.attempt('the token', '10.0.0.1', true);
    await setAdminPassword(desk.ports, 'the password');
    await expect(desk.attempt('wrong')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(desk.verified).toEqual([undefined, undefined, 'hash of the password']);
  });

  it('lets an address guess five times a minute, and all together thirty times', async () => {
    await using desk = await openDesk();
    await setAdminPassword(desk.ports, 'the password');
    const guess = async (address: string): Promise<string> =>
      desk.attempt('wrong', address).then(
        () => 'in',
        ({ code }) => code,
      );
    for (let index = 0; index < 5; index++) expect(await guess('10.0.0.1')).toBe('UNAUTHORIZED');
    expect(await guess('10.0.0.1')).toBe('REQUEST_RATE_EXCEEDED');
    await expect(desk.attempt('the password', '10.0.0.1')).rejects.toMatchObject({
      code: 'REQUEST_RATE_EXCEEDED',
      details: { retryAfterSeconds: 12 },
    });
    for (let index = 0; index < 25; index++) expect(await guess(`10.0.1.${index}`)).toBe('UNAUTHORIZED');
    expect(await guess('10.0.2.1')).toBe('REQUEST_RATE_EXCEEDED');
    desk.clock.advance(12_000);
    expect(await guess('10.0.1.0')).toBe('UNAUTHORIZED');
  });

  it('counts no attempt that succeeds', async () => {
    await using desk = await openDesk();
    await setAdminPassword(desk.ports, 'the password');
    for (let index = 0; index < 40; index++) await desk.attempt('the password');
  });
});

describe('a session', () => {
  it('lasts for twelve hours after its last use, and is kept as no more than a hash', async () => {
    await using desk = await openDesk();
    const { token } = await desk.sessions.open();
    for (let hours = 0; hours < 30; hours += 10) {
      desk.clock.advance(10 * HOUR_MS);
      expect(await desk.sessions.find(token)).toBeDefined();
    }
    expect(await desk.records.adminSessions.get(token)).toBeUndefined();
    desk.clock.advance(12 * HOUR_MS);
    expect(await desk.sessions.find(token)).toBeUndefined();
  });

  it('ends when it is closed, and every one when the password is set', async () => {
    await using desk = await openDesk();
    const [one, other] = [await desk.sessions.open(), await desk.sessions.open()];
    await desk.sessions.close(one.token);
    expect(await desk.sessions.find(one.token)).toBeUndefined();
    expect(await desk.sessions.find(other.token)).toBeDefined();
    await setAdminPassword(desk.ports, 'a new password');
    expect(await desk.sessions.find(other.token)).toBeUndefined();
  });

  it.each(['', 'short', 'with\0nul-in-a-long-token', `'; drop table x; -- long enough`])(
    'is none for %j',
    async (token) => {
      await using desk = await openDesk();
      expect(await desk.sessions.find(token)).toBeUndefined();
      await desk.sessions.close(token);
    },
  );
});

describe('the password', () => {
  it('is made once, and not over one that was set', async () => {
    await using desk = await openDesk();
    const claims = ['first password', 'second password'].map((password) =>
      claimAdminPassword(desk.ports, password),
    );
    expect((await Promise.all(claims)).filter(Boolean)).toHaveLength(1);
    expect(await claimAdminPassword(desk.ports, 'third password')).toBe(false);
  });

  it.each(['', 'too short', 'x'.repeat(201)])('is not %j', async (password) => {
    await using desk = await openDesk();
    await expect(setAdminPassword(desk.ports, password)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: { field: 'password' },
    });
  });
});

describe('the log of actions', () => {
  it('names who, what and where, newest first, with no more of a session than its beginning', async () => {
    await using desk = await openDesk();
    const session = { actor: 'session', sessionId: 'abcdefghijklmnop', address: '10.0.0.1' } as const;
    await recordAction(desk.ports, session, { action: 'app-create', target: 'app1' });
    desk.clock.advance(1000);
    await recordAction(
      desk.ports,
      { actor: 'command-line', sessionId: null, address: null },
      { action: 'keys-rotate' },
    );
    const first = await listActions(desk.ports, { limit: 1 });
    expect(first.items).toMatchObject([{ actor: 'command-line', action: 'keys-rotate', target: null }]);
    const second = await listActions(desk.ports, { limit: 1, cursor: first.nextCursor ?? '' });
    expect(second).toMatchObject({
      items: [{ sessionId: 'abcdefgh', target: 'app1', address: '10.0.0.1' }],
      nextCursor: null,
    });
  });
});

describe('one request', () => {
  it('is shown with a fresh link to its audio, and what failed has cost nothing', async () => {
    await using desk = await openDesk();
    const audio = { objectName: 'results/s1.mp3', bytes: 5, durationSeconds: 1 };
    await desk.records.syntheses.insert(synthesisRecord({ audio }));
    await desk.records.syntheses.insert(synthesisRecord({ requestId: 's2', status: 'FAILED' }));
    const ports = { ...desk.ports, links: { linkTo: async (name: string) => `/link/${name}` } };
    expect(await getRequest(ports, 's1')).toMatchObject({
      audioLink: '/link/results/s1.mp3',
      credits: '12',
      seconds: null,
      voiceCode: 'joe',
    });
    expect(await getRequest(ports, 's2')).toMatchObject({ audioLink: null, credits: '0' });
    await expect(getRequest(ports, 'nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a token to try an app with', () => {
  const tokens = {
    issue: async ({ expiresAt }: { expiresAt: string | null }) => `until ${expiresAt}`,
  };

  it('is good for a quarter of an hour, and not beyond the app', async () => {
    await using desk = await openDesk();
    const ports = { ...desk.ports, tokens };
    const inMinutes = (minutes: number): string =>
      new Date(desk.clock.now() + minutes * 60_000).toISOString();
    expect(await issueTryToken(ports, 'app1')).toMatchObject({ expiresAt: inMinutes(15) });
    await desk.records.apps.update('app1', { expiresAt: inMinutes(5) });
    expect(await issueTryToken(ports, 'app1')).toMatchObject({
      expiresAt: inMinutes(5),
      token: `until ${inMinutes(5)}`,
    });
  });

  it('is not given for an app that is revoked', async () => {
    await using desk = await openDesk();
    await desk.records.apps.update('app1', { revokedAt: '2026-01-01T00:00:00.000Z' });
    await expect(issueTryToken({ ...desk.ports, tokens }, 'app1')).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });
});
