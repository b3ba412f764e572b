#!/usr/bin/env node
// Starts the command: the built one where this package is installed, the TypeScript sources in the repository itself.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const SOURCE_CONDITION = '--conditions=@parlance/source';
/**
 * glibc gives each thread a heap of its own and keeps what is free in each; with one heap for all, the service holds some 50 MB less. What
 * is freed between blocks in use stays too, unless large blocks are mapped one by one: 25 MB less. It reads this when a process starts, and
 * at no other time. Engines' processes get theirs from the worker kit.
 */
const ALLOCATION = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
/**
 * Old objects may grow to two and a half times their size before they are collected, and the room for young ones to 16 MB in each thread. Samples on their way count as
 * held memory beside some 45 MB of objects that stay; V8 allows a slow heap a tenth more, so that each half minute of audio has all of those objects marked. The room for
 * young ones would grow to 32 or 128 MB over hours, with no less work.
 */
const HEAP_FLAGS = ['--heap-growing-percent=150', '--max-semi-space-size=8'];
/** The newest Node that these flags were tried with. One that lacks a flag would not start. */
const NEWEST_NODE_TRIED = 26;
/** Sources are stripped of their types once in place of at each start, which takes half a second. Where the tests keep what they compile. */
const COMPILED = {
  NODE_COMPILE_CACHE: fileURLToPath(
    new URL('../../../node_modules/.cache/parlance-compiled', import.meta.url),
  ),
};
const require = createRequire(import.meta.url);
const oldestNode = require('../package.json').engines.node.replace('>=', '');
const isNodeRecent = process.versions.node.localeCompare(oldestNode, 'en', { numeric: true }) >= 0;
const isRepository = existsSync(new URL('../src/index.ts', import.meta.url));

if (isRepository && (!isNodeRecent || !readsSources())) runFromSources();
else if (isNodeRecent) {
  if (process.argv.includes('serve')) restartWithLittleMemory();
  await import('@parlance/cli/main');
} else {
  console.error(`parlance: This is Node ${process.versions.node}; install Node ${oldestNode} or later.`);
  process.exitCode = 1;
}

/** Restarts this command in the same process, where Node can. A parent's channel would not survive it. */
function restartWithLittleMemory() {
  if (process.platform !== 'linux' || process.channel !== undefined) return;
  const flags = missingHeapFlags();
  if (flags.length === 0 && Object.keys(ALLOCATION).every((name) => process.env[name] !== undefined)) return;
  process.execve?.(
    process.execPath,
    [process.execPath, ...process.execArgv, ...flags, ...process.argv.slice(1)],
    {
      ...ALLOCATION,
      ...(isRepository && COMPILED),
      ...process.env,
    },
  );
}

/** Those that whoever started this process has not set. */
function missingHeapFlags() {
  if (Number.parseInt(process.versions.node, 10) > NEWEST_NODE_TRIED) return [];
  const given = [...process.execArgv, ...(process.env.NODE_OPTIONS ?? '').split(/\s+/)].map(nameOf);
  return HEAP_FLAGS.filter((flag) => !given.includes(nameOf(flag)));
}

/** V8 takes underscores as well. */
function nameOf(flag) {
  return flag.split('=')[0].replaceAll('_', '-');
}

/** Whether this process was started with the condition by which packages resolve to their sources. */
function readsSources() {
  return import.meta.resolve('@parlance/cli/main').endsWith('.ts');
}

function runFromSources() {
  // The repository brings a Node of its own, since the system's may be older than the sources need.
  const node = isNodeRecent ? process.execPath : require.resolve('node/bin/node');
  const flags = [...missingHeapFlags(), SOURCE_CONDITION];
  const child = spawn(node, [...flags, fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    // The channel carries nothing: its end tells the command that this process was killed, see main.ts of the command.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...ALLOCATION, ...COMPILED, ...process.env, PARLANCE_LAUNCHER: String(process.pid) },
  });
  // A terminal's Ctrl-C reaches the child by itself as well; the child treats the two as one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  });
}
