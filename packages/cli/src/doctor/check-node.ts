import type { Check } from './check.ts';

const OLDEST_MAJOR = 22;

export const checkNode: Check = async () => {
  const isOldEnough = Number(process.versions.node.split('.')[0]) >= OLDEST_MAJOR;
  const finding = `Node ${process.versions.node} on ${process.platform} ${process.arch}.`;
  return isOldEnough
    ? { subject: 'node', state: 'good', finding }
    : { subject: 'node', state: 'bad', finding, remedy: `Install Node ${OLDEST_MAJOR} or later.` };
};
