import { collectGarbage } from '@parlance/worker-kit/garbage';
import type { Problems } from './verdict.ts';

/** Calls before the measurement, which allocate what is reused later. */
const FIRST_CALLS = 3;
/** Calls between two measurements: so many that compiled code and the like are little beside their audio. */
const CALLS = 24;
/** An engine that still uses more after so much audio keeps it. */
const MAX_PASSED_BYTES = 96 * 1024 * 1024;
/** How much of the audio of a round of calls may be in use after it ... */
const MAX_HELD_FRACTION = 0.1;
/** ... and of the audio of all rounds, since what is allocated once counts as much in the first one. */
const MAX_HELD_AT_FIRST = 0.5;

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
  let [passed, held] = [0, 0];
  let before = await usedBytes();
  while (passed < MAX_PASSED_BYTES) {
    const bytes = await callOften(CALLS);
    // Without audio the loop would never end.
    if (bytes === 0) return ['The calls have no audio, so nothing can be said about their memory.'];
    const after = await usedBytes();
    const grown = after - before;
    before = after;
    passed += bytes;
    held += grown;
    if (grown <= bytes * MAX_HELD_FRACTION && held <= passed * MAX_HELD_AT_FIRST) return [];
  }
  return [
    `After calls with ${mib(passed)} MiB of audio the process uses ${mib(held)} MiB more: the engine keeps memory of completed calls.`,
  ];
}

const mib = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);

/** @returns bytes of all objects and buffers in use in this thread */
async function usedBytes(): Promise<number> {
  // Values of promises are released only after their callbacks have run.
  for (let round = 0; round < 3; round++) await collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
