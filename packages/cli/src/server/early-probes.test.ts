import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { earlyProbes } from './early-probes.ts';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const statusOf = async (url: string): Promise<readonly [number, unknown]> => {
  const answer = await fetch(url);
  return [answer.status, await answer.json()];
};

it('reports that the process is alive but not ready, and frees the port', async () => {
  const port = await freePort();
  const probes = earlyProbes({ host: '127.0.0.1', port }, undefined);
  const at = `http://127.0.0.1:${port}`;
  await expect(fetch(at)).rejects.toThrow();
  probes.tell('Step 1 of 2');
  await expect.poll(() => statusOf(`${at}/healthz`).catch(() => 'not yet')).toEqual([200, { status: 'ok' }]);
  probes.tell('Step 2 of 2');
  const notReady = [503, { status: 'not ready', problems: ['Step 2 of 2'] }];
  expect(await statusOf(`${at}/readyz?capability=live`)).toEqual(notReady);
  expect(await statusOf(`${at}/v1/tts`)).toEqual(notReady);
  await probes.end();
  await probes.end();
  const next = createServer().listen(port, '127.0.0.1');
  await once(next, 'listening');
  next.close();
});

it('does nothing if the port is in use', async () => {
  const owner = createServer().listen(0, '127.0.0.1');
  await once(owner, 'listening');
  const address = owner.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const probes = earlyProbes({ host: '127.0.0.1', port }, undefined);
  probes.tell('Step 1 of 2');
  await probes.end();
  expect(owner.listening).toBe(true);
  owner.close();
});

it('does not listen before the first step, or on port 0', async () => {
  const probes = earlyProbes({ host: '127.0.0.1', port: 0 }, undefined);
  probes.tell('Step 1 of 2');
  await probes.end();
});
