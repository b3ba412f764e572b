import type { LedgerEntry } from '@parlance/core/accounts';
import { SpeechError } from '@parlance/core/errors';
import type { RequestDetail } from '@parlance/core/reports';
import type { AuditEntry } from '@parlance/core/storage';
import { describe, expect, it } from 'vitest';
import { startAdmin } from './support/admin.ts';
import { fakeAdmin } from './support/fake-admin.ts';
import { APP, VOICES } from './support/fake-service.ts';

const AT = '2026-11-21T00:00:00.000Z';

async function start(script: Parameters<typeof fakeAdmin>[0] = {}) {
  const { admin } = fakeAdmin(script);
  return startAdmin({
    admin,
    getApp: async () => APP,
    renderDemo: async () => new Uint8Array(),
  });
}

/** Who comes with the admin token, for the log of actions. */
const OPERATOR = { actor: 'token', sessionId: null, address: '127.0.0.1' };

const entry = (index: number, members: Partial<LedgerEntry> = {}): LedgerEntry => ({
  entryId: `entry-${index}`,
  appId: APP.appId,
  unit: 'credits',
  kind: 'charge',
  amount: '-123456789012.123456789',
  reference: `request-${index}`,
  at: AT,
  ...members,
});

async function* entriesOf(...entries: LedgerEntry[]): AsyncGenerator<LedgerEntry> {
  yield* entries;
}

describe('GET /admin/v1/apps/{id}', () => {
  it('shows what the app used, to the last digit', async () => {
    const usage = { syntheses: 2, transcriptions: 1, credits: '0.100000000000000001', seconds: '9' };
    const { get } = await start({ getUsage: async () => usage });
    expect(await (await get('/apps/app-1')).text()).toContain(
      '"usage":{"syntheses":2,"transcriptions":1,"credits":0.100000000000000001,"seconds":9}',
    );
  });
});

