import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../packages/storage-sql/prepare-database.ts', import.meta.url));

/** Before tests: the new databases that they open are unpacked, and are those of the sources as they stand. */
export default function prepareDatabase(): void {
  execFileSync(process.execPath, ['--conditions=@parlance/source', PROGRAM], { stdio: 'inherit' });
}
