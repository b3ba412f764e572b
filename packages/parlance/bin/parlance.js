#!/usr/bin/env node
// Starts the command: the built one where this package is installed, the TypeScript sources in the repository itself.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const SOURCE_CONDITION = '--conditions=@parlance/source';
const require = createRequire(import.meta.url);
const oldestNode = require('../package.json').engines.node.replace('>=', '');
const isNodeRecent = process.versions.node.localeCompare(oldestNode, 'en', { numeric: true }) >= 0;
const isRepository = existsSync(new URL('../src/index.ts', import.meta.url));

if (isRepository && (!isNodeRecent || !readsSources())) runFromSources();
else if (isNodeRecent) await import('@parlance/cli/main');
else {
  console.error(`parlance: This is Node ${process.versions.node}; install Node ${oldestNode} or later.`);
  process.exitCode = 1;
}

/** Whether this process was started with the condition by which packages resolve to their sources. */
function readsSources() {
  return import.meta.resolve('@parlance/cli/main').endsWith('.ts');
}

function runFromSources() {
  // The repository brings a Node of its own, since the system's may be older than the sources need.
  const node = isNodeRecent ? process.execPath : require.resolve('node/bin/node');
  const child = spawn(node, [SOURCE_CONDITION, fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    // The channel carries nothing: its end tells the command that this process was killed, see main.ts of the command.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PARLANCE_LAUNCHER: String(process.pid) },
  });
  // A terminal's Ctrl-C reaches the child by itself as well; the child treats the two as one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  });
}
