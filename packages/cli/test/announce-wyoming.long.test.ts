import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { installPythonPackages } from '../../../test/service/python-packages.ts';
import { announceWyoming } from '../src/server/announce-wyoming.ts';
import { createUndoList } from '../src/server/undo-list.ts';

const SCRIPT = join(import.meta.dirname, 'python', 'browse.py');
const PORT = 10_300;

/** The package that Home Assistant uses for discovery. */
const python = installPythonPackages({
  folder: 'parlance-zeroconf-python',
  packages: ['zeroconf==0.154.0'],
  modules: ['zeroconf'],
});
const hasMulticast = python !== null && spawnSync(python, [SCRIPT, 'Probe', '--probe']).status === 0;
if (python !== null && !hasMulticast) console.warn('skipped: this network carries no multicast DNS');

describe.runIf(python !== null && hasMulticast)('an announced Wyoming port', () => {
  it('is found by the Python package zeroconf, and withdrawn when the server ends', async () => {
    const watching = spawn(python ?? '', [SCRIPT, `Parlance on ${hostname()}`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(watching, 'close');
    const found = once(createInterface({ input: watching.stdout }), 'line');
    const undo = createUndoList();
    await announceWyoming({
      at: { address: '0.0.0.0', port: PORT },
      logger: pino({ level: 'silent' }),
      undo,
    });
    const { addresses, port } = JSON.parse(String((await found)[0]));
    expect(port).toBe(PORT);
    expect(addresses).not.toContain('127.0.0.1');
    expect(addresses.length).toBeGreaterThan(0);
    await undo[Symbol.asyncDispose]();
    expect((await ended)[0]).toBe(0);
  });
});
