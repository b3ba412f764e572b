import { createRequire } from 'node:module';
import { Command } from 'commander';
import { addApps } from './commands/apps.ts';
import { addDoctor } from './commands/doctor.ts';
import { addListen } from './commands/listen.ts';
import { addModels } from './commands/models.ts';
import { addSay } from './commands/say.ts';
import { addServe } from './commands/serve.ts';
import { addTranscribe } from './commands/transcribe.ts';
import { addVoices } from './commands/voices.ts';

/** The command with all its subcommands. What goes wrong is thrown, never an exit of its own. */
export function createProgram(): Command {
  const { version } = createRequire(import.meta.url)('@parlance/cli/package.json') as { version: string };
  const program = new Command('parlance')
    .description('Text-to-speech and speech-to-text on your own machine.')
    .version(version)
    .option('--json', 'results as JSON on stdout')
    .option('--config <file>', 'settings file; default: parlance.config.ts, .js or .json in this folder')
    .showHelpAfterError('(see --help)')
    .addHelpText('after', '\nExit status: 0 done, 1 failed, 2 wrong usage, 130 interrupted.')
    .exitOverride();
  for (const add of [addServe, addSay, addTranscribe, addListen, addVoices, addModels, addApps, addDoctor])
    add(program);
  return program;
}
