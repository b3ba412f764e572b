import { SpeechError } from '@parlance/core/errors';
import { CommanderError } from 'commander';
import { interruptedExitCode } from './interrupt.ts';

const FAILED = 1;
const WRONG_USAGE = 2;

/** 0 done, 1 failed, 2 wrong usage (options and settings), 130 interrupted (143 and 129 by SIGTERM and SIGHUP). */
export function exitCodeOf(error: unknown): number {
  // The remaining errors of commander are requested texts, with 0, and the help that is shown if the command is missing.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE;
  const interrupted = interruptedExitCode();
  if (interrupted !== undefined) return interrupted;
  const { code } = SpeechError.from(error);
  return code === 'INVALID_INPUT' || code === 'INVALID_CONFIG' ? WRONG_USAGE : FAILED;
}

/** Reports an error on stderr: one line for a person, `{"error":{"code","message"}}` with `--json`. */
export function reportError(error: unknown, args: readonly string[] = process.argv.slice(2)): void {
  if (error instanceof CommanderError || interruptedExitCode() !== undefined) return;
  const speechError = SpeechError.from(error);
  const { code, message } = speechError;
  if (wantsJson(args)) {
    process.stderr.write(`${JSON.stringify({ error: { code, message } })}\n`);
    return;
  }
  process.stderr.write(`parlance: ${message}\n`);
  // An unexpected error: only its stack helps.
  const cause = SpeechError.is(error) ? error.cause : error;
  if (code === 'INTERNAL' && cause instanceof Error) process.stderr.write(`${cause.stack}\n`);
}

/** Reads the raw arguments, since the error may be that they could not be parsed. */
function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? args.length : end).includes('--json');
}
