import { createRequire } from 'node:module';

/** Reads this package's manifest, wherever the bundle is installed. */
export function ownManifest(): { readonly version: string; readonly engines: { readonly node: string } } {
  return createRequire(import.meta.url)('@parlance/cli/package.json');
}
