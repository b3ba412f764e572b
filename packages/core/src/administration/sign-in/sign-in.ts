import { SpeechError } from '../../errors/speech-error.ts';
import { noteAction } from '../audit-actions.ts';
import { findPasswordHash } from './admin-password.ts';
import type { AdminSessions, OpenedAdminSession } from './admin-sessions.ts';
import type { ConsoleAccess } from './console-access.ts';
import { createSignInAttempts } from './sign-in-attempts.ts';

export interface SignInAttempt {
  readonly password: string;
  /** The client's address, by which attempts are counted. */
  readonly address: string;
  /** Whether the password is the admin token, which needs no other proof. */
  readonly isAdminToken: boolean;
}

/**
 * Signs operators in. Each sign-in and each refusal is added to the log of actions.
 *
 * @throws SpeechError see {@link AdminService.signIn}
 */
export function createSignIn(
  access: ConsoleAccess,
  sessions: AdminSessions,
): (attempt: SignInAttempt) => Promise<OpenedAdminSession> {
  const { passwords, records } = access;
  const attempts = createSignInAttempts(access);
  return async ({ password, address, isAdminToken }) => {
    await attempts.take(address);
    // Always hashed, so that the time reveals neither whether it was the token nor whether a password is set.
    const isPassword = await passwords.verify(password, await findPasswordHash(records));
    if (!isPassword && !isAdminToken) {
      const by = { actor: 'nobody', sessionId: null, address } as const;
      await noteAction(access, records, { by, action: 'session-refuse' });
      throw new SpeechError('UNAUTHORIZED', 'The password is wrong.');
    }
    await attempts.release(address);
    return records.transact(async (tables) => {
      const opened = await sessions.open(tables);
      const by = { actor: 'session', sessionId: opened.sessionId, address } as const;
      await noteAction(access, tables, { by, action: 'session-open' });
      return opened;
    });
  };
}
