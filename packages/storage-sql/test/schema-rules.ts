import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { lt, major, minor } from 'semver';
import type { SchemaStep } from '../src/migration/schema-step.ts';

/** What a step may not do, because processes of the previous release work at the same time, and why. */
const TAKES_AWAY: readonly (readonly [RegExp, string])[] = [
  [
    /\bdrop\s+(table|column|constraint|function|trigger|type|sequence|view|index|schema)\b/,
    'removes something',
  ],
  [/\bdrop\s+(default|not\s+null|expression)\b/, 'changes the content of a column'],
  [/\brename\b/, 'renames'],
  [/\bset\s+not\s+null\b/, 'refuses rows that the previous release writes'],
  [
    /\b(set\s+data\s+)?type\s+\w+.*\busing\b|\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b/,
    'changes the type of a column',
  ],
  [/\btruncate\b/, 'removes rows'],
  [/\bcreate\s+or\s+replace\b/, 'changes what the previous release calls'],
];
/** What locks a large table for long; on a table that the step itself creates it takes a moment. */
const HOLDS_UP: readonly (readonly [RegExp, string])[] = [
  [
    /\bcreate\s+(?:unique\s+)?index\s+(?:if\s+not\s+exists\s+)?\w+\s+on\s+([\w.]+)/,
    'builds an index in its transaction: use an index step',
  ],
  [/\bupdate\s+([\w.]+)(?:\s+as\s+\w+)?\s+set\b/, 'changes many rows at once: use a fill step'],
  [/\bdelete\s+from\s+([\w.]+)/, 'deletes many rows at once'],
  [/\binsert\s+into\s+[\w.]+[^;]*\bselect\b[^;]*\bfrom\s+(parlance\.\w+)/, 'reads a whole table'],
  [
    /\balter\s+table\s+([\w.]+)[^;]*\badd\s+(?:constraint\s+\w+\s+)?(?:unique|primary\s+key|exclude)\b/,
    'builds an index in its transaction',
  ],
  [
    /\balter\s+table\s+([\w.]+)(?![^;]*\bnot\s+valid\b)[^;]*\badd\s+(?:constraint\s+\w+\s+)?(?:check|foreign\s+key)\b/,
    'checks every row: add not valid',
  ],
  [/\balter\s+table\s+([\w.]+)[^;]*\bgenerated\s+always\s+as\s*\(/, 'rewrites the table'],
];

/** Then rows without a value for the column can't be written. */
const ADDS_DEMANDS: readonly (readonly [RegExp, string])[] = [
  [
    /\badd\s+(?:column\s+)?(?:if\s+not\s+exists\s+)?\w+(?:(?!,\s*add\b)[^;])*?\bnot\s+null\b/,
    'adds a column that rows of the previous release lack',
  ],
];

/** @returns the violations of the rules in CONTRIBUTING.md, as `NAME: WHY (SQL)`; empty if there are none */
export async function findBrokenRules(
  steps: Readonly<Record<string, SchemaStep>>,
  { version }: { readonly version: string },
): Promise<readonly string[]> {
  const found: string[] = [];
  const names = Object.keys(steps);
  for (const [name, step] of Object.entries(steps)) {
    if (!('up' in step)) continue;
    const { contracts } = step;
    if (contracts !== undefined) {
      if (names.indexOf(contracts.step) < 0 || names.indexOf(contracts.step) >= names.indexOf(name))
        found.push(`${name}: contracts no step before it`);
      if (!isReleaseBefore(contracts.releasedIn, version))
        found.push(
          `${name}: contracts what was added in ${contracts.releasedIn}; there must be a whole release in between`,
        );
    }
    const statements = await statementsOf(step.up);
    for (const [rule, why] of contracts === undefined
      ? [...TAKES_AWAY, ...ADDS_DEMANDS, ...HOLDS_UP]
      : HOLDS_UP)
      for (const statement of statements) {
        const [match] = outsideOfBodies(statement).match(rule) ?? [];
        if (match !== undefined && isForbidden(rule, statement, statements))
          found.push(`${name}: ${why} (${match})`);
      }
  }
  return found;
}

function isForbidden(rule: RegExp, statement: string, statements: readonly string[]): boolean {
  const text = outsideOfBodies(statement);
  if (ADDS_DEMANDS.some(([demand]) => demand === rule)) {
    const columns = text.split(/\badd\s+(?:column\s+)?/).slice(1);
    return columns.some((column) => /\bnot\s+null\b/.test(column) && !/\bdefault\b/.test(column));
  }
  const table = text.match(rule)?.[1];
  const isOwnTable = table !== undefined && statements.some((one) => one.includes(`create table ${table} `));
  return !isOwnTable;
}

/** Removes bodies of functions, which run later. */
function outsideOfBodies(statement: string): string {
  return statement.replace(/\$\$[\s\S]*?\$\$/g, '$$$$').toLowerCase();
}

function isReleaseBefore(released: string, version: string): boolean {
  return lt(released, version) && (major(released) < major(version) || minor(released) < minor(version));
}

/** The statements of a step. */
async function statementsOf(up: (database: Kysely<unknown>) => Promise<void>): Promise<readonly string[]> {
  const said: string[] = [];
  const connection: DatabaseConnection = {
    async executeQuery({ sql }: CompiledQuery) {
      said.push(sql.trim());
      return { rows: [] };
    },
    streamQuery() {
      throw new Error('a step streams nothing');
    },
  };
  const database = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => Object.assign(new DummyDriver(), { acquireConnection: async () => connection }),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  await up(database);
  return said;
}
