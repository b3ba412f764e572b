import { collectGarbage } from '@parlance/worker-kit/garbage';
import type { Problems } from './verdict.ts';

/** Made before anything is measured, so that buffers which are made once and reused exist by then. */
const FIRST_CALLS = 3;
const CALLS = 12;
/** A worker thread collects its own garbage when it has this much of it at the latest, and nobody can tell it to. */
const MAX_GARBAGE_BYTES = 96 * 1024 * 1024;

/**
 * Makes one call after another, and looks at what is held when they are over.
 *
 * @param call one call to its end. @returns bytes of audio that went in or came out
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
    `After calls with ${mib(passed)} MiB of audio the process holds ${mib(kept)} MiB more: the engine keeps audio of calls that are over.`,
  ];
}

const mib = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);

/** @returns bytes of buffers that somebody still holds in this thread */
async function bufferBytes(): Promise<number> {
  // What a promise holds is released once its callbacks have run.
  for (let round = 0; round < 3; round++) await collectGarbage();
  return process.memoryUsage().arrayBuffers;
}
