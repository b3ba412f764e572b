import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { SpeechError } from '@parlance/core/errors';
import type { AudioStore } from '@parlance/core/storage';
import type { Command } from 'commander';
import { ownManifest } from '../own-manifest.ts';
import { createProgressLine } from '../terminal/progress-line.ts';
import { openWholeFile } from '../terminal/whole-file.ts';
import { type GlobalOptions, openContext } from './command-context.ts';

/** Only the owner may read it, since it contains the keys that sign tokens and links. */
const BACKUP_MODE = 0o600;

export function addBackup(program: Command): void {
  program
    .command('backup')
    .description('write a consistent snapshot of the database to a file; the service may keep running')
    .argument('<file>')
    .option('--audio', 'include results, waiting recordings, voice packs and archived ledger rows')
    .action(backup);
}

async function backup(path: string, _options: unknown, command: Command): Promise<void> {
  const options: GlobalOptions & { readonly audio?: boolean } = command.optsWithGlobals();
  const { output, settings, signal } = await openContext(options);
  const { createTarPacker } = await import('modern-tar');
  const { packBackup } = await import('../backup/pack-backup.ts');
  const { withAudio, withDatabaseDump } = await import('../backup/backup-sources.ts');
  const line = createProgressLine();
  const file = await openWholeFile(path, { mode: BACKUP_MODE });
  const write = (audio?: AudioStore) =>
    withDatabaseDump(settings, async (dump) => {
      const { readable, controller } = createTarPacker();
      const packing = packBackup(
        {
          dump,
          audio,
          version: ownManifest().version,
          onProgress: ({ rows, objects }) => line.show(`${rows} rows, ${objects} audio files`),
        },
        controller,
      ).catch((error: unknown) => {
        controller.error(error);
        throw error;
      });
      const writing = pipeline(
        Readable.fromWeb(readable),
        createGzip(),
        (packed: AsyncIterable<Uint8Array>) => file.finish(packed),
        { signal },
      );
      const [packed, written] = await Promise.allSettled([packing, writing]);
      if (packed.status === 'fulfilled' && written.status === 'fulfilled') return packed.value;
      throw causeOf([packed, written], signal);
    });
  try {
    const { takenAt, tables, audio } = await (options.audio === true ? withAudio(settings, write) : write());
    line.clear();
    const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
    const sound = audio === null ? 'no audio' : `${audio.objects} audio files`;
    output.result({ file: path, takenAt, tables, audio }, `${path}: ${rows} rows of ${takenAt}, ${sound}.`);
    if (audio === null && (tables.ledger_archives ?? 0) > 0)
      output.note(
        'Older rows of the ledger are archived in the audio storage and are not in this backup; --audio includes them.',
      );
  } finally {
    line.clear();
    await file.discard();
  }
}

/** If one of the two fails, the other does too; the SpeechError is the one that tells the cause. */
function causeOf(results: readonly PromiseSettledResult<unknown>[], signal: AbortSignal): unknown {
  if (signal.aborted) return SpeechError.aborted(signal);
  const reasons: readonly unknown[] = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason] : [],
  );
  return reasons.find((reason) => SpeechError.is(reason)) ?? reasons[0];
}
