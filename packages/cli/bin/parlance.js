#!/usr/bin/env node
// Starts the command: the built one where this package was installed, the TypeScript sources in the repository itself.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 22;
const source = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const isRepository = existsSync(source);
const isNodeOldEnough = Number(process.versions.node.split('.')[0]) >= OLDEST_NODE;

if (isRepository) runSource();
else if (isNodeOldEnough) await import('../dist/main.js');
else {
  console.error(`parlance: This is Node ${process.versions.node}; install Node ${OLDEST_NODE} or later.`);
  process.exitCode = 1;
}

function runSource() {
  const node = isNodeOldEnough ? process.execPath : pinnedNode();
  const child = spawn(node, ['--conditions=@parlance/source', source, ...process.argv.slice(2)], {
    // The channel carries nothing: its end tells the command that this process was killed, see main.ts.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PARLANCE_LAUNCHER: String(process.pid) },
  });
  // A terminal's Ctrl-C reaches the child by itself as well; the child takes the two for one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  });
}

/** The repository brings a Node of its own, since the system's may be older than the sources need. */
function pinnedNode() {
  return createRequire(import.meta.url).resolve('node/bin/node');
}
