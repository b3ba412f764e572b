import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Ended, parlance, workingFolder } from './parlance.ts';
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
  'credits',
  'seconds',
];

describe.each(['without a server', 'through the running server'])('parlance apps, %s', (where) => {
  async function folderOfApps(): Promise<string> {
    const folder = await workingFolder();
    if (where === 'through the running server') await startServer(folder);
    return folder;
  }

  it('creates, lists, shows and revokes', async () => {
    const folder = await folderOfApps();
    const apps = (...args: string[]): Promise<Ended> => parlance(folder, ['apps', ...args, '--json']);
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

    const listed = JSON.parse((await apps('list', '--search', 'radio')).stdout);
    expect(listed).toHaveLength(1);
    expect(Object.keys(listed[0]).sort()).toEqual(VIEW_KEYS.toSorted());
    expect(listed[0]).toMatchObject({
      appId: app.appId,
      ttsConcurrency: 2,
      sttConcurrency: 5,
      revokedAt: null,
    });
    expect(JSON.parse((await apps('show', app.appId)).stdout)).toEqual(listed[0]);

    const revoked = JSON.parse((await apps('revoke', app.appId)).stdout);
    expect(revoked.revokedAt).toMatch(/^\d{4}-/);
    const table = (await parlance(folder, ['apps', 'list'])).stdout;
    expect(table).toMatch(/^APP ID +NAME +CREATED +EXPIRES +STATE\n/);
    expect(table).toMatch(new RegExp(`^${app.appId} +Radio .* revoked$`, 'm'));
    expect((await parlance(folder, ['apps', 'show', app.appId])).stdout).toMatch(/^credits +unlimited$/m);
  });

  it.each([
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
    [['revoke', 'no-such-app'], 1, 'NOT_FOUND', 'There is no app no-such-app.'],
  ])('refuses %j', async (args, status, code, message) => {
    const folder = await folderOfApps();
    const refused = await parlance(folder, ['apps', ...args, '--json']);
    const { error } = JSON.parse(refused.stderr);
    expect(error).toEqual({ code, message: expect.stringContaining(message) });
    expect({ status: refused.status, stdout: refused.stdout }).toEqual({ status, stdout: '' });
  });
});

describe('parlance apps', () => {
  it('keeps all of several that are created at once', async () => {
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
    expect((await readdir(join(folder, '.parlance'))).sort()).toEqual(['apps.json', 'keys.json']);
  });

  it('makes tokens that the server takes once it starts, and stops taking when they are revoked', async () => {
    const folder = await workingFolder();
    const caller = JSON.parse((await parlance(folder, ['apps', 'create', '--name', 'a', '--json'])).stdout);
    const { announced } = await startServer(folder);
    expect(announced).toEqual({ url: announced.url });
    const ask = () => fetch(`${announced.url}/api/public/v1/voices`, { headers: headersOf(caller) });
    expect((await ask()).status).toBe(200);
    await parlance(folder, ['apps', 'revoke', caller.appId]);
    expect((await ask()).status).toBe(401);
  });

  it('works on the folder when a killed server left word of itself', async () => {
    const folder = await workingFolder();
    const server = await startServer(folder);
    await server.stop('SIGKILL');
    expect(await readdir(join(folder, '.parlance'))).toContain('server.json');
    const { status, stderr } = await parlance(folder, ['apps', 'create', '--name', 'a']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('says which file of the data folder is damaged', async () => {
    const folder = await workingFolder();
    await parlance(folder, ['apps', 'list']);
    await writeFile(join(folder, '.parlance', 'apps.json'), '[');
    const { status, stderr } = await parlance(folder, ['apps', 'list']);
    expect(status).toBe(1);
    expect(stderr).toBe(
      'parlance: apps.json in the data folder is not valid JSON; restore it from a copy.\n',
    );
  });
});
