import { SpeechError } from '@parlance/core/errors';
import type { Command } from 'commander';
import { newAdminPassword } from '../server/identity.ts';
import { askHidden } from '../terminal/ask-hidden.ts';
import { readStdin } from '../terminal/read-stdin.ts';
import { type GlobalOptions, openContext } from './command-context.ts';
import { withAdmin } from './with-admin.ts';

export function addAdmin(program: Command): void {
  const admin = program.command('admin').description('the password of the console, and the keys of tokens');
  admin
    .command('set-password')
    .description('set the admin password: asked for, or read from stdin; ends every session of the console')
    .option('--generate', 'make one and show it')
    .action(setPassword);
  admin
    .command('rotate-keys')
    .description('sign new tokens by a new key; tokens of the old ones stay good')
    .action(rotateKeys);
}

async function setPassword(_options: unknown, command: Command): Promise<void> {
  const options: GlobalOptions & { generate?: boolean } = command.optsWithGlobals();
  const isGenerated = options.generate === true;
  const { output, settings, signal } = await openContext(options);
  const password = isGenerated ? newAdminPassword() : await readPassword(signal);
  await withAdmin(settings, (admin) => admin.setPassword(password));
  // What the operator typed is theirs to know: only one that was made here is shown.
  const lines = ['The admin password is set; sessions of the console have ended.'];
  output.result(
    isGenerated ? { adminPassword: password } : { isSet: true },
    (isGenerated ? [password, ...lines] : lines).join('\n'),
  );
}

async function readPassword(signal: AbortSignal): Promise<string> {
  if (!process.stdin.isTTY) return (await readStdin(signal)).replace(/\r?\n$/, '');
  const password = await askHidden('New admin password: ', signal);
  if ((await askHidden('Once more: ', signal)) === password) return password;
  throw new SpeechError('INVALID_INPUT', 'The two passwords differ; nothing was changed.');
}

async function rotateKeys(_options: unknown, command: Command): Promise<void> {
  const { output, settings } = await openContext(command.optsWithGlobals());
  const { keyIds } = await withAdmin(settings, (admin) => admin.rotateKeys());
  output.result({ keyIds }, `New tokens are signed by ${keyIds[0]}; ${keyIds.length} keys verify.`);
}
