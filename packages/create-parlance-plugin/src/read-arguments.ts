import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SpeechError } from '@parlance/core/errors';

export const USAGE = `Usage: npm create parlance-plugin FOLDER [-- --package NAME]

Creates an engine plugin for Parlance: a TypeScript package that speaks and passes the conformance kit.

  FOLDER           created if it is missing, else must be empty. Its name is the engine's: lower case, digits and hyphens
  --package NAME   name of the npm package. Default: parlance-plugin-FOLDER
  --version        prints the version
  -h, --help       prints this
`;

export interface NewPlugin {
  readonly kind: 'new';
  /** The folder as it was given. */
  readonly folder: string;
  /** The engine's id: kebab-case. */
  readonly engineId: string;
  readonly packageName: string;
}

export type Wish = NewPlugin | { readonly kind: 'help' } | { readonly kind: 'version' };

const ENGINE_ID = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const PACKAGE_NAME = /^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/;
const MAX_PACKAGE_CHARS = 214;

/** @throws SpeechError `INVALID_INPUT` with the problem and the usage */
export function readArguments(args: readonly string[]): Wish {
  const { values, positionals } = parse(args);
  if (values.help === true) return { kind: 'help' };
  if (values.version === true) return { kind: 'version' };
  const [folder, ...rest] = positionals;
  if (folder === undefined) throw wrong('Name a folder, such as my-engine.');
  if (rest.length > 0) throw wrong(`Name one folder; got ${positionals.length}.`);
  const engineId = basename(resolve(folder));
  if (!ENGINE_ID.test(engineId)) {
    throw wrong(
      `"${engineId}" is not a valid engine ID: begin with a letter, and use lower case, digits and hyphens, as in my-engine.`,
    );
  }
  const packageName = values.package ?? `parlance-plugin-${engineId}`;
  if (!PACKAGE_NAME.test(packageName) || packageName.length > MAX_PACKAGE_CHARS) {
    throw wrong(
      `"${packageName}" is not a valid name for an npm package, such as parlance-plugin-mine or @me/parlance-plugin.`,
    );
  }
  return { kind: 'new', folder, engineId, packageName };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        package: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean' },
      },
    });
  } catch (cause) {
    throw wrong(cause instanceof Error ? cause.message : String(cause));
  }
}

function wrong(message: string): SpeechError {
  return new SpeechError('INVALID_INPUT', `${message}\n\n${USAGE}`);
}
