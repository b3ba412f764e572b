import { once } from 'node:events';
import { expect, it } from 'vitest';
import { FLITE, folderWithDatabase, parlance, workingFolder } from './parlance.ts';
import { askSpeech, startServer } from './server.ts';

const LONG_TEXT = 'The quick brown fox jumps over the lazy dog and runs on. '.repeat(5);

it('finishes a live answer after SIGTERM, refuses new work with 503, and exits with 0', async () => {
  const server = await startServer(await folderWithDatabase());
  const { announced } = server;
  // Opened before the signal, since draining closes idle connections.
  const live = await askSpeech(announced, LONG_TEXT);
  const reader = live.body?.getReader();
  const first = await reader?.read();
  const stopping = server.stop('SIGTERM');
  await server.logged('Stopping');
  const refused = await askSpeech(announced, 'Too late.');
  expect([live.status, refused.status, refused.headers.get('connection')]).toEqual([200, 503, 'close']);
  let bytes = first?.value?.byteLength ?? 0;
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read())
    bytes += next.value.byteLength;
  // 295 characters take well over ten seconds to say: 32 000 bytes each.
  expect(bytes).toBeGreaterThan(320_000);
  expect((await stopping).status).toBe(0);
});

it('answers callers while /readyz tells load balancers that it will stop', async () => {
  const server = await startServer(await folderWithDatabase({ ...FLITE, drainDelaySeconds: 300 }));
  const { announced } = server;
  const stopping = server.stop('SIGTERM');
  await server.logged('Shutting down');
  expect((await fetch(`${announced.url}/readyz`)).status).toBe(503);
  expect((await askSpeech(announced, 'Still here.')).status).toBe(200);
  process.kill(server.pid, 'SIGKILL');
  await stopping;
});

it('answers a request for live recognition without an upgrade with what is missing', async () => {
  const folder = await folderWithDatabase({ ...FLITE, logLevel: 'info' });
  const { announced, stop } = await startServer(folder);
  const plain = await fetch(`${announced.url}/v1/stt/realtime`);
  expect([plain.status, plain.headers.get('upgrade')]).toEqual([426, 'websocket']);
  const socket = new WebSocket(`${announced.url.replace('http', 'ws')}/v1/stt/realtime`);
  const [closed] = (await once(socket, 'close')) as [CloseEvent];
  expect(closed.code).toBe(1008);
  expect((await stop('SIGTERM')).stderr).toMatch(/"requestId":"[^"]+".*"msg":"recognition session ended"/);
});

it('warns if a process with one role stores audio that others cannot reach, in the words of the doctor', async () => {
  const folder = await workingFolder();
  const env = {
    PARLANCE_ROLES: 'worker',
    // Nothing listens there, so the start fails after the warning.
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  };
  const started = await parlance(folder, ['serve'], { env });
  const examined = await parlance(folder, ['doctor', '--json'], { env });
  const findings: { subject: string; finding: string; remedy: string }[] = JSON.parse(examined.stdout);
  const found = findings.find(({ subject }) => subject === 'audio storage');
  const warning = `${found?.finding} ${found?.remedy}`;
  expect(warning).toMatch(/no other process can reach.*Set AUDIO_URL/);
  const lines = started.stderr.split('\n');
  expect(lines).toContain(warning);
  expect(lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ level: 40, msg: warning }),
  );
  const both = await parlance(folder, ['serve'], { env: { ...env, PARLANCE_ROLES: 'api,worker' } });
  expect(both.stderr).not.toContain('AUDIO_URL');
});
