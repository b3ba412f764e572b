import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type StartOptions, startParlance } from './parlance.ts';

/** What `serve --json` prints; the credentials at the first start only. */
export interface Announced {
  readonly url: string;
  readonly appId?: string;
  readonly token?: string;
  readonly adminToken?: string;
}

export interface TestServer {
  readonly announced: Announced;
  readonly pid: number;
  /** Stops it with a signal. */
  stop(signal: NodeJS.Signals): Promise<{ status: number | null; stderr: string }>;
  /** Resolves when stderr has a line with this text. */
  logged(words: string): Promise<void>;
}

/** Starts `parlance serve --json`; it is stopped after the test at the latest. */
export async function startServer(
  folder: string,
  args: readonly string[] = [],
  options: StartOptions = {},
): Promise<TestServer> {
  const child = startParlance(folder, ['serve', '--json', ...args], options);
  const lines = createInterface({ input: child.stderr });
  const stderr: string[] = [];
  lines.on('line', (line) => stderr.push(line));
  const closed = once(child, 'close');
  const first = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([line]) => String(line)),
    closed.then(() => ''),
  ]);
  if (first === '') throw new Error(`The server ended before it listened: ${stderr.join('\n')}`);
  return {
    announced: JSON.parse(first),
    pid: child.pid ?? 0,
    async stop(signal) {
      child.kill(signal);
      await closed;
      return { status: child.exitCode, stderr: stderr.join('\n') };
    },
    async logged(words) {
      while (!stderr.some((line) => line.includes(words))) await once(lines, 'line');
    },
  };
}

export function headersOf({ appId = '', token = '' }: Announced): Record<string, string> {
  return { authorization: `Bearer ${token}`, 'app-id': appId, 'content-type': 'application/json' };
}

/** Requests a synthesis as a caller does. */
export function askSpeech(server: Announced, words: string, caller: Announced = server): Promise<Response> {
  return fetch(`${server.url}/v1/tts`, {
    method: 'POST',
    headers: headersOf(caller),
    body: JSON.stringify({ mode: 'sync', voiceCode: 'slt', outputFormat: 'wav', text: words }),
  });
}
