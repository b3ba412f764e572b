import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '@parlance/core/platform';
import { openStorage } from '@parlance/storage-sql';
import { expect, it } from 'vitest';
import { archive, exported, spend } from '../../storage/test/archiving.ts';
import { app } from '../../storage/test/sample-records.ts';
import { FLITE, folderWithDatabase, parlance, workingFolder } from './parlance.ts';
import { type Announced, headersOf, startServer } from './server.ts';

const SETTINGS = { ...FLITE, allowNetworks: ['127.0.0.0/8'] };

async function submit(server: Announced): Promise<string> {
  const answer = await fetch(`${server.url}/v1/tts`, {
    method: 'POST',
    headers: headersOf(server),
    body: JSON.stringify({
      mode: 'async',
      voiceCode: 'slt',
      text: 'Kept in a backup.',
      webhookUrl: 'http://127.0.0.1:9/hook',
    }),
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { readonly requestId: string }).requestId;
}

interface Request {
  readonly status: string;
  readonly audioLink?: string;
}

async function requestOf(server: Announced, caller: Announced, requestId: string): Promise<Request> {
  const answer = await fetch(`${server.url}/v1/tts/requests/${requestId}`, { headers: headersOf(caller) });
  return (await answer.json()) as Request;
}

const dataIn = (folder: string): string => join(folder, '.parlance');

it('backs up a running service, and restores it elsewhere with its audio and pending jobs', {
  timeout: 300_000,
}, async () => {
  const folder = await folderWithDatabase(SETTINGS);
  const server = await startServer(folder);
  const { announced } = server;
  const first = await submit(announced);
  await expect.poll(async () => (await requestOf(announced, announced, first)).status).toBe('COMPLETED');
  const before = [first, ...(await Promise.all(Array.from({ length: 8 }, () => submit(announced))))];
  const file = join(folder, 'service.backup');
  const made = await parlance(folder, ['backup', file, '--audio', '--json']);
  expect(made.stderr).toBe('');
  expect(JSON.parse(made.stdout).tables.syntheses).toBe(before.length);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readdir(dataIn(folder))).filter((name) => name.startsWith('copy-'))).toEqual([]);
  const later = await submit(announced);

  const taken = await parlance(folder, ['restore', file, '--force']);
  expect([taken.status, taken.stderr]).toEqual([1, expect.stringContaining('Another process uses')]);
  await server.stop('SIGTERM');

  const elsewhere = await workingFolder(SETTINGS);
  const restored = await parlance(elsewhere, ['restore', file, '--json']);
  expect([restored.stderr, restored.status]).toEqual(['', 0]);
  const { announced: there } = await startServer(elsewhere);
  expect(there.token).toBeUndefined();
  for (const requestId of before) {
    const request = () => requestOf(there, announced, requestId);
    await expect.poll(async () => (await request()).status).toBe('COMPLETED');
    const link = new URL((await request()).audioLink ?? '');
    const audio = await fetch(new URL(link.pathname + link.search, there.url));
    expect([audio.status, (await audio.arrayBuffer()).byteLength > 1000]).toEqual([200, true]);
  }
  const unknown = await fetch(`${there.url}/v1/tts/requests/${later}`, { headers: headersOf(announced) });
  expect(unknown.status).toBe(400);
});

it('includes archived rows of the ledger with --audio, and reports that they are missing without it', {
  timeout: 300_000,
}, async () => {
  const folder = await folderWithDatabase();
  const open = (of: string) => openStorage({ dataFolder: dataIn(of), clock: systemClock });
  const storage = await open(folder);
  const desk = { store: storage.records, audio: storage.audio };
  await storage.records.apps.insert(app('app-1'));
  await spend(desk, 'app-1', { requests: 4 });
  await archive(desk);
  const ledger = await exported(desk, 'app-1');
  await storage.close();
  expect(ledger).toHaveLength(6);

  const without = await parlance(folder, ['backup', join(folder, 'without.backup')]);
  expect([without.status, without.stderr]).toEqual([0, expect.stringContaining('--audio includes them')]);
  const file = join(folder, 'with.backup');
  const made = await parlance(folder, ['backup', file, '--audio']);
  expect([made.status, made.stderr]).toEqual([0, '']);
  const elsewhere = await workingFolder();
  expect((await parlance(elsewhere, ['restore', file])).status).toBe(0);
  const restored = await open(elsewhere);
  expect(await exported({ store: restored.records, audio: restored.audio }, 'app-1')).toEqual(ledger);
  await restored.close();
});

it('reports what is wrong with a file, and restores nothing', async () => {
  const source = await folderWithDatabase();
  const file = join(source, 'good.backup');
  expect((await parlance(source, ['backup', file])).status).toBe(0);
  const good = await readFile(file);
  const altered = Buffer.from(good);
  const middle = Math.floor(good.length / 2);
  altered.set(randomBytes(16), middle);
  const target = await workingFolder();
  const tryWith = async (content: Uint8Array): Promise<string> => {
    const bad = join(target, 'bad.backup');
    await writeFile(bad, content);
    const { status, stderr } = await parlance(target, ['restore', bad]);
    expect(status).toBe(1);
    return stderr;
  };
  expect(await tryWith(good.subarray(0, middle))).toMatch(/bad\.backup is cut off; use another/);
  expect(await tryWith(altered)).toMatch(/bad\.backup .*use another/);
  expect(await tryWith(Buffer.from('no archive'))).toMatch(/is not a backup of Parlance/);
  expect((await parlance(target, ['restore', join(target, 'none')])).stderr).toMatch(/none does not exist/);
  expect((await parlance(target, ['backup', join(target, 'x')])).stderr).toMatch(
    /no database of Parlance to back up/,
  );
  expect((await readdir(target)).filter((name) => name === 'x' || name.endsWith('.partial'))).toEqual([]);
  expect(await readdir(dataIn(target)).catch(() => [])).not.toContain('database');
});
