import type { Check } from './check.ts';
import { runProgram } from './run-program.ts';

/** pip fetches the default models where no web server answers. */
export const checkPip: Check = async () => {
  const { hasWorked, line } = await runProgram('python3', ['-m', 'pip', '--version']);
  if (hasWorked) return { subject: 'pip', state: 'good', finding: `${line}.` };
  return {
    subject: 'pip',
    state: 'optional',
    finding: 'python3 -m pip does not run; models then come over https or from a folder only.',
    remedy: 'Install python3 and pip, or use: parlance models pull ID --from FOLDER',
  };
};
