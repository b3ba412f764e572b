import { createRequire } from 'node:module';
import type { Check } from './check.ts';

export const checkNode: Check = async () => {
  const { engines } = createRequire(import.meta.url)('@parlance/cli/package.json') as {
    readonly engines: { readonly node: string };
  };
  const oldest = engines.node.replace('>=', '');
  const isRecent = process.versions.node.localeCompare(oldest, 'en', { numeric: true }) >= 0;
  const finding = `Node ${process.versions.node} on ${process.platform} ${process.arch}.`;
  return isRecent
    ? { subject: 'node', state: 'good', finding }
    : { subject: 'node', state: 'bad', finding, remedy: `Install Node ${oldest} or later.` };
};
