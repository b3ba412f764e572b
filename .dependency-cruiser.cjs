/** The ways imports may go. docs/architecture.md draws them; this file enforces them. */
const CORE = '^packages/core/src';
const OURS = '^(packages|plugins)/';
const TESTS = '\\.test\\.ts$|/test/';

/** The plugins that the one package brings; all others know plugins by the names in their settings. */
const BUNDLED_PLUGINS = ['^plugins/sherpa-onnx/', '^plugins/flite/'];

/** What callers speak to a service. */
const DIALECTS = ['http', 'websocket', 'openai', 'realtime', 'telephony', 'wyoming'];

const room = (name) => `^packages/${name}/src`;
/** What each room of packages/ may import of the others. */
const MAY_IMPORT = {
  core: [],
  silero: [],
  audio: ['core', 'worker-kit'],
  models: ['core'],
  'worker-kit': ['core'],
  'create-parlance-plugin': ['core'],
  storage: ['core'],
  'storage-sql': ['core', 'storage', 'worker-kit'],
  'storage-s3': ['core', 'storage'],
  egress: ['core'],
  testkit: ['core', 'worker-kit'],
  runtime: ['core', 'audio', 'models', 'storage', 'egress'],
  tracing: ['core'],
  http: ['core'],
  sockets: ['core'],
  websocket: ['core', 'sockets'],
  'openai-kit': ['core', 'http'],
  openai: ['core', 'http', 'openai-kit'],
  realtime: ['core', 'sockets', 'openai-kit'],
  telephony: ['core', 'sockets'],
  wyoming: ['core', 'sockets'],
  client: ['core'],
  'ai-sdk': ['client'],
  livekit: ['client'],
  console: ['core', 'http', 'client'],
  cli: [
    'core',
    'audio',
    'console',
    'models',
    'storage',
    'storage-sql',
    'storage-s3',
    'runtime',
    'worker-kit',
    ...DIALECTS,
  ],
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

/** What each feature of core may import of the others, types included: of those above it, and no more than these. */
const CORE_FEATURES = {
  errors: [],
  limits: [],
  platform: ['errors'],
  input: ['errors', 'limits', 'platform'],
  audio: ['errors', 'limits'],
  text: ['platform', 'audio'],
  segmentation: ['errors', 'limits', 'audio'],
  scheduling: ['errors'],
  engine: ['errors', 'limits', 'platform', 'text', 'scheduling'],
  ssml: ['errors', 'limits', 'text', 'engine'],
  accounts: ['errors', 'platform', 'scheduling', 'input'],
  vocabulary: ['errors', 'limits', 'input', 'text', 'segmentation'],
  voices: ['errors', 'limits', 'platform', 'input', 'text', 'engine'],
  requests: ['errors', 'limits', 'platform', 'audio', 'text', 'segmentation', 'accounts', 'vocabulary'],
  storage: ['platform', 'input', 'accounts', 'vocabulary', 'voices', 'requests'],
  administration: ['errors', 'limits', 'platform', 'input', 'accounts', 'vocabulary', 'requests', 'storage'],
  webhooks: ['errors', 'platform', 'input', 'audio', 'accounts', 'requests', 'storage', 'administration'],
  recognition: ['errors', 'platform', 'audio', 'segmentation', 'engine', 'vocabulary'],
  synthesis: [
    'errors',
    'limits',
    'platform',
    'input',
    'audio',
    'text',
    'segmentation',
    'ssml',
    'scheduling',
    'engine',
    'accounts',
    'vocabulary',
    'voices',
    'requests',
    'storage',
    'webhooks',
  ],
  transcription: [
    'errors',
    'limits',
    'platform',
    'input',
    'audio',
    'segmentation',
    'scheduling',
    'engine',
    'accounts',
    'vocabulary',
    'requests',
    'storage',
    'webhooks',
    'recognition',
  ],
  session: [
    'errors',
    'limits',
    'platform',
    'input',
    'audio',
    'segmentation',
    'accounts',
    'vocabulary',
    'requests',
    'storage',
    'webhooks',
    'recognition',
  ],
  reports: [
    'errors',
    'limits',
    'platform',
    'input',
    'audio',
    'accounts',
    'requests',
    'storage',
    'webhooks',
    'synthesis',
  ],
  maintenance: [
    'errors',
    'limits',
    'platform',
    'input',
    'accounts',
    'voices',
    'requests',
    'storage',
    'synthesis',
  ],
  'speech-stream': [
    'errors',
    'limits',
    'platform',
    'input',
    'audio',
    'text',
    'ssml',
    'scheduling',
    'engine',
    'accounts',
    'vocabulary',
    'voices',
    'storage',
    'synthesis',
    'session',
  ],
  settings: ['limits', 'input', 'synthesis', 'session', 'maintenance'],
  service: [
    'errors',
    'limits',
    'input',
    'engine',
    'accounts',
    'vocabulary',
    'voices',
    'requests',
    'storage',
    'administration',
    'webhooks',
    'synthesis',
    'transcription',
    'session',
    'speech-stream',
    'reports',
  ],
  call: ['errors', 'limits', 'platform', 'input', 'audio', 'accounts', 'session', 'speech-stream', 'service'],
};

const featureRules = Object.entries(CORE_FEATURES).map(([name, allowed]) => ({
  name: `core-${name}-imports-only-its-own`,
  comment: `core/${name} may import ${allowed.join(', ') || 'no other feature'}; see docs/architecture.md.`,
  severity: 'error',
  from: { path: `${CORE}/${name}/`, pathNot: TESTS },
  to: { path: CORE, pathNot: [name, ...allowed].map((to) => `${CORE}/${to}/`) },
}));

/**
 * Folders that are divided, with their folders from top to bottom: each may import those behind it in its row, and the files directly in
 * the divided folder, of which only the index and the program import them.
 */
const DIVIDED = {
  [`${CORE}/accounts`]: ['callers', 'app-limits', 'ledger'],
  [`${CORE}/administration`]: ['apps', 'tokens', 'balances', 'sign-in'],
  [`${CORE}/text`]: ['reading', 'reading-english', 'reading-european', 'segments'],
  [`${CORE}/synthesis`]: ['live', 'batch', 'request', 'speech', 'results', 'words'],
  [`${CORE}/requests`]: ['jobs', 'idempotency', 'records', 'egress'],
  [`${CORE}/transcription`]: ['live', 'batch', 'request', 'speech', 'results'],
  [`${CORE}/recognition`]: ['recognizer', 'decoding', 'words'],
  [`${CORE}/session`]: ['opening', 'ending', 'table', 'speech', 'messages'],
  [room('cli')]: [
    'commands',
    'doctor',
    'server',
    'backup',
    'admin',
    'storage',
    'settings',
    'input',
    'terminal',
  ],
  [`${room('http')}/request`]: ['body', 'auth', 'headers'],
  [`${room('http')}/kit`]: ['openapi', 'endpoint', 'bodies', 'answers', 'errors'],
};

const folderRules = Object.entries(DIVIDED).flatMap(([divided, folders]) => {
  const name = divided.replace('^packages/', '').replace('/src', '').replaceAll('/', '-');
  return [
    {
      name: `${name}-has-no-other-folder`,
      severity: 'error',
      from: {},
      to: {
        path: `${divided}/[^/]+/`,
        pathNot: folders.map((folder) => `${divided}/${folder}/`),
      },
    },
    ...[...folders.slice(1), '[^/]+\\.ts$'].map((from, above) => ({
      name: `${name}-imports-downwards`,
      severity: 'error',
      from: { path: `${divided}/${from}`, pathNot: [TESTS, `${divided}/(index|main|program)\\.ts$`] },
      to: { path: folders.slice(0, above + 1).map((folder) => `${divided}/${folder}/`) },
    })),
  ];
});

module.exports = {
  forbidden: [
    ...roomRules,
    ...featureRules,
    ...folderRules,
    {
      name: 'core-has-no-other-folder',
      comment: 'A file of core belongs to a feature.',
      severity: 'error',
      from: {},
      to: { path: `${CORE}/`, pathNot: Object.keys(CORE_FEATURES).map((name) => `${CORE}/${name}/`) },
    },
    {
      name: 'core-imports-no-index-of-its-own',
      comment: 'An index would load the whole feature.',
      severity: 'error',
      from: { path: CORE, pathNot: TESTS },
      to: { path: `${CORE}/[^/]+/index\\.ts$` },
    },
    {
      name: 'no-circles',
      comment: 'Files that need each other are one idea, or hide a third: imports of types count.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'core-knows-no-outside',
      comment:
        'core runs in a browser: no node builtins, no package but zod, a cache, the distance between two words and a parser of XML.',
      severity: 'error',
      from: { path: CORE, pathNot: TESTS },
      to: {
        dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-no-pkg', 'npm-unknown'],
        pathNot: 'node_modules/(zod|lru-cache|fastest-levenshtein|saxes)/',
      },
    },
    {
      name: 'threads-load-no-package-with-core',
      comment:
        'Worker threads load errors and audio: a package, such as zod, would take longer than all the rest.',
      severity: 'error',
      from: { path: `${CORE}/(errors|limits|platform|audio|text|segmentation|scheduling)/`, pathNot: TESTS },
      to: { path: 'node_modules/' },
    },
    {
      name: 'plugins-stay-apart',
      severity: 'error',
      from: { path: '^plugins/([^/]+)/src', pathNot: TESTS },
      to: { path: OURS, pathNot: ['^plugins/$1/', '^packages/(core|worker-kit|models|audio|silero)/'] },
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
      name: 'pool-machine-is-pure',
      comment:
        'What a pool does is decided without a timer, thread or process; host/ and transports/ have those.',
      severity: 'error',
      from: { path: '^packages/worker-kit/src/machine/', pathNot: TESTS },
      to: {
        pathNot: ['^packages/core/src/', '^packages/worker-kit/src/machine/', '/src/wire/messages\\.ts$'],
      },
    },
    {
      name: 'containers-in-runtime-only',
      severity: 'error',
      from: { pathNot: '^packages/runtime/src/composition' },
      to: { path: 'node_modules/(tsyringe|reflect-metadata)' },
    },
    {
      name: 'not-to-unresolvable',
      comment: 'Mutants have packages of their own, installed when they run.',
      severity: 'error',
      from: { pathNot: '^\\.ci/mutants/' },
      to: { couldNotResolve: true },
    },
    {
      name: 'not-to-dev-dep',
      severity: 'error',
      from: { path: '^(packages|plugins)/[^/]+/src', pathNot: [TESTS, '^packages/testkit/'] },
      // Bundled by the build: packages/core/THIRD-PARTY.md.
      to: { dependencyTypes: ['npm-dev'], pathNot: 'node_modules/saxes/' },
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
