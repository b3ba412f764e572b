import type { Command } from 'commander';
import { createProgressLine } from '../terminal/progress-line.ts';
import { type GlobalOptions, openContext } from './command-context.ts';

const BYTES_PER_MEGABYTE = 1_000_000;

export function addRestore(program: Command): void {
  program
    .command('restore')
    .description(
      'restore a backup into an empty database, and update its tables; no service may be running on it',
    )
    .argument('<file>', 'a file written by parlance backup')
    .option('--force', 'replace the existing database')
    .action(restore);
}

async function restore(path: string, _options: unknown, command: Command): Promise<void> {
  const options: GlobalOptions & { readonly force?: boolean } = command.optsWithGlobals();
  const { output, settings, signal } = await openContext(options);
  const { verifyBackup } = await import('../backup/read-backup.ts');
  const { unpackBackup } = await import('../backup/unpack-backup.ts');
  const line = createProgressLine();
  try {
    let bytes = 0;
    const manifest = await verifyBackup(path, (more) => {
      signal.throwIfAborted();
      bytes += more;
      line.show(`verified ${(bytes / BYTES_PER_MEGABYTE).toFixed(1)} MB`);
    });
    const restoredJobs = await unpackBackup(settings, {
      path,
      manifest,
      isForced: options.force === true,
      onProgress: (text) => {
        signal.throwIfAborted();
        line.show(text);
      },
      signal,
    });
    line.clear();
    const { takenAt, tables, audio } = manifest;
    const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
    const sound = audio === null ? 'no audio' : `${audio.objects} audio files`;
    output.result(
      { takenAt, tables, audio, restoredJobs },
      `Restored ${rows} rows of ${takenAt}, ${sound}; ${restoredJobs} jobs are waiting.`,
    );
  } finally {
    line.clear();
  }
}
