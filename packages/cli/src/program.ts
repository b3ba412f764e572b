import { SpeechError } from '@parlance/core/errors';
import { Command, type CommanderError } from 'commander';
import { addAdmin } from './commands/admin.ts';
import { addApps } from './commands/apps.ts';
import { addBackup } from './commands/backup.ts';
import { addDoctor } from './commands/doctor.ts';
import { addListen } from './commands/listen.ts';
import { addMigrate } from './commands/migrate.ts';
import { addModels } from './commands/models.ts';
import { addRestore } from './commands/restore.ts';
import { addSay } from './commands/say.ts';
import { addServe } from './commands/serve.ts';
import { addTranscribe } from './commands/transcribe.ts';
import { addVoices } from './commands/voices.ts';
import { addWebhooks } from './commands/webhooks.ts';
import { ownManifest } from './own-manifest.ts';

/**
 * The command with all its subcommands. It throws and never exits the process: wrong usage is a SpeechError `INVALID_INPUT`, and help and
 * version are the CommanderError that commander throws after it has shown them.
 */
export function createProgram(): Command {
  const program = new Command('parlance')
    .description('Text-to-speech and speech-to-text on your own machine.')
    .version(ownManifest().version)
    .option('--json', 'results as JSON on stdout, errors as JSON on stderr')
    .option('--config <file>', 'settings file; default: parlance.config.ts, .js or .json in this folder')
    .addHelpText('after', '\nExit status: 0 done, 1 failed, 2 wrong usage or settings, 130 interrupted.')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ outputError: () => undefined });
  const commands = [
    addServe,
    addSay,
    addTranscribe,
    addListen,
    addVoices,
    addModels,
    addApps,
    addAdmin,
    addWebhooks,
    addMigrate,
    addBackup,
    addRestore,
    addDoctor,
  ];
  for (const add of commands) add(program);
  throwWrongUsage(program);
  return program;
}

function throwWrongUsage(command: Command): void {
  command.exitOverride((error) => {
    throw error.exitCode === 0 || error.code === 'commander.help' ? error : wrongUsage(command, error);
  });
  for (const subcommand of command.commands) throwWrongUsage(subcommand);
}

function wrongUsage(command: Command, error: CommanderError): SpeechError {
  // Commander begins with "error: " and puts its suggestion on a second line.
  const fault = error.message.replace(/^error: /, '').replaceAll('\n', ' ');
  const path = [command.name()];
  for (let parent = command.parent; parent !== null; parent = parent.parent) path.unshift(parent.name());
  return new SpeechError('INVALID_INPUT', `${fault}; see: ${path.join(' ')} --help`, {}, { cause: error });
}
