import { createProgram } from './program.ts';
import { exitCodeOf, reportError } from './terminal/report-error.ts';
import { writeError } from './terminal/whole-file.ts';

const PIPE_CLOSED = 'EPIPE';

// `parlance voices | head` closes stdout early, which is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === PIPE_CLOSED) process.exit(process.exitCode ?? 0);
  const failure = writeError('Standard output', error);
  reportError(failure);
  process.exit(exitCodeOf(failure));
});

// In the repository a launcher runs this file in a child process, which must end even if the launcher is killed with -9.
if (process.env.PARLANCE_LAUNCHER === String(process.ppid) && process.channel !== undefined) {
  process.once('disconnect', () => process.exit(1));
  process.channel?.unref();
}

try {
  await createProgram().parseAsync();
} catch (error) {
  reportError(error);
  process.exitCode = exitCodeOf(error);
}
