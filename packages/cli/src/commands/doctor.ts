import type { Command } from 'commander';
import type { Check, Finding } from '../doctor/check.ts';
import { checkAddon } from '../doctor/check-addon.ts';
import { checkAudioStorage } from '../doctor/check-audio-storage.ts';
import { checkDataFolder } from '../doctor/check-data-folder.ts';
import { checkDatabase } from '../doctor/check-database.ts';
import { checkFfmpeg } from '../doctor/check-ffmpeg.ts';
import { checkLanguages } from '../doctor/check-languages.ts';
import { checkModels } from '../doctor/check-models.ts';
import { checkNode } from '../doctor/check-node.ts';
import { checkPip } from '../doctor/check-pip.ts';
import { checkPort, checkTcpPort } from '../doctor/check-port.ts';
import { checkService } from '../doctor/check-service.ts';
import { table } from '../terminal/table.ts';
import { type CommandContext, openContext } from './command-context.ts';

/** All at once, but those that claim the data folder one after another. */
const CHECKS: readonly (readonly Check[])[] = [
  [checkNode],
  [checkAddon],
  [checkModels],
  [checkLanguages],
  [checkPip],
  [checkDataFolder, checkDatabase, checkAudioStorage],
  [checkPort],
  [checkTcpPort('wyoming')],
  [checkTcpPort('asterisk')],
  [checkService],
  [checkFfmpeg],
];
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
