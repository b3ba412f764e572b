import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SpeechError } from '@parlance/core/errors';
import { parseInput } from '@parlance/core/input';
import { SETTING_VARIABLES, type ServerSettings, serverSettings, withProfile } from '@parlance/core/settings';

const FILES = ['parlance.config.ts', 'parlance.config.js', 'parlance.config.json'];

export interface SettingsSources {
  /** Absent: the first of the default names that exists in the working directory, or none. */
  readonly file?: string | undefined;
  readonly environment?: NodeJS.ProcessEnv;
  /** Settings from the command's options, as strings; they override everything else. */
  readonly options?: Readonly<Record<string, string | undefined>>;
}

/**
 * Reads the settings: from the file, overridden by the environment, overridden by options.
 *
 * @throws SpeechError `INVALID_CONFIG` listing every invalid setting by its path
 */
export async function loadSettings({
  file,
  environment = process.env,
  options = {},
}: SettingsSources = {}): Promise<ServerSettings> {
  const path = file ?? FILES.find((name) => existsSync(name));
  const fromFile = path === undefined ? {} : await readSettingsFile(resolve(path));
  const values = withPaths(fromFile, { ...fromEnvironment(environment), ...withNumbers(options) });
  try {
    return Object.freeze(parseInput(serverSettings, withProfile(values), 'INVALID_CONFIG'));
  } catch (error) {
    throw withSources(SpeechError.from(error), { environment, path, fromFile });
  }
}

function fromEnvironment(environment: NodeJS.ProcessEnv): Record<string, unknown> {
  const named = Object.entries(SETTING_VARIABLES).map(([variable, setting]) => [
    setting,
    environment[variable],
  ]);
  return withNumbers(Object.fromEntries(named));
}

/** The settings of the file, overridden by others that are named by their paths. */
function withPaths(
  fromFile: Readonly<Record<string, unknown>>,
  named: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const values = { ...fromFile };
  for (const [path, value] of Object.entries(named)) {
    const [setting = '', part] = path.split('.');
    values[setting] =
      part === undefined ? value : { ...(values[setting] as object | undefined), [part]: value };
  }
  return values;
}

type SettingPath = (typeof SETTING_VARIABLES)[keyof typeof SETTING_VARIABLES];
const NUMBERS: ReadonlySet<string> = new Set<SettingPath>([
  'port',
  'wyoming.port',
  'asterisk.port',
  'drainDelaySeconds',
  'drainTimeoutSeconds',
  'databaseConnections',
  'liveTextMaxChars',
  'sessionMaxSeconds',
]);

/** Omits unset values. An invalid number stays a string, so that the error message can show it. */
function withNumbers(values: Readonly<Record<string, string | undefined>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([setting, value]) => {
      if (value === undefined || value === '') return [];
      return [[setting, NUMBERS.has(setting) && /^\d+$/.test(value) ? Number(value) : value]];
    }),
  );
}

/** The file, and for a syntax error in TypeScript the line, with which Node begins the stack. JSON's own message has line and column. */
function placeIn(path: string, cause: unknown): string {
  const stack = cause instanceof Error ? (cause.stack ?? '') : '';
  const [first = ''] = stack.split('\n', 1);
  const isPlace = first.startsWith(`${path}:`) && /:\d+$/.test(first);
  return isPlace ? first : path;
}

/** Adds where invalid settings come from: the environment variable or the file. */
function withSources(
  error: SpeechError,
  {
    environment,
    path,
    fromFile,
  }: {
    readonly environment: NodeJS.ProcessEnv;
    readonly path: string | undefined;
    readonly fromFile: object;
  },
): SpeechError {
  const given = fromEnvironment(environment);
  const faulty = Object.entries(SETTING_VARIABLES).filter(
    ([, setting]) => setting in given && isFaulty(setting, given[setting]),
  );
  const hints = faulty.map(([variable, setting]) => `${variable} sets ${setting}.`);
  if (path !== undefined && !serverSettings.safeParse(fromFile).success)
    hints.push(`The settings file is ${path}.`);
  if (hints.length === 0) return error;
  return new SpeechError(error.code, [error.message, ...hints].join(' '), error.details, { cause: error });
}

function isFaulty(path: SettingPath, value: unknown): boolean {
  const { error } = serverSettings.safeParse(withPaths({}, { [path]: value }));
  return error?.issues.some((issue) => issue.path.join('.') === path) ?? false;
}

async function readSettingsFile(path: string): Promise<Record<string, unknown>> {
  let settings: unknown;
  try {
    settings = path.endsWith('.json')
      ? JSON.parse(await readFile(path, 'utf8'))
      : ((await import(pathToFileURL(path).href)) as { default?: unknown }).default;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const place = placeIn(path, cause);
    throw new SpeechError(
      'INVALID_CONFIG',
      `${place}: The settings file can't be read: ${reason}`,
      {},
      { cause },
    );
  }
  if (typeof settings === 'object' && settings !== null && !Array.isArray(settings))
    return settings as Record<string, unknown>;
  const wanted = path.endsWith('.json') ? 'hold one JSON object' : 'export an object as default';
  throw new SpeechError('INVALID_CONFIG', `The settings file must ${wanted}: ${path}`);
}
