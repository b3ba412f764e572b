import { unwatchFile, watchFile } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { SpeechError } from '@parlance/core/errors';
import type { ServerSettings } from '@parlance/core/settings';
import type { TlsKeyPair } from '@parlance/http';

export type TlsFiles = NonNullable<ServerSettings['tls']>;

/** Asked of the files themselves: mounted secrets are links, whose change no event tells of. */
const LOOK_EVERY_MS = 5000;

/** @throws SpeechError `INVALID_CONFIG` for a file that can't be read, and for two that are no certificate and its key */
export async function readTlsFiles({ certFile, keyFile }: TlsFiles): Promise<TlsKeyPair> {
  const pair = { cert: await read('tls.certFile', certFile), key: await read('tls.keyFile', keyFile) };
  try {
    createSecureContext(pair);
    return pair;
  } catch (cause) {
    throw new SpeechError(
      'INVALID_CONFIG',
      `tls.certFile and tls.keyFile must be a certificate and its key, in PEM and without a password: ${reasonOf(cause)}.`,
      { field: 'tls' },
      { cause },
    );
  }
}

export interface TlsFilesWatch {
  readonly onChange: (pair: TlsKeyPair) => void;
  /** Told of files that do not fit each other, as between two writes: what was read before stays in use. */
  readonly onError: (error: unknown) => void;
}

/** Reads the files again when one of them changes. @returns ends it */
export function watchTlsFiles(files: TlsFiles, { onChange, onError }: TlsFilesWatch): () => void {
  const reload = (): void => void readTlsFiles(files).then(onChange, onError);
  const paths = [files.certFile, files.keyFile];
  for (const path of paths) watchFile(path, { interval: LOOK_EVERY_MS, persistent: false }, reload);
  return () => {
    for (const path of paths) unwatchFile(path, reload);
  };
}

function read(setting: string, path: string): Promise<Buffer> {
  return readFile(path).catch((cause: unknown) => {
    throw new SpeechError(
      'INVALID_CONFIG',
      `${setting} names ${path}, which can't be read: ${reasonOf(cause)}.`,
      { field: setting },
      { cause },
    );
  });
}

function reasonOf(cause: unknown): string {
  return (cause as NodeJS.ErrnoException).code ?? String(cause);
}
