import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openFolderAudioStore } from '../../src/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { readAll } from './objects.ts';

const WRITER = fileURLToPath(new URL('folder-writer.ts', import.meta.url));

describe('a folder of audio', () => {
  it('has a complete object after a kill during a write, eight times in a row, and is cleaned up', {
    timeout: 120_000,
  }, async () => {
    for (let round = 0; round < 8; round++) {
      const folder = await temporaryFolder();
      const writer = spawn(process.execPath, ['--conditions=@parlance/source', WRITER, folder], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      onTestFinished(() => void writer.kill('SIGKILL'));
      await once(createInterface({ input: writer.stdout }), 'line');
      await untilWriting(join(folder, '.partial'));
      const exited = once(writer, 'exit');
      writer.kill('SIGKILL');
      await exited;
      const store = await openFolderAudioStore(folder);
      expect(await readdir(join(folder, '.partial'))).toEqual([]);
      const found = await readAll(store, 'results/contested.mp3');
      expect(found).toHaveLength(2_000_000);
      expect(found.equals(Buffer.alloc(2_000_000, found[0]))).toBe(true);
    }
  });
});

/** Resolves while a partial file has some bytes, so that the kill happens during a write. */
async function untilWriting(partials: string): Promise<void> {
  for (;;) {
    const [partial] = await readdir(partials);
    const found =
      partial === undefined ? undefined : await stat(join(partials, partial)).catch(() => undefined);
    if (found !== undefined && found.size > 0) return;
  }
}
