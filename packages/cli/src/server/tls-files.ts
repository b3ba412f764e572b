import { unwatchFile, watchFile } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { SpeechError } from '@parlance/core/errors';
import type { ServerSettings } from '@parlance/core/settings';
import type { TlsKeyPair } from '@parlance/http';

export type TlsFiles = NonNullable<ServerSettings['tls']>;

/** The files are polled, since mounted secrets are symbolic links, whose changes raise no events. */
const LOOK_EVERY_MS = 5000;

/** @throws SpeechError `INVALID_CONFIG` if a file can't be read, or the two are not a certificate and its key */
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
  /** Called if the files do not match, for instance between two writes; the previous pair stays in use. */
  readonly onError: (error: unknown) => void;
}

/** Reads the files again when one of them changes. @returns stops watching */
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
