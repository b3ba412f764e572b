import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const COMMAND = fileURLToPath(new URL('../../packages/parlance/bin/parlance.js', import.meta.url));
/** Only embedded voices, so that nothing is downloaded. */
const SETTINGS = { plugins: ['@parlance/plugin-flite'], defaultVoice: 'slt', port: 0, logLevel: 'warn' };

export interface RunningServer {
  readonly url: string;
  /** Credentials of the app `default`. */
  readonly appId: string;
  readonly token: string;
  /** Signs in to the console. */
  readonly adminToken: string;
  stop(): Promise<void>;
}

/** A real server with real storage in a separate folder, as `parlance serve` starts it. */
export async function startServer(settings: object = {}): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-browser-'));
  await writeFile(join(folder, 'parlance.config.json'), JSON.stringify({ ...SETTINGS, ...settings }));
  const clean = Object.entries(process.env).filter(([name]) => !name.startsWith('PARLANCE_'));
  const child = spawn(process.execPath, [COMMAND, 'serve', '--json'], {
    cwd: folder,
    env: Object.fromEntries(clean),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stderr: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => stderr.push(line));
  const closed = once(child, 'close');
  const first = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([line]) => String(line)),
    closed.then(() => ''),
  ]);
  if (first === '') throw new Error(`The server ended before it listened: ${stderr.join('\n')}`);
  return {
    ...JSON.parse(first),
    async stop() {
      child.kill('SIGTERM');
      await closed;
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
