import { type ServerSettings, SpeechError } from '@parlance/core';
import type { Command } from 'commander';
import { type GlobalOptions, openContext } from './command-context.ts';

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description("bring the database's tables up to date; every start does so too")
    .option('--check', 'change nothing; status 1 unless they are up to date')
    .action(migrate);
}

async function migrate(_options: unknown, command: Command): Promise<void> {
  const options: GlobalOptions & { readonly check?: boolean } = command.optsWithGlobals();
  const { output, settings } = await openContext(options);
  if (options.check === true) await check(settings);
  else await bringUpToDate(settings, (line) => output.note(line));
  output.result({ tables: 'current' }, 'The tables are up to date.');
}

async function check(settings: ServerSettings): Promise<void> {
  const { examineDatabase } = await import('@parlance/storage-sql');
  const { databaseUrl } = settings;
  const found = await (databaseUrl === undefined
    ? inDataFolder(settings, (folder) => examineDatabase({ folder }))
    : examineDatabase({ url: databaseUrl }));
  const tables = found?.tables ?? 'missing';
  if (tables === 'current') return;
  const message = tables === 'missing' ? 'There are no tables yet.' : 'The tables are of an older version.';
  throw new SpeechError('STORAGE_FAILED', `${message} Run: parlance migrate`, {
    reason: 'OLD_TABLES',
    tables,
  });
}

async function bringUpToDate(settings: ServerSettings, tell: (line: string) => void): Promise<void> {
  const { openStorage } = await import('@parlance/storage-sql');
  const { nodeClock } = await import('@parlance/runtime');
  await inDataFolder(settings, async (dataFolder) => {
    // The queue's tables as well, which the queue makes.
    const storage = await openStorage({
      dataFolder,
      databaseUrl: settings.databaseUrl,
      clock: nodeClock,
      onMigration: ({ name, number, count }) => tell(`Step ${number} of ${count}: ${name}`),
    });
    await storage.close();
  });
}

async function inDataFolder<Result>(
  { dataDir }: ServerSettings,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const { openDataFolder } = await import('@parlance/storage-sql');
  const folder = await openDataFolder(dataDir);
  try {
    return await work(folder.path);
  } finally {
    await folder.release();
  }
}
