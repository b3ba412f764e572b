import { SpeechError } from '@parlance/core/errors';
import type { Command } from 'commander';
import { askHidden } from '../input/ask-hidden.ts';
import { readStdin } from '../input/read-stdin.ts';
import { newAdminPassword } from '../storage/admin-credentials.ts';
import { type GlobalOptions, openContext } from './command-context.ts';
import { withAdmin } from './with-admin.ts';

export function addAdmin(program: Command): void {
  const admin = program.command('admin').description("the console's password, and the keys that sign tokens");
  admin
    .command('set-password')
    .description('set the admin password, typed or read from stdin; ends all console sessions')
    .option('--generate', 'generate a password and print it')
    .action(setPassword);
  admin
    .command('rotate-keys')
    .description('sign new tokens with a new key; tokens signed with older keys stay valid')
    .action(rotateKeys);
}

async function setPassword(_options: unknown, command: Command): Promise<void> {
  const options: GlobalOptions & { generate?: boolean } = command.optsWithGlobals();
  const isGenerated = options.generate === true;
  const { output, settings, signal } = await openContext(options);
  const password = isGenerated ? newAdminPassword() : await readPassword(signal);
  await withAdmin(settings, (admin) => admin.setPassword(password));
  // Only a generated password is shown; the operator knows one they typed.
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
  output.result(
    { keyIds },
    `New tokens are signed with the key ${keyIds[0]}; tokens of ${keyIds.length} keys are valid.`,
  );
}
