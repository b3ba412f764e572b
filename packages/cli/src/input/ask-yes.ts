import { createInterface } from 'node:readline/promises';

/** Asks on the terminal. Anything but "y" or "yes" means no. */
export async function askYes(question: string, signal: AbortSignal): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `, { signal })).trim());
  } finally {
    terminal.close();
  }
}
