/**
 * Holds the tree to the house's layout, where neither the compiler nor the linter looks: depth of folders, length of files,
 * the parts each package has, what no committed file may say, the words that the glossary retires, and the files that
 * the docs' request walks name.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findWalkFaults } from './request-walks.ts';
import { findRetiredWords } from './retired-words.ts';
import { readWorkspaces } from './workspaces.ts';

const root = join(import.meta.dirname, '..');
const MAX_DEPTH = 2;
const MAX_CODE_LINES = 400;
/** What programs elsewhere speak to a service: each only translates, and what they share stands in `core` and `sockets`. */
const DIALECTS = /^packages\/(openai|realtime|telephony|websocket|wyoming|livekit|ai-sdk)\/src\//;
const MAX_DIALECT_LINES = 600;
const VAGUE_NAMES = /(^|\/)(utils?|common|helpers?|misc)(\/|\.ts$)/;
/** A registry is the client's own affair: no file names one's host. */
const REGISTRY_HOSTS =
  /registry\.npmjs\.org|registry\.yarnpkg\.com|files\.pythonhosted\.org|\bpypi\.org|deb\.debian\.org/;
/** A limit or a default of a schema, written out: 0 and 1 mean "none" and "not empty". */
const WRITTEN_LIMIT = /\.(?:min|max|default)\(\s*-?(?![01][,)])\d/;
/** Where callers and operators meet a limit. Dialects, engines and machinery have limits of their own: see the ADR. */
const LIMITED_PLACES = /^packages\/(?:core\/src\/(?!limits\/)|http\/src\/)/;
/** Waits of vitest, which give up after a second unless they are told otherwise: too soon on a busy machine. */
const WAITS = /\bvi\.wait(?:For|Until)\([^;]*;/g;
/** Data whose every line is one entry, longer than code should be. */
const LONG_BY_NATURE = /\/(catalogue|abbreviations)[^/]*\//;

const faults: string[] = [...findWalkFaults()];
const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
})
  .toString()
  .split('\0')
  .filter((path) => path !== '' && existsSync(join(root, path)));

function codeLines(text: string): number {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('//')).length;
}

/** Comments and what only calculates. */
function withoutMath(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/Math\.(?:min|max)\(/g, '');
}

const dialectLines = new Map<string, number>();
for (const path of tracked) {
  const [, inSource] = /^(?:packages|plugins)\/[^/]+\/src\/(.*)$/.exec(path) ?? [];
  if (inSource !== undefined) {
    if (inSource.split('/').length - 1 > MAX_DEPTH)
      faults.push(`${path}: folders under src go ${MAX_DEPTH} deep at most`);
    if (VAGUE_NAMES.test(inSource)) faults.push(`${path}: name the subject, not a drawer`);
  }
  if (!/\.(ts|js|cjs|json|md|html|css|sh|yml)$|^\.ci\/run$/.test(path) || path === '.ci/check-layout.ts')
    continue;
  const text = readFileSync(join(root, path), 'utf8');
  if (REGISTRY_HOSTS.test(text)) faults.push(`${path}: names a registry's host`);
  if ((text.match(WAITS) ?? []).some((wait) => !wait.includes('timeout:')))
    faults.push(`${path}: waits with vitest's limit of a second; use expect.poll, or say the limit`);
  const isCode = path.endsWith('.ts') && !path.endsWith('.test.ts') && !LONG_BY_NATURE.test(path);
  if (isCode && LIMITED_PLACES.test(path) && WRITTEN_LIMIT.test(withoutMath(text)))
    faults.push(`${path}: has a limit or default of its own; they stand in packages/core/src/limits`);
  const [, dialect] = isCode ? (DIALECTS.exec(path) ?? []) : [];
  if (dialect !== undefined) dialectLines.set(dialect, (dialectLines.get(dialect) ?? 0) + codeLines(text));
  if (isCode && codeLines(text) > MAX_CODE_LINES)
    faults.push(`${path}: has more than ${MAX_CODE_LINES} lines of code`);
  if (
    /^packages\/[^/]+\/src\/|^plugins\/[^/]+\/src\//.test(path) &&
    isCode &&
    /throw new Error\(/.test(text)
  ) {
    faults.push(`${path}: throws Error; throw SpeechError with a code`);
  }
}

for (const [dialect, lines] of dialectLines) {
  if (lines > MAX_DIALECT_LINES)
    faults.push(
      `packages/${dialect}: has ${lines} lines of code; a dialect has at most ${MAX_DIALECT_LINES}`,
    );
}

for (const { directory, manifest } of readWorkspaces(root)) {
  for (const part of directory.startsWith('plugins')
    ? ['src/plugin.ts', 'src/options.ts', 'src/host', 'src/worker', 'README.md']
    : ['src']) {
    if (!existsSync(join(root, directory, part))) faults.push(`${directory}: lacks ${part}`);
  }
  for (const [name, range] of Object.entries(manifest.dependencies ?? {})) {
    if (!/^\d/.test(range)) faults.push(`${directory}: ${name} is not pinned (${range})`);
  }
}

// Whoever knows only that page has to find these in one guess.
const [, decided = ''] = readFileSync(join(root, 'docs/architecture.md'), 'utf8').split(
  '## Where things are decided',
);
for (const [, place = ''] of decided.matchAll(/`([\w-]+\/(?:[\w-]+\/)*(?:[\w-]+\.(?:ts|md))?)`/g)) {
  if (![place, join('packages', place)].some((path) => existsSync(join(root, path))))
    faults.push(`docs/architecture.md: sends readers to ${place}, which is not there`);
}

faults.push(...findRetiredWords(root, tracked));

for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else console.log(`layout: ${tracked.length} files in order`);
