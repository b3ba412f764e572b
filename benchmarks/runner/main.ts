import { parseArgs } from 'node:util';
import { SpeechError } from '@parlance/core/errors';
import { type FoundBenchmark, findBenchmarks, loadBenchmark } from './find-benchmarks.ts';
import { runBenchmark, saveResults } from './run-benchmark.ts';

const USAGE = `npm run bench -- <question> [options]

  --list             the questions
  --rounds N         rounds, each in fresh processes; as a rule 5
  --variant NAME     only this variant; may be given more than once
  --case NAME        only this case; may be given more than once
  --json             print the raw result instead of the summary
  --dry-run          leave results/ as it is`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      list: { type: 'boolean' },
      rounds: { type: 'string' },
      variant: { type: 'string', multiple: true },
      case: { type: 'string', multiple: true },
      json: { type: 'boolean' },
      'dry-run': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const benchmarks = await findBenchmarks();
  const [name] = positionals;
  if (values.list || values.help || name === undefined) {
    await list(benchmarks);
    return;
  }
  const found = benchmarks.find((benchmark) => benchmark.name === name);
  const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
  if (found === undefined)
    throw new SpeechError('INVALID_INPUT', `There is no benchmark "${name}"; see --list.`);
  if (rounds !== undefined && !(Number.isInteger(rounds) && rounds >= 1)) {
    throw new SpeechError('INVALID_INPUT', `--rounds must be a whole number from 1; got "${values.rounds}".`);
  }
  const files = await runBenchmark(found, {
    rounds,
    variants: values.variant,
    cases: values.case,
    onNote: (note) => process.stderr.write(`${note}\n`),
  });
  process.stdout.write(files[values.json ? 'result.json' : 'summary.md'] ?? '');
  if (values['dry-run'] !== true) await saveResults(found, files);
}

async function list(benchmarks: readonly FoundBenchmark[]): Promise<void> {
  const lines = benchmarks.map(
    async (found) => `  ${found.name.padEnd(30)} ${(await loadBenchmark(found)).question}`,
  );
  process.stdout.write(`${USAGE}\n\nQuestions:\n${(await Promise.all(lines)).join('\n')}\n`);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
