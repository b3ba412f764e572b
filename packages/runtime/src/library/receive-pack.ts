import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { isPackPath, type VoicePackManifest } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { LIMITS } from '@parlance/core/limits';
import type { UploadedPackFile } from '@parlance/core/service';
import type { Spool, SpooledFile } from '@parlance/core/storage';
import type { StoredPackFile } from '@parlance/core/voices';
import { PACK_MANIFEST, parseManifest } from '../voices/voice-packs.ts';

export interface ReceivedFile extends StoredPackFile {
  /** A path on this machine. */
  readonly localPath: string;
}

/** A completely received pack. Its files stay in the spool until it is disposed. */
export interface ReceivedPack extends AsyncDisposable {
  readonly manifest: VoicePackManifest;
  /** The files that the manifest names, and those about the licence; not the manifest itself. */
  readonly files: readonly ReceivedFile[];
}

interface SpooledUpload extends ReceivedFile {
  readonly spooled: SpooledFile;
}

const { maxBytes, maxFiles, maxManifestBytes } = LIMITS.voicePack;
const BYTES_PER_MEGABYTE = 1_000_000;
const MAX_PATH_CHARS = 400;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds them
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/;
/** Files that are kept although no role names them. */
const ABOUT_FILE = /^(licen[cs]e|copying|notice|readme|model_card)([._-][^/]*)?$/i;

/** @throws SpeechError `INVALID_INPUT`, `ABORTED`, a storage code, any error of `uploads`; then nothing stays in the spool */
export async function receivePack(
  uploads: AsyncIterable<UploadedPackFile>,
  { spool, signal }: { readonly spool: Spool; readonly signal?: AbortSignal | undefined },
): Promise<ReceivedPack> {
  const received: SpooledUpload[] = [];
  const dispose = async (): Promise<void> => {
    for (const { spooled } of received) await spooled[Symbol.asyncDispose]();
  };
  let leftBytes: number = maxBytes;
  try {
    for await (const { path, content } of uploads) {
      if (received.length >= maxFiles) throw invalid(`A voice pack has at most ${maxFiles} files.`);
      const name = requirePath(path, received);
      const hash = createHash('sha256');
      const spooled = await spool.write(measured(content, hash, leftBytes), { maxBytes, signal });
      leftBytes -= spooled.bytes;
      const { path: localPath, bytes } = spooled;
      received.push({ path: name, localPath, bytes, sha256: hash.digest('hex'), spooled });
    }
    return { ...(await takeApart(received)), [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose().catch(() => undefined);
    throw error;
  }
}

async function* measured(
  content: AsyncIterable<Uint8Array>,
  hash: { update(bytes: Uint8Array): unknown },
  leftBytes: number,
): AsyncGenerator<Uint8Array> {
  let left = leftBytes;
  for await (const bytes of content) {
    left -= bytes.byteLength;
    if (left < 0) throw invalid(`A voice pack has at most ${maxBytes / BYTES_PER_MEGABYTE} MB.`);
    hash.update(bytes);
    yield bytes;
  }
}

function requirePath(given: string, received: readonly ReceivedFile[]): string {
  const path = posix.normalize(given);
  const isFile = given !== '' && !given.endsWith('/') && path !== '.';
  if (!isFile || given.length > MAX_PATH_CHARS || CONTROL_CHARACTER.test(given) || !isPackPath(given)) {
    throw invalid('Each file needs a name: its path inside the pack, with "/" and without "..".');
  }
  const folded = path.toLowerCase();
  const other = received.find((one) => {
    const known = one.path.toLowerCase();
    return known === folded || known.startsWith(`${folded}/`) || folded.startsWith(`${known}/`);
  });
  if (other !== undefined) throw invalid(`The pack has both ${other.path} and ${path}.`);
  return path;
}

async function takeApart(
  received: readonly ReceivedFile[],
): Promise<{ readonly manifest: VoicePackManifest; readonly files: readonly ReceivedFile[] }> {
  const manifests = received.filter(({ path }) => posix.basename(path) === PACK_MANIFEST);
  const [manifestFile, second] = manifests.toSorted((one, other) => depthOf(one.path) - depthOf(other.path));
  if (manifestFile === undefined) throw invalid(`The pack has no ${PACK_MANIFEST}.`);
  if (second !== undefined && depthOf(second.path) === depthOf(manifestFile.path))
    throw invalid(`${manifestFile.path} and ${second.path} belong to two packs; add one at a time.`);
  if (manifestFile.bytes > maxManifestBytes)
    throw invalid(`${PACK_MANIFEST} has ${manifestFile.bytes} bytes; the limit is ${maxManifestBytes}.`);
  const manifest = parseManifest(await readFile(manifestFile.localPath, 'utf8'), 'INVALID_INPUT');
  const above = manifestFile.path.slice(0, -PACK_MANIFEST.length);
  const inside = received
    .filter((file) => file !== manifestFile && file.path.startsWith(above))
    .map(({ path, localPath, bytes, sha256 }) => ({
      path: path.slice(above.length),
      localPath,
      bytes,
      sha256,
    }));
  const roles = Object.entries(manifest.files).map(([role, named]) => {
    const path = posix.join(named, '.');
    const isPartOf = (file: ReceivedFile): boolean => file.path === path || file.path.startsWith(`${path}/`);
    if (!inside.some(isPartOf)) throw invalid(`files.${role} names ${named}, which is not in the pack.`);
    return isPartOf;
  });
  const files = inside.filter(
    (file) => roles.some((isPartOf) => isPartOf(file)) || ABOUT_FILE.test(file.path),
  );
  return { manifest, files };
}

function depthOf(path: string): number {
  return path.split('/').length;
}

function invalid(message: string): SpeechError {
  return new SpeechError('INVALID_INPUT', message, { field: 'voicePack' });
}
