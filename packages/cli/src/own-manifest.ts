import { createRequire } from 'node:module';

/** What this package's manifest says, wherever the bundle lies. */
export function ownManifest(): { readonly version: string; readonly engines: { readonly node: string } } {
  return createRequire(import.meta.url)('@parlance/cli/package.json');
}
