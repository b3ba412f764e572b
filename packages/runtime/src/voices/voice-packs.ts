import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import {
  type SynthesisEngine,
  type VoicePack,
  type VoicePackManifest,
  voicePackManifest,
} from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { parseInput } from '@parlance/core/input';

export const PACK_MANIFEST = 'voice-pack.json';

/**
 * Reads voice packs without loading them.
 *
 * @param folders each is a pack or a folder of packs, relative to `base`
 * @throws SpeechError `INVALID_CONFIG` naming the pack's folder and the invalid member, or a folder without packs
 */
export async function readVoicePacks(
  folders: readonly string[],
  base: string = process.cwd(),
): Promise<readonly VoicePack[]> {
  const packs: VoicePack[] = [];
  for (const folder of folders) {
    const found = await findVoicePacks(resolve(base, folder));
    if (found.length === 0) {
      throw invalid(
        `${folder} neither is a voice pack nor contains one: there is no ${PACK_MANIFEST} in it or its folders.`,
      );
    }
    for (const directory of found) packs.push(await readPack(directory));
  }
  return packs;
}

/** @returns `folder` if it is a pack, else its subfolders that are packs, sorted by name; empty if it does not exist */
export async function findVoicePacks(folder: string): Promise<readonly string[]> {
  if (await isThere(join(folder, PACK_MANIFEST))) return [folder];
  const entries = await readdir(folder).catch(() => []);
  const packs: string[] = [];
  for (const name of entries.toSorted()) {
    if (await isThere(join(folder, name, PACK_MANIFEST))) packs.push(join(folder, name));
  }
  return packs;
}

/** @throws SpeechError `INVALID_CONFIG` for a pack that no engine uses */
export function refuseUnspokenPacks(
  packs: readonly VoicePack[],
  engines: readonly Pick<SynthesisEngine, 'voices'>[],
): void {
  const codes = new Set(engines.flatMap(({ voices }) => voices.map(({ code }) => code)));
  for (const { directory, family, voices } of packs) {
    if (voices.every(({ code }) => codes.has(code))) continue;
    throw invalid(
      `${directory}: no plugin of this service supports the model family "${family}". Add one that does to plugins.`,
    );
  }
}

async function readPack(directory: string): Promise<VoicePack> {
  const pack = await readManifest(directory);
  for (const [role, path] of Object.entries(pack.files)) {
    if (await isThere(path)) continue;
    throw invalid(
      `${directory}: files.${role} names ${relative(directory, path)}, which is not in the pack.`,
    );
  }
  return pack;
}

async function readManifest(directory: string): Promise<VoicePack> {
  try {
    return packOf(await readFile(join(directory, PACK_MANIFEST), 'utf8'), directory);
  } catch (cause) {
    const reason = SpeechError.is(cause) ? cause.message : `${PACK_MANIFEST} can't be read.`;
    throw invalid(`${directory}: ${reason}`, cause);
  }
}

/**
 * @param manifest the text of `voice-pack.json`
 * @throws SpeechError `code` if it is not a manifest
 */
export function parseManifest(
  manifest: string,
  code: 'INVALID_CONFIG' | 'INVALID_INPUT' = 'INVALID_CONFIG',
): VoicePackManifest {
  let content: unknown;
  try {
    content = JSON.parse(manifest);
  } catch (cause) {
    throw new SpeechError(code, `${PACK_MANIFEST} can't be read as JSON.`, {}, { cause });
  }
  return parseInput(voicePackManifest, content, code);
}

/** @param directory absolute @throws SpeechError `INVALID_CONFIG` if it is not a manifest */
export function packOf(manifest: string, directory: string): VoicePack {
  const parsed = parseManifest(manifest);
  const files = Object.entries(parsed.files).map(([role, path]) => [role, join(directory, path)]);
  return { ...parsed, directory, files: Object.fromEntries(files) };
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function invalid(message: string, cause?: unknown): SpeechError {
  return new SpeechError('INVALID_CONFIG', `voicePacks: ${message}`, { field: 'voicePacks' }, { cause });
}
