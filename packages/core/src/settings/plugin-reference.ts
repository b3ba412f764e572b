import { z } from 'zod';

const moduleName = z.string('must be the name of a package').min(1, 'must not be empty');

/** A plugin in the settings: its package, or a file of the project such as `./my-plugin.ts`, and its options. */
export const pluginReference = z.union(
  [moduleName, z.strictObject({ module: moduleName, options: z.unknown().optional() })],
  'must be the name of a package, or { module, options }',
);
export type PluginReference = z.output<typeof pluginReference>;
