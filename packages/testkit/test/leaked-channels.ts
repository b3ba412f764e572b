import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterEach } from 'vitest';

const leaked: MessagePort[] = [];
const running: NodeJS.Timeout[] = [];
const listeners: (() => void)[] = [];
const files: string[] = [];

/** Opens a channel that keeps the process alive, like an engine that does not close its worker; the end of the test closes it. */
export function listen(): void {
  const { port1 } = new MessageChannel();
  port1.on('message', () => undefined);
  leaked.push(port1);
}

/** Starts a timer that keeps the process alive, until the end of the test. */
export function tick(): void {
  running.push(setInterval(() => undefined, 60_000));
}

/** Adds a listener to the process, until the end of the test. */
export function listenToProcess(): void {
  const listener = () => undefined;
  process.on('exit', listener);
  listeners.push(listener);
}

/** Leaves a temporary file, here a folder, until the end of the test. */
export function leaveFile(): void {
  files.push(mkdtempSync(join(tmpdir(), 'broken-engine-')));
}

afterEach(() => {
  for (const listener of listeners.splice(0)) process.off('exit', listener);
  for (const file of files.splice(0)) rmSync(file, { recursive: true, force: true });
  for (const port of leaked.splice(0)) port.close();
  for (const timer of running.splice(0)) clearInterval(timer);
});
