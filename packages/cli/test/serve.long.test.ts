import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createModelStore, DEFAULT_MODEL_IDS } from '@parlance/models';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ended, FLITE, folderWithDatabase, parlance, startParlance, workingFolder } from './parlance.ts';
import { askSpeech, headersOf, startServer } from './server.ts';

describe('parlance serve', () => {
  it('prints credentials at the first start, never again, and they stay good', async () => {
    const folder = await workingFolder();
    const first = await startServer(folder);
    expect(Object.keys(first.announced)).toEqual(['url', 'appId', 'token', 'adminToken', 'adminPassword']);
    expect(first.announced.url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
    const speech = await askSpeech(first.announced, 'Hello.');
    expect([speech.status, speech.headers.get('content-type')]).toEqual([200, 'audio/wav']);
    expect((await speech.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
    expect(await first.stop('SIGTERM')).toMatchObject({ status: 0 });
    expect((await readdir(join(folder, '.parlance'))).sort()).toEqual([
      'admin-token.json',
      'audio',
      'database',
      'uploads',
    ]);

    const second = await startServer(folder);
    expect(Object.keys(second.announced)).toEqual(['url']);
    expect((await askSpeech(second.announced, 'Hello.', first.announced)).status).toBe(200);
  });

  it('keeps what is secret for its owner alone', async () => {
    const folder = await workingFolder();
    await startServer(folder);
    const data = join(folder, '.parlance');
    for (const name of ['admin-token.json', 'server.json'])
      expect((await stat(join(data, name))).mode & 0o777, name).toBe(0o600);
    for (const name of ['.', 'audio', 'database', 'uploads'])
      expect((await stat(join(data, name))).mode & 0o777, name).toBe(0o700);
  });

  it('keeps tokens good over a kill with -9', async () => {
    const folder = await folderWithDatabase();
    const first = await startServer(folder);
    await first.stop('SIGKILL');
    const second = await startServer(folder);
    expect((await askSpeech(second.announced, 'Hello.', first.announced)).status).toBe(200);
  });

  it('ends with 130 at Ctrl-C', async () => {
    const server = await startServer(await folderWithDatabase());
    expect((await server.stop('SIGINT')).status).toBe(130);
  });

  it('ends at once when it is stopped while models are fetched', async () => {
    const folder = await folderWithDatabase({ ...FLITE, plugins: undefined });
    await mkdir(join(folder, 'bin'));
    // Stands for a pip that never comes to an end; it tells when it was started.
    const script = '#!/bin/sh\ntouch "$PIP_STARTED"\nexec cat /dev/zero > /dev/null\n';
    for (const name of ['python3', 'python', 'py', 'pip3', 'pip'])
      await writeFile(join(folder, 'bin', name), script, { mode: 0o755 });
    const child = startParlance(folder, ['serve'], {
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      PIP_STARTED: join(folder, 'pip-started'),
      PARLANCE_MODELS_DIR: join(folder, 'models'),
    });
    const closed = ended(child);
    await expect.poll(() => readdir(folder), { timeout: 70_000 }).toContain('pip-started');
    child.kill('SIGTERM');
    expect(await closed).toMatchObject({ status: 0, stdout: '' });
  });

  it('leaves a data folder that another server owns alone', async () => {
    const folder = await folderWithDatabase();
    await startServer(folder);
    const { status, stdout, stderr } = await parlance(folder, ['serve']);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe(
      'parlance: Another process uses this data folder; stop it, or choose another folder with PARLANCE_DATA_DIR.\n',
    );
  });

  it('says that the port is taken, before anything else is done, and ends with 2', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void taken.close());
    const address = taken.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const folder = await workingFolder();
    const { status, stderr } = await parlance(folder, ['serve', '--port', port]);
    expect(status).toBe(2);
    expect(stderr).toBe(
      `parlance: The server can't listen on 127.0.0.1 port ${port}: another program listens there; choose another port, or 0 for any free one.\n`,
    );
    const { stdout } = await parlance(folder, ['apps', 'list', '--json']);
    expect(JSON.parse(stdout)).toEqual([]);
  });

  it('takes options over the environment, and the environment over the file', async () => {
    const folder = await folderWithDatabase({ ...FLITE, host: '127.0.0.9' });
    const server = await startServer(folder, ['--host', '127.0.0.2']);
    expect(server.announced.url).toMatch(/^http:\/\/127\.0\.0\.2:/);
  });
});

describe('the welcome of the first start', () => {
  const run = promisify(execFile);

  it('has lines to paste: one makes an MP3, the other one a transcript', async ({ skip }) => {
    const installed = (await createModelStore().list()).filter(({ isInstalled }) => isInstalled);
    const missing = DEFAULT_MODEL_IDS.filter((id) => !installed.some(({ entry }) => entry.id === id));
    const folder = await workingFolder(missing.length === 0 ? { port: 0, logLevel: 'warn' } : FLITE);
    const child = startParlance(folder, ['serve']);
    let welcome = '';
    for await (const part of child.stdout) {
      welcome += part;
      if (welcome.includes('audioContent') && welcome.endsWith('\n\n')) break;
    }
    const lines = welcome.split('\n').filter((line) => line.startsWith('curl'));
    expect(lines).toHaveLength(2);
    await run('sh', ['-c', lines[0] ?? ''], { cwd: folder });
    const mp3 = await readFile(join(folder, 'hello.mp3'));
    expect(mp3.readUInt16BE(0) & 0xffe0).toBe(0xffe0);
    expect(mp3.length).toBeGreaterThan(20_000);
    if (missing.length > 0) skip(`not installed: ${missing.join(', ')}`);
    const { stdout } = await run('sh', ['-c', lines[1] ?? ''], { cwd: folder });
    expect(JSON.parse(stdout)).toMatchObject({ status: 'COMPLETED' });
    expect(JSON.parse(stdout).transcript).toMatch(/speaks and listens on this very machine/i);
  });
});

it('tells callers of the admin API what they lack', async () => {
  const { announced } = await startServer(await folderWithDatabase());
  const answer = await fetch(`${announced.url}/admin/v1/apps`, { headers: headersOf(announced) });
  expect(answer.status).toBe(401);
});
