import { wavHeader } from '@parlance/audio';
import { SESSION_TIMES } from '@parlance/core/session';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  NO_POSTGRES,
  type PostgresServer,
  postgresPrograms,
  startPostgresServer,
} from '../../storage-sql/test/postgres-server.ts';
import { FLITE, folderWithDatabase, workingFolder } from './parlance.ts';
import { type Announced, headersOf, startServer, type TestServer } from './server.ts';

const CALLERS = 64;
const ADMIN_TOKEN = 'admin-token-of-all-servers';
/** Without a worker jobs stay queued, so that nothing reserved is released. */
const API = ['--roles', 'api'];
const SETTINGS = { ...FLITE, adminToken: ADMIN_TOKEN, allowNetworks: ['127.0.0.1/32'] };
const RATE_HZ = 16_000;
/** A lease lasts for 20 s; the machine may be busy. */
const LAPSE = { timeout: 90_000, interval: 500 };

if (postgresPrograms === undefined) console.warn(NO_POSTGRES);

/** Servers on one database, each asked in turn. */
interface Fleet {
  readonly servers: readonly TestServer[];
  urlOf(caller: number): string;
}

function fleetOf(servers: readonly TestServer[]): Fleet {
  return { servers, urlOf: (caller) => servers[caller % servers.length]?.announced.url ?? '' };
}

async function admin<Answer>(url: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${url}/admin/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Answer;
}

const newApp = (fleet: Fleet, limits: object): Promise<Announced> =>
  admin(fleet.urlOf(0), '/apps', { name: 'racer', ...limits });

async function balanceOf({ urlOf }: Fleet, { appId }: Announced, unit: 'credits' | 'seconds') {
  return (await admin<Record<string, number>>(urlOf(0), `/apps/${appId}`))[unit];
}

function race(ask: (caller: number) => Promise<Response>): Promise<readonly number[]> {
  return Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      const response = await ask(caller);
      await response.arrayBuffer();
      return response.status;
    }),
  );
}

const howMany = (statuses: readonly number[], wanted: number): number =>
  statuses.filter((status) => status === wanted).length;

