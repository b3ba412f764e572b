import { execFile } from 'node:child_process';

const TIMEOUT_MS = 20_000;

export interface ProgramResult {
  readonly hasWorked: boolean;
  /** First line of its output. */
  readonly line: string;
}

/** Runs a program to its end, to check that it is installed and works. */
export function runProgram(file: string, args: readonly string[]): Promise<ProgramResult> {
  return new Promise((resolve) => {
    execFile(file, args, { timeout: TIMEOUT_MS }, (error, stdout, stderr) => {
      const line = `${stdout}${stderr}`.trim().split('\n')[0] ?? '';
      resolve({ hasWorked: error === null, line });
    });
  });
}
