import { execFile } from 'node:child_process';

const TIMEOUT_MS = 20_000;

export interface ProgramResult {
  readonly hasWorked: boolean;
  /** First line of what it wrote. */
  readonly line: string;
}

/** Runs a program to its end, to see whether it is there and works. */
export function runProgram(file: string, args: readonly string[]): Promise<ProgramResult> {
  return new Promise((resolve) => {
    execFile(file, args, { timeout: TIMEOUT_MS }, (error, stdout, stderr) => {
      const line = `${stdout}${stderr}`.trim().split('\n')[0] ?? '';
      resolve({ hasWorked: error === null, line });
    });
  });
}
