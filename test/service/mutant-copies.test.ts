import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeLeftCopies } from '../../.ci/mutants/copies.ts';

const COPIES = new URL('../../.ci/mutants/copies.ts', import.meta.url).href;

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'parlance-copies-'));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

/** A process with a copy that it works in. @returns the process, and the copy's name */
async function startWithCopy(): Promise<{ child: ChildProcess; name: string }> {
  const program = `
    const { makeCopyFolder } = await import(${JSON.stringify(COPIES)});
    process.stdout.write(makeCopyFolder(${JSON.stringify(parent)}));
    setInterval(() => {}, 60_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [folder] = await once(child.stdout as NodeJS.ReadableStream, 'data');
  await mkdir(join(String(folder), 'packages'));
  await writeFile(join(String(folder), 'packages/one.ts'), '');
  return { child, name: basename(String(folder)) };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

describe('the copy that mutants are tried in', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'goes when its run is broken off by %s',
    async (signal) => {
      const { child } = await startWithCopy();
      await end(child, signal);
      expect(await readdir(parent)).toEqual([]);
    },
  );

  it('of a killed run goes at the next start, that of one that works on stays', async () => {
    const working = await startWithCopy();
    const killed = await startWithCopy();
    await end(killed.child, 'SIGKILL');
    expect(await readdir(parent)).toContain(killed.name);
    await mkdir(join(parent, 'parlance-mutants-of-somebody'));
    removeLeftCopies(parent);
    expect((await readdir(parent)).toSorted()).toEqual(
      [working.name, 'parlance-mutants-of-somebody'].toSorted(),
    );
    await end(working.child, 'SIGTERM');
  });
});
