import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

export interface FileSteps {
  /** The steps in order: `sync file`, `sync <name of a folder>`, `rename`. */
  readonly done: string[];
  /** Called once, right before the next rename. */
  beforeRename?: () => Promise<void>;
}

/**
 * Records the order in which files are synced and renamed while a test file runs: only the order shows that a power failure does
 * no harm. The real calls are made.
 */
export function recordFileSteps(): FileSteps {
  const steps: FileSteps = { done: [] };
  const real = { open: fs.open, rename: fs.rename };
  beforeAll(() => {
    fs.open = async (...given) => {
      const file = await real.open(...given);
      const sync = file.sync.bind(file);
      const name = (await file.stat()).isDirectory() ? basename(String(given[0])) : 'file';
      file.sync = async () => {
        await sync();
        steps.done.push(`sync ${name}`);
      };
      return file;
    };
    fs.rename = async (...given) => {
      const { beforeRename } = steps;
      delete steps.beforeRename;
      await beforeRename?.();
      await real.rename(...given);
      steps.done.push('rename');
    };
    syncBuiltinESMExports();
  });
  afterAll(() => {
    Object.assign(fs, real);
    syncBuiltinESMExports();
  });
  return steps;
}
