import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Ended, folderWithDatabase, parlance, workingFolder } from './parlance.ts';
import { parlanceInside } from './parlance-inside.ts';
import { headersOf, startServer } from './server.ts';

const CREATED_KEYS = ['appId', 'name', 'token', 'webhookSecret', 'expiresAt'];
const VIEW_KEYS = [
  'appId',
  'name',
  'createdAt',
  'expiresAt',
  'revokedAt',
  'ttsConcurrency',
  'sttConcurrency',
  'requestsPerMinute',
  'lastUsedAt',
  'credits',
  'seconds',
];

describe.each(['without a server', 'through the running server'])('parlance apps, %s', (where) => {
  async function folderOfApps(): Promise<string> {
    const folder = await folderWithDatabase();
    if (where === 'through the running server') await startServer(folder);
    return folder;
  }

  /** Without a server the command itself opens the database, so it needs its own process. */
  const command = where === 'through the running server' ? parlanceInside : parlance;

  it('creates, lists, shows and revokes apps', async () => {
    const folder = await folderOfApps();
    const apps = (...args: string[]): Promise<Ended> => command(folder, ['apps', ...args, '--json']);
    const created = await apps('create', '--name', 'Radio', '--expires', '30d', '--tts-concurrency', '2');
    expect(created).toMatchObject({ status: 0, stderr: '' });
    const app = JSON.parse(created.stdout);
    expect(Object.keys(app)).toEqual(CREATED_KEYS);
    expect(app).toMatchObject({
      name: 'Radio',
      token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      webhookSecret: expect.stringMatching(/^whsec_/),
      expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
    });
    expect(JSON.parse((await apps('create', '--name', 'Other')).stdout).expiresAt).toBeNull();

    const file = join(folder, 'terms.csv');
    await writeFile(file, 'term,saidAs,heardAs\nSiobhan,shivawn,chevron|she von\nOzempic\n');
    const terms = [
      { term: 'Siobhan', saidAs: 'shivawn', heardAs: ['chevron', 'she von'] },
      { term: 'Ozempic' },
    ];
    const imported = await apps('vocabulary', 'import', app.appId, file);
    expect(JSON.parse(imported.stdout)).toMatchObject({ appId: app.appId, terms });
    const shown = await command(folder, ['apps', 'vocabulary', 'show', app.appId]);
    expect(shown.stdout).toMatch(/^Siobhan +shivawn +chevron \| she von *$/m);
    expect(JSON.parse((await apps('vocabulary', 'clear', app.appId)).stdout).terms).toEqual([]);
    expect(await apps('vocabulary', 'show', 'nobody')).not.toMatchObject({ status: 0 });

    const listed = JSON.parse((await apps('list', '--search', 'radio')).stdout);
    expect(listed).toHaveLength(1);
    expect(Object.keys(listed[0]).sort()).toEqual(VIEW_KEYS.toSorted());
    expect(listed[0]).toMatchObject({
      appId: app.appId,
      ttsConcurrency: 2,
      sttConcurrency: 5,
      revokedAt: null,
    });
    expect(JSON.parse((await apps('show', app.appId)).stdout)).toEqual({
      ...listed[0],
      usage: { syntheses: 0, transcriptions: 0, credits: 0, seconds: 0 },
    });

    const revoked = JSON.parse((await apps('revoke', app.appId)).stdout);
    expect(revoked.revokedAt).toMatch(/^\d{4}-/);
    const table = (await command(folder, ['apps', 'list'])).stdout;
    expect(table).toMatch(/^APP ID +NAME +CREATED +EXPIRES +STATE\n/);
    expect(table).toMatch(new RegExp(`^${app.appId} +Radio .* revoked$`, 'm'));
    expect((await command(folder, ['apps', 'show', app.appId])).stdout).toMatch(/^credits +unlimited$/m);
  });

  it('sets limits, tops up, and replaces the token and the webhook secret', async () => {
    const folder = await folderOfApps();
    const apps = (...args: string[]): Promise<Ended> => command(folder, ['apps', ...args, '--json']);
    const created = await apps('create', '--name', 'Radio', '--credits', '10.5');
    const { appId, webhookSecret, token } = JSON.parse(created.stdout);
    const shown = async () => JSON.parse((await apps('show', appId)).stdout);
    expect(await shown()).toMatchObject({ credits: 10.5, seconds: null });

    const topped = JSON.parse((await apps('top-up', appId, '--credits', '0.5', '--seconds', '60')).stdout);
    expect(topped).toMatchObject({ appId, credits: 11, seconds: 60 });
    expect(await shown()).toMatchObject(topped);

    const rotated = JSON.parse((await apps('rotate-webhook-secret', appId)).stdout);
    expect(rotated).toEqual({
      appId,
      webhookSecret: expect.stringMatching(/^whsec_/),
      oldSecretSignsUntil: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
    });
    expect(rotated.webhookSecret).not.toBe(webhookSecret);
    expect(JSON.stringify(await shown())).not.toContain('whsec_');

    const replaced = JSON.parse((await apps('rotate-token', appId, '--grace', '1h')).stdout);
    expect(replaced).toEqual({
      appId,
      token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      expiresAt: null,
      oldTokenGoodUntil: expect.stringMatching(/^\d{4}-/),
    });
    expect(replaced.token).not.toBe(token);
    expect(Object.keys(await shown())).not.toContain('retiredTokens');
  });

  const refusals: readonly [string[], number, string, string][] = [
    [['create', '--name', 'a', '--expires', '2026-02-30'], 2, 'INVALID_INPUT', 'expires is "2026-02-30"'],
    [['create', '--name', 'a', '--expires', '2020-01-01'], 2, 'INVALID_INPUT', 'in the past'],
    [['create', '--name', ' '], 2, 'INVALID_INPUT', 'name must be a string of 1 to 100 characters'],
    [
      ['create', '--name', 'a', '--stt-concurrency', '1.5'],
      2,
      'INVALID_INPUT',
      'sttConcurrency must be a whole number',
    ],
    [['show', 'no-such-app'], 1, 'NOT_FOUND', 'There is no app no-such-app.'],
    [['create', '--name', 'a', '--credits', '1e3'], 2, 'INVALID_INPUT', 'credits must be a number from 0'],
    [['top-up', 'no-such-app', '--seconds', '0'], 2, 'INVALID_INPUT', 'seconds must be above 0'],
    [['top-up', 'no-such-app', '--seconds', '5'], 1, 'NOT_FOUND', 'There is no app no-such-app.'],
    [['rotate-webhook-secret', 'no-such-app'], 1, 'NOT_FOUND', 'There is no app no-such-app.'],
    [['rotate-token', 'no-such-app', '--grace', '1 h'], 2, 'INVALID_INPUT', '--grace must be a time such as'],
    [['rotate-token', 'no-such-app'], 1, 'NOT_FOUND', 'There is no app no-such-app.'],
    [['revoke', 'no-such-app'], 1, 'NOT_FOUND', 'There is no app no-such-app.'],
  ];

  it('refuses invalid values and unknown apps', async () => {
    const folder = await folderOfApps();
    // The service has the rules. Without a server each command starts a database, so one case is enough there.
    const cases = where === 'without a server' ? refusals.slice(-1) : refusals;
    for (const [args, status, code, message] of cases) {
      const refused = await command(folder, ['apps', ...args, '--json']);
      const { error } = JSON.parse(refused.stderr);
      expect(error, args.join(' ')).toEqual({ code, message: expect.stringContaining(message) });
      expect({ status: refused.status, stdout: refused.stdout }).toEqual({ status, stdout: '' });
    }
  });
});

