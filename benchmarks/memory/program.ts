import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { SpeechError } from '@parlance/core/errors';
import type { Sample } from '../runner/sample.ts';
import { restingMemory } from './sample.ts';

/**
 * Runs a program until it says that its work is done.
 *
 * @returns the memory that it holds then
 * @throws SpeechError `INTERNAL` when it ends before
 */
export async function memoryAfterWork(command: string, options: readonly string[]): Promise<Sample> {
  const child = spawn(command, options, { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  try {
    await untilDone(child.stdout, command);
    return await restingMemory(child.pid as number);
  } finally {
    child.stdin.end();
    await exited;
  }
}

async function untilDone(stdout: Readable, command: string): Promise<void> {
  for await (const line of createInterface({ input: stdout })) if (line === 'done') return;
  throw new SpeechError('INTERNAL', `${command} ended before its work was done.`);
}
