import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SpeechError } from '@parlance/core/errors';
import type { SourceFile } from '../catalogue/catalogue-entry.ts';
import { safeRelativePath } from './relative-path.ts';

/** Selects the wanted members of an archive, in any format. */
export interface WantedFiles {
  /**
   * @param memberPath the path in the archive
   * @returns the absolute path to write to, whose folder exists; `undefined` if the member is not wanted
   * @throws SpeechError `MODEL_CORRUPT` if the path is outside of the folder, or the member's size differs from the pinned one
   */
  place(memberPath: string, sizeBytes: number): Promise<string | undefined>;
  /** @throws SpeechError `MODEL_CORRUPT` that names a missing file */
  assertComplete(): void;
}

export function wantedFiles(files: readonly SourceFile[], directory: string): WantedFiles {
  const missing = new Set(files.map((file) => file.from));
  return {
    async place(memberPath, sizeBytes) {
      const path = memberPath.replace(/^(\.\/)+/, '');
      const file = files.find(({ from }) => (from.endsWith('/') ? path.startsWith(from) : path === from));
      if (file === undefined) return undefined;
      const isTree = file.from.endsWith('/');
      if (!isTree && file.sha256 !== null && file.sizeBytes !== null && file.sizeBytes !== sizeBytes) {
        throw new SpeechError(
          'MODEL_CORRUPT',
          `"${file.to}" has ${sizeBytes} bytes; ${file.sizeBytes} are expected.`,
        );
      }
      missing.delete(file.from);
      const target = join(directory, file.to, isTree ? safeRelativePath(path.slice(file.from.length)) : '');
      await mkdir(dirname(target), { recursive: true });
      return target;
    },
    assertComplete() {
      const [first] = missing;
      if (first === undefined) return;
      throw new SpeechError('MODEL_CORRUPT', `The archive does not contain "${first}".`);
    },
  };
}
