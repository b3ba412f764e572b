import { createRequire } from 'node:module';
import type { Check } from './check.ts';
import { NOT_NEEDED, needsSherpa, PLUGIN } from './needs-sherpa.ts';
import { runProgram } from './run-program.ts';

const ADDON = 'sherpa-onnx-node';

/** Loads the addon in a separate process, since a broken one would crash this one. */
export const checkAddon: Check = async ({ plugins }) => {
  const subject = 'sherpa-onnx';
  if (!needsSherpa(plugins)) return { subject, state: 'good', finding: NOT_NEEDED };
  let path: string;
  try {
    path = createRequire(createRequire(import.meta.url).resolve(PLUGIN)).resolve(ADDON);
  } catch {
    return { subject, state: 'bad', finding: 'The addon is not installed.', remedy: `npm install ${PLUGIN}` };
  }
  const script = `console.log('version ' + require(${JSON.stringify(path)}).version)`;
  const { hasWorked, line } = await runProgram(process.execPath, ['-e', script]);
  if (hasWorked) return { subject, state: 'good', finding: `The addon loads: ${line}.` };
  return {
    subject,
    state: 'bad',
    finding: `The addon does not load: ${line}.`,
    remedy: `It has builds for Linux, macOS and Windows on x64 and arm64. Install it again: npm install ${PLUGIN}`,
  };
};
