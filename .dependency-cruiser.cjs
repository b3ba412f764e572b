/** The ways imports may go. docs/architecture.md draws them; this file enforces them. */
const CORE = '^packages/core/src';
const OURS = '^(packages|plugins)/';
const TESTS = '\\.test\\.ts$|/test/';

/** The plugins that the one package brings; all others know plugins by the names in their settings. */
const BUNDLED_PLUGINS = ['^plugins/sherpa-onnx/', '^plugins/flite/'];

/** What callers speak to a service. */
const DIALECTS = ['http', 'websocket', 'openai', 'realtime', 'wyoming'];

const room = (name) => `^packages/${name}/src`;
/** What each room of packages/ may import of the others. */
const MAY_IMPORT = {
  core: [],
  audio: ['core', 'worker-kit'],
  models: ['core'],
  'worker-kit': ['core'],
  'create-parlance-plugin': ['core'],
  storage: ['core'],
  'storage-sql': ['core', 'storage'],
  'storage-s3': ['core', 'storage'],
  egress: ['core'],
  testkit: ['core'],
  runtime: ['core', 'audio', 'models', 'storage', 'egress'],
  http: ['core'],
  sockets: ['core'],
  websocket: ['core', 'sockets'],
  openai: ['core'],
  realtime: ['core', 'sockets'],
  wyoming: ['core'],
  client: ['core'],
  'ai-sdk': ['client'],
  console: ['core', 'http', 'client'],
  cli: ['core', 'audio', 'console', 'models', 'storage', 'storage-sql', 'storage-s3', 'runtime', ...DIALECTS],
  parlance: ['core', 'cli', 'client', 'console', 'runtime', ...DIALECTS],
};

const roomRules = Object.entries(MAY_IMPORT).map(([name, allowed]) => ({
  name: `${name}-imports-only-its-own`,
  comment: `packages/${name} may import ${allowed.join(', ') || 'no package of ours'}; see docs/architecture.md.`,
  severity: 'error',
  from: { path: room(name), pathNot: TESTS },
  to: {
    path: OURS,
    pathNot: [name, ...allowed]
      .map((to) => `^packages/${to}/`)
      .concat(name === 'parlance' ? BUNDLED_PLUGINS : []),
  },
}));

module.exports = {
  forbidden: [
    ...roomRules,
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'core-knows-no-outside',
      comment:
        'core runs in a browser: no node builtins, no package but zod and the distance between two words.',
      severity: 'error',
      from: { path: CORE, pathNot: TESTS },
      to: {
        dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-no-pkg', 'npm-unknown'],
        pathNot: 'node_modules/(zod|fastest-levenshtein)/',
      },
    },
    {
      name: 'domain-is-pure',
      comment:
        'domain holds values and rules: it imports nothing but itself, and the distance between two words.',
      severity: 'error',
      from: { path: `${CORE}/domain`, pathNot: TESTS },
      to: { pathNot: [`${CORE}/domain`, 'node_modules/fastest-levenshtein/'] },
    },
    {
      name: 'ports-know-no-use-case-values',
      severity: 'error',
      from: { path: `${CORE}/ports` },
      to: { path: `${CORE}/use-cases`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'plugins-stay-apart',
      severity: 'error',
      from: { path: '^plugins/([^/]+)/src', pathNot: TESTS },
      to: { path: OURS, pathNot: ['^plugins/$1/', '^packages/(core|worker-kit|models|audio)/'] },
    },
    {
      name: 'packages-import-no-plugin',
      severity: 'error',
      from: { path: '^packages/', pathNot: [TESTS, '^packages/parlance/'] },
      to: { path: '^plugins/' },
    },
    {
      name: 'host-loads-no-worker',
      comment: 'host/ runs in the service process: a worker module would bring native code into it.',
      severity: 'error',
      from: { path: '^(packages|plugins)/[^/]+/src/(host|[^/]+\\.ts)', pathNot: TESTS },
      to: { path: '/src/worker/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'containers-in-runtime-only',
      severity: 'error',
      from: { pathNot: '^packages/runtime/src/composition' },
      to: { path: 'node_modules/(tsyringe|reflect-metadata)' },
    },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'not-to-dev-dep',
      severity: 'error',
      from: { path: '^(packages|plugins)/[^/]+/src', pathNot: [TESTS, '^packages/testkit/'] },
      to: { dependencyTypes: ['npm-dev'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(packages|plugins)/[^/]+/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@parlance/source', 'import', 'types', 'node', 'default'],
      extensions: ['.ts', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
