import { describe, expect, it } from 'vitest';
import {
  changeApp,
  claimAdminPassword,
  createAdminSessions,
  createSignIn,
  issueTryToken,
  listActions,
  noteAction,
  revokeApp,
  setAdminPassword,
  topUp,
} from '../src/administration/index.ts';
import { SpeechError } from '../src/errors/index.ts';
import type { PasswordHasher } from '../src/platform/index.ts';
import { getRequest } from '../src/reports/index.ts';
import type { RecordStore } from '../src/storage/index.ts';
import { planDelivery, rotateWebhookSecret } from '../src/webhooks/index.ts';
import { openBench, plainSealer } from './support/bench.ts';
import { synthesisRecord, transcriptionRecord } from './support/records.ts';

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
  const random = { ...bench.ports.random, id: () => `0123456789abcdef${++next}` };
  const ports = { ...bench.ports, passwords, random };
  const sessions = createAdminSessions(ports);
  const signIn = createSignIn(ports, sessions);
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

  it('does the same work with the token, a wrong password, and if none is set', async () => {
    await using desk = await openDesk();
    await expect(desk.attempt('anything')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await desk.attempt('the token', '10.0.0.1', true);
    await setAdminPassword(desk.ports, 'the password');
    await expect(desk.attempt('wrong')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(desk.verified).toEqual([undefined, undefined, 'hash of the password']);
  });

  it('allows an address five guesses a minute, and all addresses together thirty', async () => {
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

  it('counts attempts at several servers together', async () => {
    await using desk = await openDesk();
    await setAdminPassword(desk.ports, 'the password');
    const taken = new Map<string, number>();
    const sharedLimits = {
      takeCall: async (name: string, perMinute: number) => {
        taken.set(name, (taken.get(name) ?? 0) + 1);
        return (taken.get(name) ?? 0) > perMinute ? 60_000 : 0;
      },
      returnCall: async (name: string) => void taken.set(name, (taken.get(name) ?? 0) - 1),
    };
    const servers = [0, 1].map(() => createSignIn({ ...desk.ports, sharedLimits }, desk.sessions));
    const guess = (server: number, password = 'wrong'): Promise<unknown> | undefined =>
      servers[server]?.({ password, address: '10.0.0.1', isAdminToken: false });
    for (let index = 0; index < 4; index++)
      await expect(guess(index % 2)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await guess(0, 'the password');
    await expect(guess(1)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    for (const server of [0, 1])
      await expect(guess(server)).rejects.toMatchObject({ code: 'REQUEST_RATE_EXCEEDED' });
    // Five of this address so far.
    const from = (index: number): Promise<unknown> | undefined =>
      servers[index % 2]?.({ password: 'wrong', address: `10.0.1.${index}`, isAdminToken: false });
    for (let index = 0; index < 25; index++)
      await expect(from(index)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(from(25)).rejects.toMatchObject({ code: 'REQUEST_RATE_EXCEEDED' });
    const apps = await desk.records.apps.list({ limit: 10 });
    expect([...taken.keys()].filter((name) => apps.some(({ appId }) => appId === name))).toEqual([]);
  });

  it('does not count attempts that succeed', async () => {
    await using desk = await openDesk();
    await setAdminPassword(desk.ports, 'the password');
    for (let index = 0; index < 40; index++) await desk.attempt('the password');
  });
});

describe('a session', () => {
  it('lasts for twelve hours after its last use, and is stored only as a hash', async () => {
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

  it('is extended at most once a minute', async () => {
    await using desk = await openDesk();
    const { token, sessionId, expiresAt } = await desk.sessions.open();
    const kept = async (): Promise<unknown> => (await desk.records.adminSessions.get(sessionId))?.expiresAt;
    desk.clock.advance(59_999);
    expect([await desk.sessions.find(token), await kept()]).toEqual([{ sessionId, expiresAt }, expiresAt]);
    desk.clock.advance(1);
    const later = new Date(Date.parse(expiresAt) + 60_000).toISOString();
    expect([await desk.sessions.find(token), await kept()]).toEqual([{ sessionId, expiresAt: later }, later]);
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
  it('is created once, and never replaces one that was set', async () => {
    await using desk = await openDesk();
    const claims = ['first password', 'second password'].map((password) =>
      claimAdminPassword(desk.ports, password),
    );
    expect((await Promise.all(claims)).filter(Boolean)).toHaveLength(1);
    expect(await claimAdminPassword(desk.ports, 'third password')).toBe(false);
  });

  it('that waits for something is kept after it, and never when that fails', async () => {
    await using desk = await openDesk();
    const failed = Promise.reject(new SpeechError('ABORTED', 'The start was ended.'));
    await expect(claimAdminPassword(desk.ports, 'first password', failed)).rejects.toMatchObject({
      code: 'ABORTED',
    });
    const started = Promise.withResolvers<void>();
    const waiting = claimAdminPassword(desk.ports, 'second password', started.promise);
    expect(await claimAdminPassword(desk.ports, 'third password')).toBe(true);
    started.resolve();
    expect(await waiting).toBe(false);
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
  it("has who, what and where, newest first, with only the beginning of a session's id", async () => {
    await using desk = await openDesk();
    const session = { actor: 'session', sessionId: 'abcdefghijklmnop', address: '10.0.0.1' } as const;
    await noteAction(desk.ports, desk.records, { by: session, action: 'app-create', target: 'app1' });
    desk.clock.advance(1000);
    const by = { actor: 'command-line', sessionId: null, address: null } as const;
    await noteAction(desk.ports, desk.records, { by, action: 'keys-rotate' });
    const first = await listActions(desk.records, plainSealer, { limit: 1 });
    expect(first.items).toMatchObject([{ actor: 'command-line', action: 'keys-rotate', target: null }]);
    const second = await listActions(desk.records, plainSealer, { limit: 1, cursor: first.nextCursor ?? '' });
    expect(second).toMatchObject({
      items: [{ sessionId: 'abcdefgh', target: 'app1', address: '10.0.0.1' }],
      nextCursor: null,
    });
  });
});

describe('what an operator does', () => {
  const by = { actor: 'token', sessionId: null, address: '10.0.0.1' } as const;
  const actionsOf = async (desk: Awaited<ReturnType<typeof openDesk>>): Promise<unknown[]> =>
    (await listActions(desk.records, plainSealer, { limit: 100 })).items.map(({ actor, action, target }) => [
      actor,
      action,
      target,
    ]);
  const tokens = { issue: async () => 'token' };

  it('is logged, each with its target', async () => {
    await using desk = await openDesk();
    await topUp(desk.ports, 'app1', { credits: '5', by });
    await changeApp(desk.ports, 'app1', { name: 'New', by });
    await rotateWebhookSecret(desk.ports, 'app1', { by });
    await issueTryToken({ ...desk.ports, tokens }, 'app1', by);
    await revokeApp(desk.ports, 'app1', by);
    await setAdminPassword(desk.ports, 'a new password', by);
    const actions = await actionsOf(desk);
    expect(actions).toHaveLength(6);
    expect(actions).toEqual(
      expect.arrayContaining([
        ['token', 'app-top-up', 'app1'],
        ['token', 'app-change', 'app1'],
        ['token', 'webhook-secret-rotate', 'app1'],
        ['token', 'try-token-issue', 'app1'],
        ['token', 'app-revoke', 'app1'],
        ['token', 'password-set', null],
      ]),
    );
  });

  it('is logged once, however often it is repeated', async () => {
    await using desk = await openDesk();
    const invoice = { credits: '5', reference: 'invoice-1', by };
    for (let time = 0; time < 2; time++) {
      await topUp(desk.ports, 'app1', invoice);
      await revokeApp(desk.ports, 'app1', by);
    }
    expect(await actionsOf(desk)).toHaveLength(2);
  });

  it('is not done if the log cannot be written', async () => {
    await using desk = await openDesk();
    const full = new SpeechError('STORAGE_FULL', 'The disk is full.');
    const records: RecordStore = {
      ...desk.records,
      transact: (work) =>
        desk.records.transact((tables) =>
          work({ ...tables, audit: { ...tables.audit, append: async () => Promise.reject(full) } }),
        ),
    };
    const ports = { ...desk.ports, records };
    await expect(revokeApp(ports, 'app1', by)).rejects.toBe(full);
    await expect(changeApp(ports, 'app1', { name: 'New', by })).rejects.toBe(full);
    await expect(topUp(ports, 'app1', { credits: '5', by })).rejects.toBe(full);
    expect(await desk.records.apps.get('app1')).toMatchObject({ revokedAt: null, name: 'app1' });
    expect(await desk.records.ledger.balance('app1', 'credits')).toBeNull();
  });

  it('is logged when they sign in, and when somebody was refused', async () => {
    await using desk = await openDesk();
    await setAdminPassword(desk.ports, 'the password');
    await expect(desk.attempt('wrong')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    desk.clock.advance(1000);
    const { sessionId } = await desk.attempt('the password');
    expect((await listActions(desk.records, plainSealer, { limit: 9 })).items).toMatchObject([
      { actor: 'session', action: 'session-open', sessionId: sessionId.slice(0, 8), address: '10.0.0.1' },
      { actor: 'nobody', action: 'session-refuse', sessionId: null, address: '10.0.0.1' },
    ]);
  });
});

describe('one request', () => {
  const links = { linkTo: async (name: string) => `/link/${name}` };

  it('is shown with a new link to its audio, and a failed one has cost nothing', async () => {
    await using desk = await openDesk();
    const audio = { objectName: 'results/s1.mp3', bytes: 5, durationSeconds: 1 };
    await desk.records.syntheses.insert(synthesisRecord({ audio }));
    await desk.records.syntheses.insert(synthesisRecord({ requestId: 's2', status: 'FAILED' }));
    expect(await getRequest(desk.records, links, 's1')).toMatchObject({
      audioLink: '/link/results/s1.mp3',
      credits: '12',
      seconds: null,
      voiceCode: 'joe',
    });
    expect(await getRequest(desk.records, links, 's2')).toMatchObject({ audioLink: null, credits: '0' });
    await expect(getRequest(desk.records, links, 'nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is shown with its seconds if it is a transcription, and with its webhooks', async () => {
    await using desk = await openDesk();
    const { transcriptions } = desk.records;
    await transcriptions.insert(transcriptionRecord());
    await transcriptions.insert(transcriptionRecord({ transcriptId: 't2', status: 'FAILED' }));
    const plan = { url: 'https://receiver.example', body: {}, atIso: '2026-01-01T00:00:00.000Z' };
    const planned = { ...plan, appId: 'app1', event: 'failure', audioObjectName: null } as const;
    await desk.records.transact((tables) => planDelivery(tables, { ...planned, requestId: 't2' }));
    expect(await getRequest(desk.records, links, 't1')).toEqual({
      ...{ requestId: 't1', appId: 'app1', type: 'transcription', kind: 'batch', status: 'success' },
      ...{ createdAt: '2026-01-01T00:00:00.000Z', startedAt: null, finishedAt: '2026-01-01T00:00:01.000Z' },
      ...{ done: 4, total: 4, error: null, characters: null, voiceCode: null, format: null },
      ...{ credits: null, seconds: '4', deliveries: [], audioLink: null },
    });
    expect(await getRequest(desk.records, links, 't2')).toMatchObject({
      seconds: '0',
      deliveries: [{ requestId: 't2', deliveryId: 'msg_t2_failure' }],
    });
  });
});

describe('a token to try an app with', () => {
  const tokens = {
    issue: async ({ expiresAt }: { expiresAt: string | null }) => `until ${expiresAt}`,
  };

  it('is valid for a quarter of an hour, and not longer than the app', async () => {
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

  it('is not issued for an app that is revoked', async () => {
    await using desk = await openDesk();
    await desk.records.apps.update('app1', { revokedAt: '2026-01-01T00:00:00.000Z' });
    await expect(issueTryToken({ ...desk.ports, tokens }, 'app1')).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });
});
