import { SpeechError } from '@parlance/core/errors';

/**
 * Checks a path from an archive, a manifest or a catalogue before it is joined to a folder.
 *
 * @param path with `/` between its parts; a leading `./` is removed
 * @returns the path, which stays inside any folder that it is joined to, on every platform
 * @throws SpeechError `MODEL_CORRUPT` for an absolute path, `..`, a backslash, a drive or a NUL
 */
export function safeRelativePath(path: string): string {
  const plain = path.replace(/^(\.\/)+/, '');
  const parts = plain.replace(/\/$/, '').split('/');
  const isSafe = parts.every((part) => part !== '' && part !== '.' && part !== '..');
  if (!isSafe || /[\\\0]|^[A-Za-z]:/.test(plain)) {
    throw new SpeechError('MODEL_CORRUPT', 'The archive contains a path outside of its folder.');
  }
  return plain;
}
