import { open, stat } from 'node:fs/promises';
import { wavRefusal } from './wav-header.ts';

/** Random access to bytes, for any number of simultaneous readers. */
export interface ByteSource {
  readonly sizeBytes: number;
  /** Fills `target` from `offsetBytes` on. @returns the number of bytes read; fewer than requested only at the end */
  read(offsetBytes: number, target: Uint8Array): Promise<number>;
  /** Safe to call twice. */
  close(): Promise<void>;
}

function bufferByteSource(bytes: Uint8Array): ByteSource {
  return {
    sizeBytes: bytes.length,
    read: async (offsetBytes, target) => {
      const piece = bytes.subarray(offsetBytes, offsetBytes + target.length);
      target.set(piece);
      return piece.length;
    },
    close: async () => {},
  };
}

/** @param source the bytes of a file, which must not change while in use, or its path */
export async function openByteSource(source: Uint8Array | string): Promise<ByteSource> {
  return typeof source === 'string' ? fileByteSource(source) : bufferByteSource(source);
}

/**
 * Opens a regular file. The handle stays open, so that the file that is read later is the one that was inspected.
 *
 * @throws SpeechError `AUDIO_NOT_READABLE` if it can't be opened or is not a regular file
 */
export async function fileByteSource(path: string): Promise<ByteSource> {
  // Checked before opening, since opening a named pipe would wait for its writer forever.
  const stats = await stat(path).catch(refuseFile);
  if (!stats.isFile()) throw wavRefusal('not-a-file', 'The audio path is not a regular file.');
  const handle = await open(path, 'r').catch(refuseFile);
  let closing: Promise<void> | undefined;
  return {
    sizeBytes: stats.size,
    read: async (offsetBytes, target) => {
      let filledBytes = 0;
      while (filledBytes < target.length) {
        const { bytesRead } = await handle
          .read(target, filledBytes, target.length - filledBytes, offsetBytes + filledBytes)
          .catch(refuseFile);
        if (bytesRead === 0) break;
        filledBytes += bytesRead;
      }
      return filledBytes;
    },
    close: () => {
      closing ??= handle.close();
      return closing;
    },
  };
}

/** Reports the reason without the path, which may contain data of a user. */
function refuseFile(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  throw wavRefusal('file', `The audio file cannot be read: ${code}.`, { systemCode: code });
}
