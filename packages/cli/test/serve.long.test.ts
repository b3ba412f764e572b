import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createModelStore, DEFAULT_MODEL_IDS } from '@parlance/models';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SHOWCASE_SENTENCE } from '../src/server/welcome.ts';
import { ended, FLITE, folderWithDatabase, parlance, startParlance, workingFolder } from './parlance.ts';
import { askSpeech, headersOf, startServer } from './server.ts';

describe('parlance serve', () => {
  it('does not start if an OpenAI voice name is mapped to an unknown voice', async () => {
    const folder = await workingFolder({ ...FLITE, openaiVoices: { alloy: 'stl' } });
    const { status, stderr } = await parlance(folder, ['serve']);
    expect(status).toBe(2);
    expect(stderr).toContain('openaiVoices.alloy is "stl", which no plugin has.');
  });

  it.each([
    [
      'is damaged',
      {},
      /^parlance: The folder "database" in the data folder does not contain a complete database/,
    ],
    ['is away', { DATABASE_URL: 'postgres://127.0.0.1:9/none' }, /^parlance: The database does not answer/],
  ])('reports in one sentence that its database %s, while engines load', async (_fault, env, sentence) => {
    const folder = await workingFolder({ port: 0, logLevel: 'silent' });
    await mkdir(join(folder, '.parlance', 'database'), { recursive: true });
    await writeFile(join(folder, '.parlance', 'database', 'half'), '');
    const { status, stderr } = await parlance(folder, ['serve'], { env });
    expect(status).toBe(1);
    expect(stderr).toMatch(sentence);
    expect(stderr.trimEnd()).not.toContain('\n');
  });

  it('prints credentials only at the first start, and they stay valid', async () => {
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

  it('stores secrets so that only the owner can read them', async () => {
    const folder = await workingFolder();
    await startServer(folder);
    const data = join(folder, '.parlance');
    for (const name of ['admin-token.json', 'server.json'])
      expect((await stat(join(data, name))).mode & 0o777, name).toBe(0o600);
    for (const name of ['.', 'audio', 'database', 'uploads'])
      expect((await stat(join(data, name))).mode & 0o777, name).toBe(0o700);
  });

  it('keeps tokens valid after a kill with -9', async () => {
    const folder = await folderWithDatabase();
    const first = await startServer(folder);
    await first.stop('SIGKILL');
    const second = await startServer(folder);
    expect((await askSpeech(second.announced, 'Hello.', first.announced)).status).toBe(200);
  });

  it('exits with 130 at Ctrl-C', async () => {
    const server = await startServer(await folderWithDatabase());
    expect((await server.stop('SIGINT')).status).toBe(130);
  });

  it('exits at once if it is stopped while models are downloaded', async () => {
    const folder = await folderWithDatabase({ ...FLITE, plugins: undefined });
    await mkdir(join(folder, 'bin'));
    // A fake pip that never ends, and leaves a file when it was started.
    const script = '#!/bin/sh\ntouch "$PIP_STARTED"\nexec cat /dev/zero > /dev/null\n';
    for (const name of ['python3', 'python', 'py', 'pip3', 'pip'])
      await writeFile(join(folder, 'bin', name), script, { mode: 0o755 });
    const env = {
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      PIP_STARTED: join(folder, 'pip-started'),
      PARLANCE_MODELS_DIR: join(folder, 'models'),
    };
    const child = startParlance(folder, ['serve'], { env });
    const closed = ended(child);
    await expect.poll(() => readdir(folder), { timeout: 70_000 }).toContain('pip-started');
    child.kill('SIGTERM');
    expect(await closed).toMatchObject({ status: 0, stdout: '' });
  });

  it('does not touch a data folder that another server owns', async () => {
    const folder = await folderWithDatabase();
    await startServer(folder);
    const { status, stdout, stderr } = await parlance(folder, ['serve']);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe(
      'parlance: Another process uses this data folder; stop it, or choose another folder with PARLANCE_DATA_DIR.\n',
    );
  });

  it('reports that the port is in use before anything else is done, and exits with 2', async () => {
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

  it('prefers options to the environment, and the environment to the file', async () => {
    const folder = await folderWithDatabase({ ...FLITE, host: '127.0.0.9' });
    const server = await startServer(folder, ['--host', '127.0.0.2']);
    expect(server.announced.url).toMatch(/^http:\/\/127\.0\.0\.2:/);
  });
});

describe('the banner of the first start', () => {
  const run = promisify(execFile);
  const TAKES = 5;
  /** Twelve utterances are synthesized and transcribed, on a machine that may be busy with other tests. */
  const TAKES_TIMEOUT_MS = 600_000;

  it('has a command that creates an MP3, which the service transcribes exactly, take after take', {
    timeout: TAKES_TIMEOUT_MS,
  }, async ({ skip }) => {
    const installed = (await createModelStore().list()).filter(({ isInstalled }) => isInstalled);
    const missing = DEFAULT_MODEL_IDS.filter((id) => !installed.some(({ entry }) => entry.id === id));
    // Without the cache each take is synthesized again, and joe never sounds exactly the same.
    const settings = { port: 0, logLevel: 'warn', segmentCacheMib: 0 };
    const folder = await workingFolder(missing.length === 0 ? settings : { ...FLITE, ...settings });
    const child = startParlance(folder, ['serve']);
    let banner = '';
    for await (const part of child.stdout) {
      banner += part;
      if (banner.includes('hello.mp3 -d') && banner.endsWith('\n')) break;
    }
    const field = (name: string): string => new RegExp(`^  ${name} +(\\S+)$`, 'm').exec(banner)?.[1] ?? '';
    const url = field('Playground').replace(/\/$/, '');
    const token = field('Token');
    expect(field('App ID')).not.toBe('');
    expect(field('Admin password')).not.toBe('');
    expect([field('Console'), field('Docs')]).toEqual([`${url}/console`, `${url}/docs`]);
    for (const name of ['Playground', 'Console', 'Docs']) expect((await fetch(field(name))).status).toBe(200);
    const lines = banner.split('\n').filter((line) => /^(export|curl) /.test(line));
    expect(lines).toHaveLength(2);
    const speak = async (): Promise<Buffer> => {
      await run('sh', ['-c', lines.join('\n')], { cwd: folder });
      return readFile(join(folder, 'hello.mp3'));
    };
    const mp3 = await speak();
    expect(mp3.readUInt16BE(0) & 0xffe0).toBe(0xffe0);
    expect(mp3.length).toBeGreaterThan(20_000);
    if (missing.length > 0) skip(`not installed: ${missing.join(', ')}`);
    const authorization = `Bearer ${token}`;
    const heard = async (name: string, audio: Buffer): Promise<string> => {
      const body = new FormData();
      body.set('model', 'whisper-1');
      body.set('file', new File([new Uint8Array(audio)], name));
      const answer = await fetch(`${url}/v1/audio/transcriptions`, {
        method: 'POST',
        headers: { authorization },
        body,
      });
      return ((await answer.json()) as { text: string }).text;
    };
    const spokenWav = async (): Promise<Buffer> => {
      const body = { model: 'tts-1', voice: 'joe', input: SHOWCASE_SENTENCE, response_format: 'wav' };
      const answer = await fetch(`${url}/v1/audio/speech`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return Buffer.from(await answer.arrayBuffer());
    };
    expect(lines[1]).toContain(SHOWCASE_SENTENCE);
    for (let take = 0; take < TAKES; take += 1) {
      expect(await heard('hello.mp3', await speak())).toBe(SHOWCASE_SENTENCE);
      expect(await heard('hello.wav', await spokenWav())).toBe(SHOWCASE_SENTENCE);
    }
  });

  it('names a working voice and what is missing if the models cannot be downloaded, and the links at later starts', async () => {
    const folder = await workingFolder({ port: 0, logLevel: 'silent' });
    const env = { PARLANCE_MODELS_DIR: join(folder, 'models') };
    // No folder can be created there, so nothing can be downloaded, whatever the network.
    await writeFile(env.PARLANCE_MODELS_DIR, '');
    const bannerOf = async (): Promise<string> => {
      const child = startParlance(folder, ['serve'], { env });
      const closed = once(child, 'close');
      child.stderr.resume();
      let banner = '';
      for await (const part of child.stdout) {
        banner += part;
        if (banner.includes('/docs') && banner.endsWith('\n')) break;
      }
      child.kill('SIGTERM');
      await closed;
      return banner;
    };
    const first = await bannerOf();
    expect(first).toMatch(/Not everything works yet:\n\n {2}\S.*\n/);
    expect(first).toContain('the voice slt works');
    expect(first).toContain('"voice":"slt"');
    const later = await bannerOf();
    expect(later).toMatch(/Playground .*\n.*Console .*\n.*Docs /);
    expect(later).not.toContain('curl');
  });
});

it('tells callers of the admin API which credentials are missing', async () => {
  const { announced } = await startServer(await folderWithDatabase());
  const answer = await fetch(`${announced.url}/admin/v1/apps`, { headers: headersOf(announced) });
  expect(answer.status).toBe(401);
});
