import { open, stat } from 'node:fs/promises';
import { wavRefusal } from './wav-header.ts';

/** Bytes that can be read at any place, any number of readers at once. */
export interface ByteSource {
  readonly sizeBytes: number;
  /** Fills `target` from `offsetBytes` on. @returns how many bytes were there; fewer than asked at the end only */
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

/** @param source a whole file, which must not change while in use, or its path */
export async function openByteSource(source: Uint8Array | string): Promise<ByteSource> {
  return typeof source === 'string' ? fileByteSource(source) : bufferByteSource(source);
}

/**
 * Opens a regular file; the handle stays, so that the file read later is the one that was inspected.
 *
 * @throws SpeechError `AUDIO_NOT_READABLE` when it can't be opened or is not a regular file
 */
export async function fileByteSource(path: string): Promise<ByteSource> {
  // Before opening: to open a named pipe would wait for its writer, for ever.
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

/** Says why without the path, which may tell of a user. */
function refuseFile(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  throw wavRefusal('file', `The audio file cannot be read: ${code}.`, { systemCode: code });
}