describe('PATCH /admin/v1/apps/{id}', () => {
  const patch = (url: string, body: unknown) =>
    fetch(`${url}/admin/v1/apps/app-1`, {
      method: 'PATCH',
      headers: { authorization: 'Bearer admin-token', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('changes what is given', async () => {
    const changes: unknown[] = [];
    const { url } = await start({
      changeApp: async (...change) => {
        changes.push(change);
        return APP;
      },
    });
    const response = await patch(url, { name: ' New ', requestsPerMinute: null, ttsConcurrency: 7 });
    expect(await response.json()).toMatchObject({ appId: 'app-1', usage: { syntheses: 0 } });
    const change = { name: 'New', requestsPerMinute: null, ttsConcurrency: 7 };
    expect(changes).toEqual([['app-1', change, OPERATOR]]);
  });

  it.each([{}, { other: 1 }, { ttsConcurrency: 0 }, { requestsPerMinute: 1.5 }, { name: '' }, []])(
    'refuses %j',
    async (body) => {
      const { url } = await start();
      expect((await patch(url, body)).status).toBe(400);
    },
  );
});

describe('GET /admin/v1/apps/{id}/ledger', () => {
  it('is JSON with all digits', async () => {
    const { get } = await start({ exportLedger: () => entriesOf(entry(1), entry(2)) });
    const response = await get('/apps/app-1/ledger');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="ledger.json"');
    const text = await response.text();
    expect(text).toContain('"amount":-123456789012.123456789');
    expect(JSON.parse(text).entries.map(({ entryId }: LedgerEntry) => entryId)).toEqual([
      'entry-1',
      'entry-2',
    ]);
  });

  it('is a table whose fields are quoted if necessary and are never formulas', async () => {
    const rows = [
      entry(1, { reference: 'grant_a_invoice 7, "May"' }),
      entry(2, { reference: '=1+1', amount: '5' }),
    ];
    const { get } = await start({ exportLedger: () => entriesOf(...rows) });
    const response = await get('/apps/app-1/ledger?format=csv');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(await response.text()).toBe(
      [
        'at,unit,kind,amount,reference,entryId',
        `${AT},credits,charge,-123456789012.123456789,"grant_a_invoice 7, ""May""",entry-1`,
        `${AT},credits,charge,5,'=1+1,entry-2`,
        '',
      ].join('\r\n'),
    );
  });

  it('streams a long ledger, and is well-formed at any length', async () => {
    for (const length of [0, 1, 200, 201, 5000]) {
      const rows = Array.from({ length }, (_, index) => entry(index));
      const { get } = await start({ exportLedger: () => entriesOf(...rows) });
      const { entries } = (await (await get('/apps/app-1/ledger')).json()) as { entries: unknown[] };
      expect(entries).toHaveLength(length);
    }
  });

  it('filters by time, and an unknown app is 404', async () => {
    const queries: unknown[] = [];
    const { get } = await start({
      async *exportLedger(appId, query) {
        queries.push([appId, query]);
        if (appId !== 'app-1') throw new SpeechError('NOT_FOUND', 'There is no such app.');
        yield* entriesOf();
      },
    });
    await get('/apps/app-1/ledger?from=2026-11-01&to=2026-11-30');
    expect(queries).toEqual([
      ['app-1', { from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' }],
    ]);
    expect((await get('/apps/app-x/ledger')).status).toBe(404);
    expect((await get('/apps/app-1/ledger?format=xml')).status).toBe(400);
  });
});

describe('GET /admin/v1/requests/{id}', () => {
  const detail: RequestDetail = {
    requestId: 'request1',
    appId: 'app-1',
    type: 'synthesis',
    kind: 'batch',
    status: 'success',
    createdAt: AT,
    startedAt: AT,
    finishedAt: AT,
    done: 5,
    total: 5,
    error: null,
    characters: 5,
    voiceCode: 'voice-00',
    format: { container: 'mp3', sampleRateHz: 22_050, bitrateKbps: 64 },
    credits: '1.25',
    seconds: null,
    deliveries: [],
    audioLink: '/v1/audio/request1.mp3?expires=1&signature=s',
  };

  it('shows it with a link to its audio', async () => {
    const { get, url } = await start({ getRequest: async () => detail });
    const { audioLink: _link, done, total, ...shown } = detail;
    expect(await (await get('/requests/request1')).json()).toEqual({
      ...shown,
      progress: { done, total },
      credits: 1.25,
      audioUrl: `${url}/v1/audio/request1.mp3?expires=1&signature=s`,
    });
  });

  it('is 404 for an unknown one', async () => {
    const unknown = new SpeechError('NOT_FOUND', 'There is no request x.');
    const { get } = await start({ getRequest: async () => Promise.reject(unknown) });
    expect((await get('/requests/x')).status).toBe(404);
  });
});

describe('the service as a whole', () => {
  it('issues a token to try an app with, which no cache may store', async () => {
    const issued = { appId: 'app-1', token: 'short.lived', expiresAt: AT };
    const asked: unknown[] = [];
    const { post } = await start({
      issueTryToken: async (...call) => {
        asked.push(call);
        return issued;
      },
    });
    const response = await post('/apps/app-1/try-token');
    expect([await response.json(), response.headers.get('cache-control')]).toEqual([issued, 'no-store']);
    expect(asked).toEqual([['app-1', OPERATOR]]);
  });

  it('lists voices with their samples, except personal ones', async () => {
    const { get, url } = await start({ listAllVoices: async () => VOICES.slice(0, 3) });
    const { voices } = (await (await get('/voices')).json()) as {
      voices: { ownership: string; demo: string | null; engine: string }[];
    };
    for (const { ownership, demo, engine } of voices) {
      expect(engine).toBe('fake');
      if (ownership === 'PERSONAL') expect(demo).toBeNull();
      else expect(demo).toContain(`${url}/api/public/v1/voices/`);
    }
  });

  it('assigns a voice to an app, and to all again', async () => {
    const asked: unknown[] = [];
    const [voice] = VOICES;
    if (voice === undefined) throw new Error('no voice');
    const { post } = await start({
      giveVoice: async (...call) => {
        asked.push(call);
        return { ...voice, ownership: 'PERSONAL', ownerAppId: 'app-1' };
      },
    });
    const response = await post('/voices/my%20voice/owner', { appId: 'app-1' });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ code: voice.code, ownerAppId: 'app-1', demo: null });
    expect((await post('/voices/slt/owner', { appId: null })).status).toBe(200);
    expect((await post('/voices/slt/owner', {})).status).toBe(400);
    expect(asked).toEqual([
      ['my voice', 'app-1', OPERATOR],
      ['slt', null, OPERATOR],
    ]);
  });

  it('lists what operators did', async () => {
    const action: AuditEntry = {
      entryId: 'e',
      createdAt: AT,
      actor: 'session',
      sessionId: 'abcdefgh',
      action: 'app-create',
      target: 'app-1',
      address: '127.0.0.1',
    };
    const { get } = await start({ listActions: async () => ({ items: [action], nextCursor: 'next' }) });
    expect(await (await get('/audit?limit=1')).json()).toEqual({ entries: [action], nextCursor: 'next' });
    expect((await get('/audit?limit=0')).status).toBe(400);
  });

  it('rotates keys and sets the password', async () => {
    const passwords: unknown[] = [];
    const rotations: unknown[] = [];
    const { url, post } = await start({
      rotateKeys: async (by) => {
        rotations.push(by);
        return ['new', 'old'];
      },
      setPassword: async (...call) => void passwords.push(call),
    });
    expect(await (await post('/keys/rotate')).json()).toEqual({ keyIds: ['new', 'old'] });
    const set = await fetch(`${url}/admin/v1/password`, {
      method: 'PUT',
      headers: { authorization: 'Bearer admin-token', 'content-type': 'application/json' },
      body: JSON.stringify({ password: 'a new password' }),
    });
    expect([set.status, passwords]).toEqual([204, [['a new password', OPERATOR]]]);
    expect(rotations).toEqual([OPERATOR]);
  });

  it('copies the embedded database of a service, and no other', async () => {
    const own = await start({ copyDatabase: async (by) => `copy-by-${by?.actor}` });
    expect(await (await own.post('/database/copy')).json()).toEqual({ folder: 'copy-by-token' });
    const other = await start({});
    expect((await other.post('/database/copy')).status).toBe(404);
  });
});
