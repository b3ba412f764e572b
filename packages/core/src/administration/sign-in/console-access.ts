import type { SharedLimits } from '../../accounts/app-limits/shared-limits.ts';
import type { PasswordHasher } from '../../platform/password-hasher.ts';
import type { Sealer } from '../../platform/sealer.ts';
import type { RecordKeeping } from '../../storage/record-keeping.ts';

/** How operators sign in to the console: its password, its sessions, and the limit of attempts. */
export interface ConsoleAccess extends RecordKeeping {
  readonly passwords: PasswordHasher;
  readonly sealer: Pick<Sealer, 'sign'>;
  /** Given if operators can sign in to other processes as well: otherwise each of them would allow its own number of guesses. */
  readonly sharedLimits?: Pick<SharedLimits, 'takeCall' | 'returnCall'> | undefined;
}
