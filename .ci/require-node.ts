import { readFileSync } from 'node:fs';

/** The one that `npm install` brings; scripts of npm, and npx, run on it. */
const BROUGHT = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    readonly devDependencies: { readonly node: string };
  }
).devDependencies.node;
const NEEDED_MAJOR = BROUGHT.split('.', 1)[0];

/** @returns why this repository's programs can't run on a Node; `undefined`: they can */
export function findNodeTooOld(version: string): string | undefined {
  if (Number.parseInt(version, 10) >= Number(NEEDED_MAJOR)) return undefined;
  return (
    `Node ${NEEDED_MAJOR} or later is needed here; this is Node ${version}. ` +
    `npm install brings Node ${BROUGHT}, and npm test, npm run and npx use it: ` +
    'where they do not, run "npm install --foreground-scripts" and see why it did not come.'
  );
}

/** Ends this process at once on a Node that is too old: vitest would end well on it, whatever fails. */
export function requireNode(): void {
  const problem = findNodeTooOld(process.versions.node);
  if (problem === undefined) return;
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
