import { SpeechError } from '@parlance/core/errors';
import type { ServerSettings } from '@parlance/core/settings';
import type { Command } from 'commander';
import { describeStep } from '../storage/describe-step.ts';
import { withDataFolder } from '../storage/with-data-folder.ts';
import { type GlobalOptions, openContext } from './command-context.ts';

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description("update the database's tables; every start does this too")
    .option('--check', 'change nothing; exit status 1 unless they are up to date')
    .action(migrate);
}

async function migrate(_options: unknown, command: Command): Promise<void> {
  const options: GlobalOptions & { readonly check?: boolean } = command.optsWithGlobals();
  const { output, settings } = await openContext(options);
  if (options.check === true) await check(settings);
  else await bringUpToDate(settings, (line) => output.note(line));
  output.result({ tables: 'current' }, 'The tables are up to date.');
}

async function check({ dataDir, databaseUrl }: ServerSettings): Promise<void> {
  const { examineDatabase } = await import('@parlance/storage-sql');
  const found = await (databaseUrl === undefined
    ? withDataFolder(dataDir, ({ path }) => examineDatabase({ folder: path }))
    : examineDatabase({ url: databaseUrl }));
  const tables = found?.tables ?? 'missing';
  if (tables === 'current' || tables === 'ahead') return;
  const message = tables === 'missing' ? 'There are no tables yet.' : 'The tables are from an older version.';
  throw new SpeechError('STORAGE_FAILED', `${message} Run: parlance migrate`, {
    reason: 'OLD_TABLES',
    tables,
  });
}

async function bringUpToDate(
  { dataDir, databaseUrl }: ServerSettings,
  tell: (line: string) => void,
): Promise<void> {
  const { systemClock } = await import('@parlance/core/platform');
  const { openStorage } = await import('@parlance/storage-sql');
  await withDataFolder(dataDir, async (folder) => {
    // Opening the storage also creates the tables of the queue.
    const storage = await openStorage({
      dataFolder: folder.path,
      databaseUrl,
      clock: systemClock,
      onMigration: (step) => tell(describeStep(step)),
    });
    await storage.close();
  });
}
