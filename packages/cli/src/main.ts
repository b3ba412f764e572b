import { SpeechError } from '@parlance/core';
import { CommanderError } from 'commander';
import { createProgram } from './program.ts';
import { INTERRUPTED_EXIT_CODE } from './terminal/interrupt.ts';

const FAILED = 1;
const WRONG_USAGE = 2;
const PIPE_CLOSED = 'EPIPE';

// `parlance voices | head` closes stdout early: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === PIPE_CLOSED) process.exit(0);
  throw error;
});

try {
  await createProgram().parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) {
    // Help and version that were asked for come this way too, with the code 0.
    return error.exitCode === 0 ? 0 : WRONG_USAGE;
  }
  if (process.exitCode === INTERRUPTED_EXIT_CODE) return INTERRUPTED_EXIT_CODE;
  const speechError = SpeechError.from(error);
  process.stderr.write(`parlance: ${speechError.message}\n`);
  if (speechError.code === 'INTERNAL' && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  const isUsage = speechError.code === 'INVALID_INPUT' || speechError.code === 'INVALID_CONFIG';
  return isUsage ? WRONG_USAGE : FAILED;
}
