#!/usr/bin/env node
// Starts the command: the built one where this package was installed, the TypeScript sources in the repository itself.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 22;
const source = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const isRepository = existsSync(source);
const isNodeOldEnough = Number(process.versions.node.split('.')[0]) >= OLDEST_NODE;

if (isRepository) runSource();
else if (isNodeOldEnough) await import('../dist/main.js');
else {
  console.error(`parlance needs Node ${OLDEST_NODE} or later; this is Node ${process.versions.node}.`);
  process.exitCode = 1;
}

function runSource() {
  const node = isNodeOldEnough ? process.execPath : pinnedNode();
  const child = spawn(node, ['--conditions=@parlance/source', source, ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  // A terminal's Ctrl-C reaches the child by itself; a signal sent to this process has to be handed on.
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  process.on('SIGINT', () => undefined);
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
  });
}

/** The repository brings a Node of its own, since the system's may be older than the sources need. */
function pinnedNode() {
  return createRequire(import.meta.url).resolve('node/bin/node');
}
