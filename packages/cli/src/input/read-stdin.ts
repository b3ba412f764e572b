import { addAbortSignal } from 'node:stream';
import { text } from 'node:stream/consumers';

/** Reads all of stdin as text. An interrupt ends the wait. */
export async function readStdin(signal: AbortSignal): Promise<string> {
  return text(addAbortSignal(signal, process.stdin));
}
