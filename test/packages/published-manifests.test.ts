import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { satisfies } from 'semver';
import { afterAll, describe, expect, it } from 'vitest';
import { type PackageManifest, readWorkspaces } from '../../.ci/workspaces.ts';
import { placeOf, readLockFile } from './lock-file.ts';

const root = join(import.meta.dirname, '../..');
const workspaces = readWorkspaces(root);
const rootManifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as PackageManifest;
const named = workspaces.map((workspace) => [workspace.manifest.name, workspace] as const);
/** What `engines` of each package says. */
const oldestNode = '22.12';
/** Beside optional ones, as builds of single platforms are. docs/adr/2026-11-23-storage-packages.md says what they are. */
const MAX_LIGHT_PACKAGES = 40;
const readmeOf = (directory: string): string => readFileSync(join(root, directory, 'README.md'), 'utf8');

describe.each(named)('the manifest of %s', (name, { directory, manifest }) => {
  it('leads every user to files that are there, in the form it says', async () => {
    const { messages, pkg } = await publint({
      pkgDir: join(root, directory),
      level: 'warning',
      strict: true,
    });
    // The source condition names files that are not published: nobody sets it outside this repository.
    const faults = messages.filter(({ path }) => !path.includes('@parlance/source'));
    expect(faults.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it('says what the package is, where it comes from and which Node it needs', () => {
    expect(manifest.description?.length).toBeGreaterThan(30);
    expect(manifest.keywords).toContain('parlance');
    expect(manifest.keywords?.length).toBeGreaterThan(3);
    expect(manifest.repository).toEqual({ ...rootManifest.repository, directory });
    expect(manifest.bugs).toBe(rootManifest.bugs);
    expect(manifest.homepage).toBe(
      `${rootManifest.homepage?.replace('#readme', '')}/tree/main/${directory}#readme`,
    );
    expect(manifest.engines).toEqual({ node: `>=${oldestNode}` });
  });

  it('comes with a README that says how to use it and leads to the docs', () => {
    const readme = readmeOf(directory);
    expect(readme).toContain(`# ${name}\n`);
    expect(readme).toMatch(/```(ts|js|sh)\n/);
    expect(readme).toMatch(/\]\(https:\S+\/blob\/main\/docs\/[\w/-]+\.md/);
    for (const [, page] of readme.matchAll(/\/blob\/main\/(docs\/[\w/-]+\.md)/g))
      expect(readFileSync(join(root, page ?? '')).byteLength).toBeGreaterThan(0);
  });
});

describe('the Node that the packages need', () => {
  const lock = readLockFile(root);

  it('is recent enough for everything that they depend on', () => {
    const seen = new Set<string>();
    const visit = (place: string, dependencies: Readonly<Record<string, string>> = {}): void => {
      for (const name of Object.keys(dependencies)) {
        const found = placeOf(name, place, lock);
        if (found === undefined || seen.has(found)) continue;
        seen.add(found);
        visit(found, lock.packages[found]?.dependencies);
      }
    };
    for (const { directory, manifest } of workspaces) visit(directory, manifest.dependencies);
    expect(seen.size).toBeGreaterThan(100);
    const tooNew = [...seen].filter(
      (place) => !satisfies(`${oldestNode}.0`, lock.packages[place]?.engines?.node ?? '*'),
    );
    expect(tooNew).toEqual([]);
  });

  it.each(['README.md', 'docs/guide.md', 'docs/embedding.md', 'packages/parlance/README.md'])(
    'is the one that %s names',
    (page) => {
      expect(readFileSync(join(root, page), 'utf8')).toContain(`Node ${oldestNode} or later`);
    },
  );
});

describe('speech in-process with the runtime and one plugin', () => {
  const lock = readLockFile(root);
  const installed = new Set<string>();
  const visit = (name: string, from: string): void => {
    const place = placeOf(name, from, lock);
    if (place === undefined) throw new Error(`The lock file has no ${name} for ${from}.`);
    const found = lock.packages[place]?.resolved ?? '';
    const at = workspaces.some(({ directory }) => directory === found) ? found : place;
    if (installed.has(at)) return;
    installed.add(at);
    for (const dependency of Object.keys(lock.packages[at]?.dependencies ?? {})) visit(dependency, at);
  };
  for (const name of ['@parlance/runtime', '@parlance/plugin-sherpa-onnx']) visit(name, '');

  it('installs no database and no client of S3', () => {
    expect([...installed]).toContain('packages/storage');
    const unwanted = /storage-sql|storage-s3|aws-sdk|smithy|pglite|pg-boss|kysely|node_modules\/pg/;
    expect([...installed].filter((place) => unwanted.test(place))).toEqual([]);
  });

  it(`installs at most ${MAX_LIGHT_PACKAGES} packages`, () => {
    expect(installed.size).toBeLessThanOrEqual(MAX_LIGHT_PACKAGES);
  });
});

describe('the snippets of the READMEs', () => {
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'parlance-readmes-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('have sound types', () => {
    const snippets = [{ directory: '.' }, ...workspaces].flatMap(({ directory }) =>
      [...readmeOf(directory).matchAll(/^```(?:ts|js)\n(.*?)^```$/gms)].map(([, source = '']) => source),
    );
    expect(snippets.length).toBeGreaterThan(workspaces.length - 1);
    for (const [index, source] of snippets.entries()) writeFileSync(join(folder, `${index}.mts`), source);
    // The snippets are checked against the packages' sources, which need the declarations of globals beside them.
    const include = ['*.mts', join(root, 'packages/*/src/**/*.d.ts'), join(root, 'plugins/*/src/**/*.d.ts')];
    const options = { extends: join(root, 'tsconfig.json'), include, exclude: [] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    execFileSync(process.execPath, [tsc, '--noEmit', '-p', folder], { cwd: folder, stdio: 'inherit' });
  });
});
