/**
 * `npm run mutants -- PACKAGE`: changes each statement of a package in turn, as Stryker does, and sees whether one of the package's
 * tests notices. What did not change since the last run is taken from it. The sources that you work on stay as they are: it works
 * in a copy of the repository, which is deleted afterwards; one that a killed run left is deleted by the next.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { ACTIVE_MUTANT } from './active-mutant.ts';
import { makeCopyFolder, removeLeftCopies } from './copies.ts';
import { summarize } from './summary.ts';

const LOWEST_PERCENT = 85;
/** Longer than a test waits in vain: what is ended by it is an endless loop. */
const TIMEOUT_MS = 25_000;
/** Most of a run is waiting: for what a mutant keeps from coming, above all. */
const RUNNERS = 3 * availableParallelism();
const ROOT = join(import.meta.dirname, '../..');

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    fresh: { type: 'boolean', default: false },
    // Those beside the sources, without the package's test folder: less time, and a lower bound of the score.
    'own-tests': { type: 'boolean', default: false },
    // The files of the folder itself, without the folders in it.
    shallow: { type: 'boolean', default: false },
    // What child processes and threads run too. Stryker does not know which test gets there, so each mutant meets all of them.
    'in-children': { type: 'boolean', default: false },
  },
});
const [subject = ''] = positionals;
const [folder = '', ...inside] = subject.split('/');
if (positionals.length !== 1 || folder === '' || !existsSync(join(ROOT, 'packages', folder, 'src'))) {
  process.stderr.write(
    'Usage: npm run mutants -- PACKAGE[/src/FOLDER] [--fresh] [--own-tests] [--shallow] [--in-children], where PACKAGE is a folder of packages.\n',
  );
  process.exit(2);
}
const mutated = inside.length > 0 ? inside.join('/') : 'src';
const cache = join(ROOT, 'node_modules/.cache/mutants');
const incrementalFile = join(cache, `${folder}.json`);
mkdirSync(cache, { recursive: true });
if (values.fresh) rmSync(incrementalFile, { force: true });
else if (existsSync(incrementalFile)) forgetSurvivors(incrementalFile);

removeLeftCopies(tmpdir());
process.chdir(copyRepository());
letChildrenHear();
if (values['in-children']) process.env.PARLANCE_MUTANTS_IN_CHILDREN = 'yes';
const testFolders = values['own-tests'] ? [mutated] : [mutated, 'test'];
const testFiles = testFolders.map((tests) => `packages/${folder}/${tests}/**/*.test.ts`);
process.env.PARLANCE_MUTANTS_TESTS = testFiles.join(' ');
// A module that another file has loaded is no longer replaced.
if (globSync(testFiles).some((file) => readFileSync(file, 'utf8').includes('vi.mock(')))
  process.env.PARLANCE_MUTANTS_ISOLATED = 'yes';

const results = await new Stryker({
  mutate: [`packages/${folder}/${mutated}/${values.shallow ? '' : '**/'}*.ts`, '!**/*.test.ts'],
  testRunner: 'vitest',
  plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
  vitest: { configFile: '.ci/mutants/vitest.config.ts', related: false },
  testRunnerNodeArgs: ['--conditions=@parlance/source'],
  coverageAnalysis: 'perTest',
  incremental: !values['in-children'],
  incrementalFile,
  inPlace: true,
  reporters: process.stdout.isTTY ? ['progress'] : ['progress-append-only'],
  timeoutMS: TIMEOUT_MS,
  concurrency: RUNNERS,
  disableTypeChecks: false,
  // Messages are for people: tests hold to their codes and facts, not to each word.
  mutator: { excludedMutations: ['StringLiteral'] },
}).runMutationTest();
// The file of results that are used again has those of other folders too.
const asked = results.filter(({ fileName }) => {
  const [, inFolder] = fileName.split(`packages/${folder}/${mutated}/`);
  return inFolder !== undefined && !(values.shallow && inFolder.includes('/'));
});
process.exitCode = summarize(subject, asked, LOWEST_PERCENT) ? 0 : 1;

/** They are tried again: Stryker does not see that a new test may notice one that acts while its module is loaded. */
function forgetSurvivors(file: string): void {
  const report: { files: Record<string, { mutants: readonly { status: string }[] }> } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  for (const one of Object.values(report.files))
    one.mutants = one.mutants.filter(({ status }) => status !== 'Survived');
  writeFileSync(file, JSON.stringify(report));
}

/** Of what Git knows or would take; the dependencies are linked, the workspace's own packages lead into the copy. */
function copyRepository(): string {
  const target = makeCopyFolder(tmpdir());
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const file of listed.split('\0')) {
    if (file === '' || !existsSync(join(ROOT, file))) continue;
    mkdirSync(join(target, dirname(file)), { recursive: true });
    cpSync(join(ROOT, file), join(target, file), { verbatimSymlinks: true });
  }
  linkDependencies('node_modules', target);
  for (const parent of ['packages', 'plugins'])
    for (const name of readdirSync(join(ROOT, parent)))
      linkDependencies(join(parent, name, 'node_modules'), target);
  return target;
}

/** Workers get nothing of their host's environment that is not on a list; the copy's list has the mutant that is on as well. */
function letChildrenHear(): void {
  const file = 'packages/worker-kit/src/transports/child-environment.ts';
  const source = readFileSync(file, 'utf8');
  const list = 'const PASSED_NAMES = [';
  if (!source.includes(list)) throw new TypeError(`${file} has no list of the variables that workers get.`);
  writeFileSync(file, source.replace(list, `${list} '${ACTIVE_MUTANT}',`));
}

function linkDependencies(modules: string, target: string): void {
  if (!existsSync(join(ROOT, modules))) return;
  mkdirSync(join(target, modules), { recursive: true });
  for (const name of readdirSync(join(ROOT, modules))) {
    const from = join(ROOT, modules, name);
    // Links of npm's workspaces are relative: copied as they are they lead into the copy.
    if (name === '@parlance')
      cpSync(from, join(target, modules, name), { recursive: true, verbatimSymlinks: true });
    else if (name !== '.cache' && name !== '.vite') symlinkSync(from, join(target, modules, name));
  }
}
