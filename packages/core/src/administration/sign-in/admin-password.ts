import { SpeechError } from '../../errors/speech-error.ts';
import { LIMITS } from '../../limits/limits.ts';
import type { Records } from '../../storage/record-store.ts';
import type { AdminActor } from '../admin-actor.ts';
import { noteAction } from '../audit-actions.ts';
import type { ConsoleAccess } from './console-access.ts';

const NAME = 'admin-password';
const { minChars, maxChars } = LIMITS.adminPassword;

/** @returns `undefined` if none has been set */
export async function findPasswordHash({ secrets }: Pick<Records, 'secrets'>): Promise<string | undefined> {
  const kept = (await secrets.get(NAME)) as { readonly hash: string } | undefined;
  return kept?.hash;
}

/**
 * Sets the password of the console and ends every session.
 *
 * @throws SpeechError `INVALID_INPUT`
 */
export async function setAdminPassword(
  access: ConsoleAccess,
  password: string,
  by?: AdminActor,
): Promise<void> {
  const hash = await access.passwords.hash(checked(password));
  await access.records.transact(async (tables) => {
    await tables.secrets.put(NAME, { hash });
    await tables.adminSessions.removeAll();
    await noteAction(access, tables, { by, action: 'password-set' });
  });
}

/** Sets it unless there is one already, after the promise. @returns whether it was set now */
export async function claimAdminPassword(
  { records, passwords }: ConsoleAccess,
  password: string,
  after?: Promise<unknown>,
): Promise<boolean> {
  // It may fail while the records are read.
  after?.catch(() => undefined);
  if ((await findPasswordHash(records)) !== undefined) return false;
  const [hash] = await Promise.all([passwords.hash(checked(password)), after]);
  const kept = (await records.secrets.claim(NAME, { hash })) as { readonly hash: string };
  return kept.hash === hash;
}

function checked(password: string): string {
  const { length } = password;
  if (length >= minChars && length <= maxChars) return password;
  throw new SpeechError(
    'INVALID_INPUT',
    `The password has ${length} characters; it must have ${minChars} to ${maxChars}.`,
    { field: 'password' },
  );
}
