import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { SpeechError } from '@parlance/core/errors';

/**
 * Looks at a model's files before the addon does: its answer to one that is missing is an exception here and a null that ends
 * the process later there, and to an empty one sometimes none at all.
 *
 * @throws the system's error, which names the file; SpeechError `ENGINE_LOAD_FAILED` for an empty one
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
