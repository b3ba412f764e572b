import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChoiceTable } from '@parlance/core/storage';
import type { DefaultChoices } from '@parlance/runtime';
import type { DataFolder } from '@parlance/storage-sql';

const FILE = 'defaults.json';

/** The storage that has the choices. */
export interface ChosenDefaults {
  readonly records: { readonly choices: Pick<ChoiceTable, 'newerThan'> };
}

/**
 * Copies the chosen default voice and recognizer from the database to a file, for commands that synthesize and transcribe without the database:
 * opening it would take time, and is impossible while a server runs.
 */
export async function recordDefaults(
  folder: Pick<DataFolder, 'writeJson' | 'remove'>,
  { records }: ChosenDefaults,
): Promise<void> {
  const { defaultVoice = null, defaultRecognizer = null } = (await records.choices.newerThan(0)) ?? {};
  if (defaultVoice === null && defaultRecognizer === null) await folder.remove(FILE);
  else await folder.writeJson(FILE, { defaultVoice, defaultRecognizer } satisfies DefaultChoices);
}

/** @returns no choice if the file is missing or unreadable */
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
