import { rateExceeded } from '../../domain/apps/rate-error.ts';
import { fullBucket, returnToken, type TokenBucket, takeToken } from '../../domain/apps/token-bucket.ts';
import { SpeechError } from '../../domain/errors/speech-error.ts';
import type { OpenedAdminSession, SignInAttempt } from '../../ports/admin-service.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PasswordHasher } from '../../ports/password-hasher.ts';
import type { Records } from '../../ports/record-store.ts';
import { findPasswordHash } from './admin-password.ts';
import type { AdminSessions } from './admin-sessions.ts';

export interface SignInPorts {
  readonly records: Pick<Records, 'secrets'>;
  readonly passwords: PasswordHasher;
  readonly sessions: AdminSessions;
  readonly clock: Clock;
}

/** Wrong passwords a minute. The second bounds what many addresses may guess together, and the work that it makes. */
const OF_ONE_ADDRESS = { perMinute: 5 };
const OF_ALL = { perMinute: 30 };
/** Addresses that are remembered; one more forgets them all, which the limit over all of them bears. */
const MAX_ADDRESSES = 10_000;

/**
 * Signs operators in. Attempts are counted in this process: one that begins anew forgets them.
 *
 * @throws SpeechError see {@link AdminService.signIn}
 */
export function createSignIn(ports: SignInPorts): (attempt: SignInAttempt) => Promise<OpenedAdminSession> {
  const { clock, passwords, records, sessions } = ports;
  const byAddress = new Map<string, TokenBucket>();
  let ofAll = fullBucket(OF_ALL, clock.monotonicMs());
  const take = (address: string): void => {
    const nowMs = clock.monotonicMs();
    if (byAddress.size >= MAX_ADDRESSES) byAddress.clear();
    const one = takeToken(byAddress.get(address) ?? fullBucket(OF_ONE_ADDRESS, nowMs), OF_ONE_ADDRESS, nowMs);
    byAddress.set(address, one.bucket);
    if (one.waitMs > 0) throw tooMany(one.waitMs);
    const all = takeToken(ofAll, OF_ALL, nowMs);
    ofAll = all.bucket;
    if (all.waitMs > 0) throw tooMany(all.waitMs);
  };
  return async ({ password, address, isAdminToken }) => {
    take(address);
    // Hashed in any case, so that the time tells neither the token from the password nor whether there is one.
    const isPassword = await passwords.verify(password, await findPasswordHash(records));
    if (!isPassword && !isAdminToken) throw wrongPassword();
    byAddress.delete(address);
    ofAll = returnToken(ofAll, OF_ALL);
    return sessions.open();
  };
}

function tooMany(waitMs: number): SpeechError {
  return rateExceeded('There were too many attempts to sign in.', waitMs);
}

function wrongPassword(): SpeechError {
  return new SpeechError('UNAUTHORIZED', 'The password is wrong.');
}
