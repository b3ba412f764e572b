import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The condition under which a package resolves to its TypeScript source. */
export const SOURCE_CONDITION = '@parlance/source';

export interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly files?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly homepage?: string;
  readonly bugs?: string;
  readonly repository?: { readonly type: string; readonly url: string; readonly directory?: string };
  readonly engines?: { readonly node?: string };
}

export interface Workspace {
  /** Relative to the repository's root. */
  readonly directory: string;
  readonly manifest: PackageManifest;
}

/** Every npm package of the repository, in the order of their folders; those of other languages have no `package.json`. */
export function readWorkspaces(root: string): readonly Workspace[] {
  return ['packages', 'plugins'].flatMap((parent) =>
    readdirSync(join(root, parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && existsSync(join(root, parent, entry.name, 'package.json')))
      .map(({ name }) => {
        const directory = join(parent, name);
        const manifest: PackageManifest = JSON.parse(
          readFileSync(join(root, directory, 'package.json'), 'utf8'),
        );
        return { directory, manifest };
      }),
  );
}
