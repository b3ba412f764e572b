import type { Command } from 'commander';
import type { Check, Finding } from '../doctor/check.ts';
import { table } from '../terminal/table.ts';
import { type CommandContext, openContext } from './command-context.ts';

const MARKS = { good: 'ok', optional: '--', bad: '!!' } as const satisfies Record<Finding['state'], string>;

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description(
      'check Node, the native addon, models, languages, data folder, database, audio storage, ports, the running service and ffmpeg, and suggest fixes',
    )
    .action(doctor);
}

async function doctor(_options: unknown, command: Command): Promise<void> {
  const { output, settings } = await openContext(command.optsWithGlobals());
  const { CHECKS } = await import('../doctor/checks.ts');
  const findings = (await Promise.all(CHECKS.map((checks) => inTurn(checks, settings)))).flat();
  const rows = findings.map(({ state, subject, finding, remedy }) => [
    MARKS[state],
    subject,
    remedy === undefined ? finding : `${finding} ${remedy}`,
  ]);
  output.result(findings, table(['', 'WHAT', 'FOUND'], rows));
  if (findings.some(({ state }) => state === 'bad')) process.exitCode = 1;
}

async function inTurn(
  checks: readonly Check[],
  settings: CommandContext['settings'],
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const check of checks) findings.push(await check(settings));
  return findings;
}
