/** Writes the API reference from the docstrings of what people import, as Markdown pages under docs/reference/. */
import { join } from 'node:path';
import { Application } from 'typedoc';
import { readWorkspaces, SOURCE_CONDITION } from '../../.ci/workspaces.ts';

const root = join(import.meta.dirname, '../..');
/** What applications, self-hosters and authors of plugins import; the other packages are parts of these. */
const DOCUMENTED = /\/(parlance|client|core|worker-kit|testkit)$/;

const entryPoints = readWorkspaces(root)
  .filter(({ directory }) => DOCUMENTED.test(directory))
  .flatMap(({ directory, manifest }) =>
    Object.values(manifest.exports ?? {}).flatMap((target) => {
      const source = typeof target === 'string' ? undefined : target[SOURCE_CONDITION];
      return source === undefined ? [] : [join(root, directory, source)];
    }),
  );

const app = await Application.bootstrapWithPlugins({
  entryPoints,
  tsconfig: join(root, 'tsconfig.json'),
  plugin: ['typedoc-plugin-markdown', 'typedoc-vitepress-theme'],
  out: join(root, 'docs/reference'),
  name: 'API reference',
  readme: 'none',
  disableSources: true,
  excludeInternal: true,
  excludePrivate: true,
  // A type that is not exported is shown where it is used.
  validation: { notExported: false, invalidLink: false },
  logLevel: 'Error',
  // Options of the two plugins, which TypeDoc's own types do not know.
  ...{
    docsRoot: join(root, 'docs'),
    hideBreadcrumbs: true,
    entryFileName: 'index',
    parametersFormat: 'table',
  },
});
const project = await app.convert();
if (project === undefined) process.exit(1);
await app.generateOutputs(project);
