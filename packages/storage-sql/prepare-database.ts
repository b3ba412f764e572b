/**
 * Puts a new database with all of its tables into `dist/prepared-database`, for first starts to unpack. Run at installation, at
 * `npm start`, before tests and for publishing. An archive that is newer than all of its inputs is kept, unless `--always` is given.
 */
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const here = import.meta.dirname;
const target = join(here, 'dist/prepared-database');

/** The files that determine the archive. */
function inputs(): readonly string[] {
  const folders = ['database', 'migration', 'queue'].map((name) => join(here, 'src', name));
  const sources = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const programs = ['package.json', 'prepare-database.ts', 'pack-database.ts'].map((name) =>
    join(here, name),
  );
  const require = createRequire(import.meta.url);
  const packages = ['@electric-sql/pglite', 'pg-boss'].map((name) => require.resolve(name));
  return [...sources.filter((path) => !path.endsWith('.test.ts')), ...programs, ...packages];
}

function isFresh(): boolean {
  const [madeMs] = readdirSync(target).map((name) => statSync(join(target, name)).mtimeMs);
  return madeMs !== undefined && inputs().every((path) => statSync(path).mtimeMs < madeMs);
}

mkdirSync(target, { recursive: true });
if (process.argv.includes('--always') || !isFresh()) {
  const startMs = performance.now();
  const { packDatabase } = await import('./pack-database.ts');
  const made = await packDatabase(target);
  for (const name of readdirSync(target)) if (name !== made) rmSync(join(target, name), { force: true });
  console.error(`database: prepared in ${Math.round(performance.now() - startMs)} ms`);
}
