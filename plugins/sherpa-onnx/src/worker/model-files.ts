import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { SpeechError } from '@parlance/core/errors';

/**
 * Checks a model's files before the addon reads them: for a missing file it may throw, or return a null that ends
 * the process later, and it may not report an empty file at all.
 *
 * @throws the system's error, which names the file; SpeechError `ENGINE_LOAD_FAILED` for an empty file
 */
export async function assertReadable(paths: readonly string[]): Promise<void> {
  await Promise.all(
    paths.map(async (path) => {
      await access(path, constants.R_OK);
      const facts = await stat(path);
      if (facts.isFile() && facts.size === 0)
        throw new SpeechError('ENGINE_LOAD_FAILED', `The model's file ${path} is empty.`);
    }),
  );
}
