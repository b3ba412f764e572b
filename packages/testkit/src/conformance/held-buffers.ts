import { collectGarbage } from '@parlance/worker-kit/garbage';
import type { Problems } from './verdict.ts';

/** Calls before the measurement, which allocate buffers that are reused later. */
const FIRST_CALLS = 3;
const CALLS = 12;
/** A worker thread's garbage collection cannot be forced, but runs at this much garbage at the latest. */
const MAX_GARBAGE_BYTES = 96 * 1024 * 1024;

/**
 * Makes many calls in sequence, and checks how much memory is still in use afterwards.
 *
 * @param call makes one complete call. @returns its input or output audio in bytes
 */
export async function heldProblems(call: () => Promise<number>): Promise<Problems> {
  const callOften = async (count: number): Promise<number> => {
    let bytes = 0;
    for (let made = 0; made < count; made++) bytes += await call();
    return bytes;
  };
  await callOften(FIRST_CALLS);
  const before = await bufferBytes();
  let [passed, kept] = [0, 0];
  while (passed < MAX_GARBAGE_BYTES) {
    passed += await callOften(CALLS);
    kept = (await bufferBytes()) - before;
    if (kept <= passed / 2) return [];
  }
  return [
    `After calls with ${mib(passed)} MiB of audio the process uses ${mib(kept)} MiB more: the engine keeps audio of completed calls.`,
  ];
}

const mib = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);

/** @returns bytes of all buffers in use in this thread */
async function bufferBytes(): Promise<number> {
  // Values of promises are released only after their callbacks have run.
  for (let round = 0; round < 3; round++) await collectGarbage();
  return process.memoryUsage().arrayBuffers;
}