/** Opens a session and sends nothing. @returns the code that ends it: that of a refusal, or BAD_REQUEST if it was admitted */
async function openSession(url: string, { appId, token }: Announced) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/stt/realtime?token=${token}&appId=${appId}`);
  onTestFinished(() => socket.close());
  const refused = Promise.withResolvers<string>();
  socket.addEventListener('message', ({ data }) => refused.resolve(JSON.parse(String(data)).code));
  socket.addEventListener('error', () => refused.resolve('CONNECTION'));
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  return refused.promise;
}

/** Exactly one second of silence. */
function second(): Blob {
  const dataBytes = RATE_HZ * 2;
  return new Blob([wavHeader({ sampleRateHz: RATE_HZ, dataBytes }), new Uint8Array(dataBytes)]);
}

function describeRaces(start: () => Promise<Fleet>): void {
  it('the last credits go to no more callers than they suffice for', async () => {
    const fleet = await start();
    const app = await newApp(fleet, { credits: 35 });
    const text = 'Ten chars.';
    const body = JSON.stringify({ mode: 'async', voiceCode: 'slt', text, webhookUrl: 'http://127.0.0.1:9/' });
    const statuses = await race((caller) =>
      fetch(`${fleet.urlOf(caller)}/v1/tts`, { method: 'POST', headers: headersOf(app), body }),
    );
    expect([howMany(statuses, 200), howMany(statuses, 400)]).toEqual([3, CALLERS - 3]);
    expect(await balanceOf(fleet, app, 'credits')).toBe(5);
  });

  it('the last seconds go to no more callers than they suffice for', async () => {
    const fleet = await start();
    const app = await newApp(fleet, { seconds: 3 });
    const { 'content-type': _json, ...headers } = headersOf(app);
    const statuses = await race((caller) => {
      const body = new FormData();
      body.append('mode', 'async');
      body.append('audioContent', second(), 'a.wav');
      return fetch(`${fleet.urlOf(caller)}/v1/stt`, { method: 'POST', headers, body });
    });
    // A request above the server's own limit is refused, and takes no seconds.
    expect(howMany(statuses, 200)).toBeLessThanOrEqual(3);
    expect(howMany(statuses, 200) + howMany(statuses, 402) + howMany(statuses, 503)).toBe(CALLERS);
    expect(await balanceOf(fleet, app, 'seconds')).toBe(3 - howMany(statuses, 200));
  });

  it('the last slots go to no more callers than there are', async () => {
    const fleet = await start();
    const app = await newApp(fleet, { sttConcurrency: 3 });
    const startedMs = performance.now();
    const codes = await Promise.all(
      Array.from({ length: CALLERS }, (_, caller) => openSession(fleet.urlOf(caller), app)),
    );
    // An admitted session that sends nothing times out, and may have made room for another.
    const turns = 1 + Math.floor((performance.now() - startedMs) / SESSION_TIMES.configMs);
    const letIn = codes.filter((code) => code === 'BAD_REQUEST').length;
    expect(letIn).toBeGreaterThanOrEqual(3);
    expect(letIn).toBeLessThanOrEqual(3 * turns);
    expect(codes.filter((code) => code === 'STT_MAX_CCR_REACHED')).toHaveLength(CALLERS - letIn);
  });

  it('the last calls of a minute go to no more callers than there are', async () => {
    const fleet = await start();
    const app = await newApp(fleet, { requestsPerMinute: 3 });
    const startedMs = performance.now();
    const statuses = await race((caller) =>
      fetch(`${fleet.urlOf(caller)}/api/public/v1/voices`, { headers: headersOf(app) }),
    );
    const refilled = Math.floor((performance.now() - startedMs) / 20_000);
    expect(howMany(statuses, 200)).toBeGreaterThanOrEqual(3);
    expect(howMany(statuses, 200)).toBeLessThanOrEqual(3 + refilled);
    expect(howMany(statuses, 200) + howMany(statuses, 429)).toBe(CALLERS);
  });
}

describe(`${CALLERS} callers on the embedded database`, () => {
  describeRaces(async () => fleetOf([await startServer(await folderWithDatabase(SETTINGS), API)]));
});

describe.skipIf(postgresPrograms === undefined)(`${CALLERS} callers on two servers of one PostgreSQL`, () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgresServer();
  });
  afterAll(async () => postgres?.remove());

  const start = async (): Promise<Fleet> => {
    const settings = { ...SETTINGS, databaseUrl: postgres.url };
    // Both start at once, and only one of them creates the app and the password.
    const folders = [await workingFolder(settings), await workingFolder(settings)];
    return fleetOf(await Promise.all(folders.map((folder) => startServer(folder, API))));
  };

  it('have one app and one password, however many servers start', async () => {
    const { servers } = await start();
    const told = servers.filter(({ announced }) => announced.token !== undefined);
    expect(told).toHaveLength(1);
    const passwords = servers.filter(({ announced }) => 'adminPassword' in announced);
    expect(passwords).toHaveLength(1);
    const url = servers[0]?.announced.url ?? '';
    const { apps } = await admin<{ apps: { name: string }[] }>(url, '/apps?search=default');
    expect(apps).toHaveLength(1);
  });

  describeRaces(start);

  it('get the slots of a server that was killed', { retry: 2 }, async () => {
    const fleet = await start();
    const [dying, living] = fleet.servers.map(({ announced }) => announced.url);
    const app = await newApp(fleet, { sttConcurrency: 1 });
    const openedMs = performance.now();
    void openSession(dying ?? '', app);
    await expect.poll(() => openSession(living ?? '', app), LAPSE).toBe('STT_MAX_CCR_REACHED');
    await fleet.servers[0]?.stop('SIGKILL');
    // The session was killed with its server before it could time out.
    expect(performance.now() - openedMs).toBeLessThan(SESSION_TIMES.configMs);
    expect(await openSession(living ?? '', app)).toBe('STT_MAX_CCR_REACHED');
    await expect.poll(() => openSession(living ?? '', app), LAPSE).toBe('BAD_REQUEST');
  });
});
