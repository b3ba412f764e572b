import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const KIT = 'A unit in the worker kit';
const KIT_ROW = 'the worker kit';

/** A file that hands a request on, and the name that it has in common with the next one. */
export interface WalkStep {
  readonly file: string;
  readonly next: string | undefined;
}

export interface RequestWalk {
  readonly name: string;
  readonly maxFiles: number;
  readonly steps: readonly WalkStep[];
}

/** Reads the section "Request walks" of docs/architecture.md. */
export function readRequestWalks(): readonly RequestWalk[] {
  const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  const [, section = ''] = /^## Request walks\n(.*?)^## /ms.exec(page) ?? [];
  const tables = section
    .split(/^### /m)
    .slice(1)
    .map((text) => ({ name: text.slice(0, text.indexOf('\n')), text, rows: rowsOf(text) }));
  const kit = tables.find(({ name }) => name === KIT)?.rows ?? [];
  return tables
    .filter(({ name }) => name !== KIT)
    .map(({ name, text, rows }) => ({
      name,
      maxFiles: Number(/^At most (\d+) files/m.exec(text)?.[1] ?? 0),
      steps: rows.flatMap((row) => (row.file === KIT_ROW ? kit : [row])),
    }));
}

function rowsOf(text: string): readonly WalkStep[] {
  return [...text.matchAll(/^\| (`[^`]+`|the worker kit) \|[^|]*\| (?:`([^`]+)` )?\|$/gm)].map(
    ([, file = '', next]) => ({ file: file.replaceAll('`', ''), next }),
  );
}

/** @returns what is not as the page says, a line for each */
export function findWalkFaults(): readonly string[] {
  const walks = readRequestWalks();
  if (walks.length === 0) return ['docs/architecture.md: has no request walks'];
  return [...new Set(walks.flatMap(faultsOf))];
}

function faultsOf({ name, maxFiles, steps }: RequestWalk): readonly string[] {
  const page = `docs/architecture.md, ${name}`;
  const files = new Set(steps.map(({ file }) => file));
  const faults = files.size <= maxFiles ? [] : [`${page}: ${files.size} files; at most ${maxFiles}`];
  for (const [index, { file, next }] of steps.entries()) {
    const text = sourceOf(file);
    const following = steps[index + 1];
    if (text === undefined) faults.push(`${page}: ${file} does not exist`);
    if (following === undefined) continue;
    for (const end of [text, sourceOf(following.file)]) {
      if (next === undefined || end?.includes(next) === false)
        faults.push(`${page}: ${next} does not connect ${file} and ${following.file}`);
    }
  }
  return faults;
}

function sourceOf(file: string): string | undefined {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch {
    return undefined;
  }
}
