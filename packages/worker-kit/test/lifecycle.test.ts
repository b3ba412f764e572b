import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  ACTS_ENTRY,
  holdThread,
  isAlive,
  openActsPool,
  openLoadPool,
  watchIncidents,
  workerPid,
} from './fixtures/pools.ts';

describe('closing a pool', () => {
  it('lets running tasks end, refuses the rest, and leaves no process', async () => {
    const pool = openActsPool({ closeGraceMs: 10_000 });
    const pid = await workerPid(pool);
    const running = pool.run({ type: 'stream', chunks: 200, samples: 10_000 });
    const queued = pool.run({ type: 'pid' });
    const closing = pool.close();
    await expect(queued).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
    await expect(pool.run({ type: 'pid' })).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
    await expect(pool.warm()).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
    expect(await running).toBe(200);
    await closing;
    expect(isAlive(pid)).toBe(false);
    expect(pool.close()).toBe(pool.close());
  });

  it.each(['process', 'thread'] as const)(
    'ends what runs past the grace time with %s isolation',
    async (isolation) => {
      const pool = openActsPool({ isolation, closeGraceMs: 100 });
      const { held } = await holdThread(pool);
      await pool.close();
      await expect(held).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
      expect(pool.stats()).toMatchObject({ queued: 0, running: 0 });
    },
  );

  it.each(['process', 'thread'] as const)(
    'tells idle workers to let go with %s isolation',
    async (isolation) => {
      const folder = mkdtempSync(join(tmpdir(), 'worker-kit-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const file = join(folder, 'closed');
      const pool = openLoadPool({ how: 'mark-close', file }, { isolation });
      await pool.run(undefined);
      expect(existsSync(file)).toBe(false);
      await pool.close();
      expect(existsSync(file)).toBe(true);
    },
  );

  it('lets work in a thread of this process finish before the thread ends', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'worker-kit-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'left');
    const pool = openActsPool({ isolation: 'thread', closeGraceMs: 1 });
    const started = Promise.withResolvers<void>();
    const work = pool.run({ type: 'leave-slowly', file }, { onChunk: () => started.resolve() });
    const refused = expect(work).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
    await started.promise;
    await pool.close();
    await refused;
    expect(existsSync(file)).toBe(true);
  });

  it('ends workers that are still loading', async () => {
    const pool = openLoadPool({ how: 'never' });
    const warming = pool.warm();
    const closing = pool.close();
    await expect(warming).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
    await closing;
  });

  it('works on a pool that never started', async () => {
    await openActsPool().close();
  });
});

describe('recycling', () => {
  it('replaces the workers after the maximum number of tasks, once running tasks have ended', async () => {
    const { kinds, onIncident, next } = watchIncidents();
    const pool = openActsPool({ recycleAfterTasks: 3, threads: 2, onIncident });
    const { held, abort } = await holdThread(pool, 1);
    const pid = await workerPid(pool, { thread: 0 });
    await pool.run({ type: 'count' }, { thread: 0 });
    await pool.run({ type: 'count' }, { thread: 0 });
    const waiting = pool.run({ type: 'pid' }, { thread: 0 });
    expect(pool.stats()).toMatchObject({ running: 1, queued: 1 });
    const restarted = next('worker-restarted');
    abort();
    await expect(held).rejects.toMatchObject({ code: 'ABORTED' });
    await restarted;
    expect(await waiting).not.toBe(pid);
    expect(isAlive(pid)).toBe(false);
    expect(pool.generation).toBe(2);
    expect(kinds()).toEqual(['worker-restarted']);
  });

  it('replaces a child that has grown above its memory limit', async () => {
    const { kinds, onIncident, next } = watchIncidents();
    const heartbeat = { intervalMs: 50, timeoutMs: 10_000 };
    const pool = openActsPool({ maxRssBytes: 400 * 1024 ** 2, heartbeat, onIncident });
    const restarted = next('worker-restarted');
    await pool.run({ type: 'grow', bytes: 500 * 1024 ** 2 });
    await restarted;
    expect(kinds()).toEqual(['worker-restarted']);
    expect(await pool.run({ type: 'count' })).toBe(1);
  });
});

describe('a child process', () => {
  /** Starts a host with a worker that is connected to this test: the connection ends with the child. */
  async function startParent(mode: 'idle' | 'held') {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const connected = once(server, 'connection') as Promise<[Socket]>;
    const script = fileURLToPath(new URL('fixtures/parent.ts', import.meta.url));
    const args = ['--conditions=@parlance/source', script, ACTS_ENTRY, String(port), mode];
    // A group of its own, as a terminal gives each command.
    const parent = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
    onTestFinished(() => {
      server.close();
      parent.kill('SIGKILL');
    });
    const exited = once(parent, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    const [[line], [socket]] = await Promise.all([once(parent.stdout, 'data'), connected]);
    socket.on('error', () => {});
    socket.resume();
    return {
      parent: parent as ChildProcess,
      childPid: Number(String(line)),
      childEnd: once(socket, 'close'),
      exited,
    };
  }

  it('dies with a host that is killed with SIGKILL in the middle of a task', async () => {
    const { parent, childEnd, childPid } = await startParent('held');
    expect(isAlive(childPid)).toBe(true);
    parent.kill('SIGKILL');
    await childEnd;
  });

  it('does not keep an idle host alive, and ends with it', async () => {
    const { exited, childEnd } = await startParent('idle');
    expect(await exited).toEqual([0, null]);
    await childEnd;
  });

  it('survives the Ctrl-C and the stop signal that its whole group gets', async () => {
    const { onIncident, kinds } = watchIncidents();
    const pool = openActsPool({ onIncident });
    const pid = await workerPid(pool);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid, signal);
    expect(await pool.run({ type: 'pid' })).toBe(pid);
    expect(await pool.run({ type: 'pid' })).toBe(pid);
    expect(kinds()).toEqual([]);
  });
});