describe('parlance apps', () => {
  it('keeps all apps that are created at the same time', async () => {
    const folder = await workingFolder();
    const names = ['a', 'b', 'c', 'd'];
    const created = await Promise.all(
      names.map((name) => parlance(folder, ['apps', 'create', '--name', name])),
    );
    expect(created.map(({ status }) => status)).toEqual([0, 0, 0, 0]);
    const listed: { name: string }[] = JSON.parse(
      (await parlance(folder, ['apps', 'list', '--json'])).stdout,
    );
    expect(listed.map(({ name }) => name).sort()).toEqual(names);
  });

  it('creates tokens that the server accepts once it starts, until they are revoked', async () => {
    const folder = await folderWithDatabase();
    const caller = JSON.parse((await parlance(folder, ['apps', 'create', '--name', 'a', '--json'])).stdout);
    const { announced } = await startServer(folder);
    // There is an app already; the console's password is created now.
    expect(announced).toEqual({
      url: announced.url,
      adminToken: expect.any(String),
      adminPassword: expect.any(String),
    });
    const ask = () => fetch(`${announced.url}/api/public/v1/voices`, { headers: headersOf(caller) });
    expect((await ask()).status).toBe(200);
    await parlance(folder, ['apps', 'revoke', caller.appId]);
    expect((await ask()).status).toBe(401);
  });

  it('works on the folder if a killed server left its record', async () => {
    const folder = await folderWithDatabase();
    const server = await startServer(folder);
    await server.stop('SIGKILL');
    expect(await readdir(join(folder, '.parlance'))).toContain('server.json');
    const { status, stderr } = await parlance(folder, ['apps', 'create', '--name', 'a']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('reports that the database cannot be opened, and leaves it unchanged', async () => {
    const folder = await folderWithDatabase();
    const control = join(folder, '.parlance', 'database', 'global', 'pg_control');
    await writeFile(control, 'damaged');
    const { status, stderr } = await parlance(folder, ['apps', 'list']);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^parlance: .*database/);
    expect(await readFile(control, 'utf8')).toBe('damaged');
  });
});
