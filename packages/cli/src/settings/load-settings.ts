import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  parseInput,
  SETTING_VARIABLES,
  type ServerSettings,
  SpeechError,
  serverSettings,
} from '@parlance/core';

const FILES = ['parlance.config.ts', 'parlance.config.js', 'parlance.config.json'];

/**
 * Reads the settings: the file in the working directory, or the one named, overridden by the environment.
 *
 * @throws SpeechError `INVALID_CONFIG` listing every fault by its path
 */
export async function loadSettings(
  file: string | undefined,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<ServerSettings> {
  const path = file ?? FILES.find((name) => existsSync(name));
  const fromFile = path === undefined ? {} : await readSettingsFile(resolve(path));
  return Object.freeze(
    parseInput(serverSettings, { ...fromFile, ...fromEnvironment(environment) }, 'INVALID_CONFIG'),
  );
}

function fromEnvironment(environment: NodeJS.ProcessEnv): Record<string, unknown> {
  const values = Object.entries(SETTING_VARIABLES).flatMap(([variable, setting]) => {
    const value = environment[variable];
    if (value === undefined || value === '') return [];
    return [[setting, setting === 'port' ? numberOf(value) : value] as const];
  });
  return Object.fromEntries(values);
}

/** What is no number stays as it was given, so that the message can show it. */
function numberOf(value: string): number | string {
  return /^\d+$/.test(value) ? Number(value) : value;
}

async function readSettingsFile(path: string): Promise<Record<string, unknown>> {
  try {
    if (path.endsWith('.json')) return JSON.parse(await readFile(path, 'utf8'));
    const module: { default?: unknown } = await import(pathToFileURL(path).href);
    if (typeof module.default === 'object' && module.default !== null) return { ...module.default };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SpeechError('INVALID_CONFIG', `The settings file can't be read: ${reason}`, {}, { cause });
  }
  throw new SpeechError('INVALID_CONFIG', 'The settings file must export its settings as default.');
}
