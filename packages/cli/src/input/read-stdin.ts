import { addAbortSignal } from 'node:stream';
import { text } from 'node:stream/consumers';

/** All that comes on stdin, as text. An interrupt ends the wait for it. */
export async function readStdin(signal: AbortSignal): Promise<string> {
  return text(addAbortSignal(signal, process.stdin));
}
