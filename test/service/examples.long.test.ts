import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../../docs/examples/bundle.ts';

const ROOT = join(import.meta.dirname, '../..');
const CONDITION = '--conditions=@parlance/source';
const example = (name: string): string => join(ROOT, 'docs/examples', name);
const run = promisify(execFile);

let folder: string;
beforeAll(async () => {
  // Below the repository, so that what is bundled finds its packages.
  const cache = join(ROOT, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  folder = await mkdtemp(join(cache, 'parlance-examples-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Mounted extends AsyncDisposable {
  readonly url: string;
  readonly appId: string;
  readonly token: string;
}

/** Starts an example that mounts the service, and waits for the line that it prints. */
async function mounted(name: string): Promise<Mounted> {
  const child: ChildProcess = spawn(process.execPath, [CONDITION, example(name)], {
    cwd: ROOT,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const [line] = await Promise.race([once(lines, 'line'), closed.then(() => [''])]);
  return {
    ...JSON.parse(String(line)),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await closed;
      expect(child.exitCode).toBe(0);
    },
  };
}

async function speaks({ url, appId, token }: Mounted): Promise<void> {
  const answer = await fetch(`${url}/speech/v1/tts`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'app-id': appId,
      'content-type': 'application/json',
      connection: 'close',
    },
    body: JSON.stringify({ mode: 'sync', voiceCode: 'slt', outputFormat: 'wav', text: 'Mounted and well.' }),
  });
  expect(Buffer.from(await answer.arrayBuffer()).toString('latin1')).toMatch(/^RIFF/);
  const own = await fetch(`${url}/hello`, { headers: { connection: 'close' } });
  expect(await own.json()).toEqual({ hello: 'from the application itself' });
}

describe('the examples of docs/embedding.md', () => {
  it('mount the service in an Express application', async () => {
    await using server = await mounted('express-mount.ts');
    await speaks(server);
  });

  it('mount the service and OpenAI’s endpoints in a Fastify application', async () => {
    await using server = await mounted('fastify-mount.ts');
    await speaks(server);
    const client = new OpenAI({ baseURL: `${server.url}/openai/v1`, apiKey: server.token });
    const answer = await client.audio.speech.create({
      model: 'tts-1',
      voice: 'alloy',
      input: 'Hello.',
      response_format: 'wav',
    });
    expect(Buffer.from(await answer.arrayBuffer()).toString('latin1')).toMatch(/^RIFF/);
  });

  it('answer as a route of Next, called as Next calls it', async () => {
    const { POST, runtime } = await import('../../docs/examples/next-route.ts');
    expect(runtime).toBe('nodejs');
    const ask = (body: object) =>
      POST(new Request('http://localhost/api/speak', { method: 'POST', body: JSON.stringify(body) }));
    const answer = await ask({ text: 'Hello from a route.' });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(4000);
    const refused = await ask({ text: '' });
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: { code: 'INVALID_INPUT' } }]);
  });

  it('run as a plain script that speaks a text while it is written', async () => {
    const path = join(folder, 'script.wav');
    const { stdout } = await run(process.execPath, [CONDITION, example('plain-script.ts'), path]);
    const file = await readFile(path);
    expect(JSON.parse(stdout)).toEqual({ path, bytes: file.byteLength });
    // 16 kHz, 16-bit: fourteen words take more than two seconds.
    expect(file.byteLength).toBeGreaterThan(64_000);
  });

  it('run as a command bundled into one file', async () => {
    const outfile = join(folder, 'say.js');
    await bundle(example('bundled-cli.ts'), outfile, ['@parlance/source']);
    const output = join(folder, 'said.mp3');
    await run(process.execPath, [CONDITION, outfile, 'A bundled command speaks.', '-o', output]);
    expect((await readFile(output)).byteLength).toBeGreaterThan(4000);
  });
});
