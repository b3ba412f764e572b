import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../storage/test/temporary-folder.ts';
import { copyDatabase } from '../src/backup/copy-database.ts';
import type { Turn, Turns } from '../src/database/pglite/pglite-turns.ts';

/** A folder with the files of a database, and turns whose statements call back. */
async function databaseOf(onStatement: () => void) {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'database'));
  await writeFile(join(folder, 'database', 'PG_VERSION'), '17\n');
  let isReleased = false;
  const turn: Turn = {
    async run() {
      onStatement();
      return { rows: [], command: 'CHECKPOINT', affectedRows: 0 };
    },
    begin: () => undefined,
    commit: async () => true,
    rollback: async () => undefined,
    async release() {
      isReleased = true;
    },
  };
  const turns: Turns = { take: async () => turn, close: async () => undefined };
  return { folder, turns, isReleased: () => isReleased };
}

it('copies the files of the database', async () => {
  const { folder, turns, isReleased } = await databaseOf(() => undefined);
  const name = await copyDatabase(turns, folder, new AbortController().signal);
  expect(await readdir(join(folder, name, 'database'))).toEqual(['PG_VERSION']);
  expect(isReleased()).toBe(true);
});

it('leaves no copy for a caller who left meanwhile', async () => {
  const leaving = new AbortController();
  const { folder, turns, isReleased } = await databaseOf(() => leaving.abort());
  await expect(copyDatabase(turns, folder, leaving.signal)).rejects.toMatchObject({ code: 'ABORTED' });
  expect(await readdir(folder)).toEqual(['database']);
  expect(isReleased()).toBe(true);
});
