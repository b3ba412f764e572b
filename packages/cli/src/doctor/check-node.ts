import { ownManifest } from '../own-manifest.ts';
import type { Check } from './check.ts';

export const checkNode: Check = async () => {
  const oldest = ownManifest().engines.node.replace('>=', '');
  const isRecent = process.versions.node.localeCompare(oldest, 'en', { numeric: true }) >= 0;
  const finding = `Node ${process.versions.node} on ${process.platform} ${process.arch}.`;
  return isRecent
    ? { subject: 'node', state: 'good', finding }
    : { subject: 'node', state: 'bad', finding, remedy: `Install Node ${oldest} or later.` };
};
