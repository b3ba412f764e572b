import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { SpeechError } from '@parlance/core/errors';
import { createTarDecoder } from 'modern-tar';
import { type BackupManifest, backupManifest, MANIFEST_NAME } from './manifest.ts';

export interface BackupEntry {
  readonly name: string;
  readonly bytes: number;
  /** Must be read before the next entry is requested, or not at all. */
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * The files of an archive, in order.
 *
 * @throws SpeechError `STORAGE_FAILED` if the file is missing, truncated, or not an archive
 */
export async function* readEntries(path: string): AsyncGenerator<BackupEntry, void, undefined> {
  const file = createReadStream(path);
  const decoder = createTarDecoder({ strict: true });
  const feeding = pipeline(file, createGunzip(), Writable.fromWeb(decoder.writable));
  // Awaited below; until then a failure shows up in the loop as well.
  feeding.catch(() => undefined);
  const reader = decoder.readable.getReader();
  try {
    for (let entry = await reader.read(); !entry.done; entry = await reader.read()) {
      const { header, body } = entry.value;
      yield { name: header.name, bytes: header.size, content: contentOf(body, path) };
      // Skips unread content: the decoder returns the next entry only after the last byte of this one.
      await body.pipeTo(new WritableStream());
    }
    await feeding;
  } catch (cause) {
    throw SpeechError.is(cause) ? cause : unreadable(path, cause);
  } finally {
    file.destroy();
    // Not awaited: after an early exit the decoder waits for its open entry, which nobody reads.
    reader.cancel().catch(() => undefined);
  }
}

/** Content is read outside of the loop over the entries, so its errors are converted here in the same way. */
async function* contentOf(body: AsyncIterable<Uint8Array>, path: string): AsyncIterable<Uint8Array> {
  try {
    yield* body;
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

/**
 * Reads a whole archive and compares it with its manifest.
 *
 * @param onBytes called with the size of each file in bytes
 * @throws SpeechError like {@link readEntries}, and if a file is missing, unexpected or differs from its checksum
 */
export async function verifyBackup(path: string, onBytes: (bytes: number) => void): Promise<BackupManifest> {
  await stat(path).catch((cause: unknown) => {
    throw unreadable(path, cause);
  });
  const found = new Map<string, { readonly bytes: number; readonly sha256: string }>();
  let manifest: BackupManifest | undefined;
  for await (const { name, bytes, content } of readEntries(path)) {
    if (name === MANIFEST_NAME) {
      manifest = manifestOf(path, (await buffer(content)).toString());
      continue;
    }
    const sha256 = createHash('sha256');
    for await (const chunk of content) sha256.update(chunk);
    found.set(name, { bytes, sha256: sha256.digest('hex') });
    onBytes(bytes);
  }
  if (manifest === undefined) throw damaged(path, `has no ${MANIFEST_NAME}`);
  for (const { name, bytes, sha256 } of manifest.files) {
    const file = found.get(name);
    if (file === undefined) throw damaged(path, `lacks ${name}`);
    if (file.bytes !== bytes || file.sha256 !== sha256)
      throw damaged(path, `holds a ${name} that differs from its checksum`);
  }
  if (found.size > manifest.files.length) throw damaged(path, 'holds files that its manifest does not name');
  return manifest;
}

function manifestOf(path: string, text: string): BackupManifest {
  try {
    return backupManifest.parse(JSON.parse(text));
  } catch (cause) {
    throw new SpeechError(
      'STORAGE_FAILED',
      `${path} has a ${MANIFEST_NAME} that this version does not read; restore it with the version that made it.`,
      { reason: 'MANIFEST' },
      { cause },
    );
  }
}

function damaged(path: string, fault: string): SpeechError {
  return new SpeechError('STORAGE_FAILED', `${path} ${fault}; it is damaged, use another backup.`, {
    reason: 'DAMAGED_BACKUP',
  });
}

function unreadable(path: string, cause: unknown): SpeechError {
  const reason = (cause as NodeJS.ErrnoException).code ?? 'unknown';
  const faults: Readonly<Record<string, string>> = {
    ENOENT: 'does not exist; check its name',
    EACCES: "can't be read by this user; change its permissions",
    EISDIR: 'is a folder; name a file that parlance backup made',
    Z_DATA_ERROR: 'is not a backup of Parlance, or is damaged; use another file',
    Z_BUF_ERROR: 'is cut off; use another backup',
  };
  const fault = faults[reason] ?? 'is not a backup of Parlance, or is damaged; use another file';
  return new SpeechError('STORAGE_FAILED', `${path} ${fault}.`, { reason }, { cause });
}
