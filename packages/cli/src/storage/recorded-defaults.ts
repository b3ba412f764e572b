import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SpeechStorage } from '@parlance/core/storage';
import type { DefaultChoices } from '@parlance/runtime';
import type { DataFolder } from '@parlance/storage-sql';

const FILE = 'defaults.json';

/**
 * Leaves word of the default voice and recognizer that the records name, for commands that speak and transcribe without the database: they
 * would have to wait until it is open, and cannot open it while a server runs.
 */
export async function recordDefaults(
  folder: Pick<DataFolder, 'writeJson' | 'remove'>,
  { records }: Pick<SpeechStorage, 'records'>,
): Promise<void> {
  const { defaultVoice = null, defaultRecognizer = null } = (await records.choices.newerThan(0)) ?? {};
  if (defaultVoice === null && defaultRecognizer === null) await folder.remove(FILE);
  else await folder.writeJson(FILE, { defaultVoice, defaultRecognizer } satisfies DefaultChoices);
}

/** @returns nothing chosen where nothing readable says what was */
export async function readDefaults(dataDir: string): Promise<DefaultChoices> {
  const text = await readFile(join(dataDir, FILE), 'utf8').catch(() => '{}');
  const { defaultVoice, defaultRecognizer } = parse(text);
  return { defaultVoice: codeOf(defaultVoice), defaultRecognizer: codeOf(defaultRecognizer) };
}

function parse(text: string): { readonly [Name in keyof DefaultChoices]?: unknown } {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

function codeOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
