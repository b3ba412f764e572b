import { access, constants } from 'node:fs/promises';

/**
 * The addon's answer to a file that is not there is an exception here, a null that ends the process later there.
 *
 * @throws the system's error, which names the file
 */
export async function assertReadable(paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map((path) => access(path, constants.R_OK)));
}
