import type { SharedLimits } from '../../accounts/app-limits/shared-limits.ts';
import type { PasswordHasher } from '../../platform/password-hasher.ts';
import type { Sealer } from '../../platform/sealer.ts';
import type { RecordKeeping } from '../../storage/record-keeping.ts';

/** What lets operators into the console: its password, its sessions, and the limit of attempts. */
export interface ConsoleAccess extends RecordKeeping {
  readonly passwords: PasswordHasher;
  readonly sealer: Pick<Sealer, 'sign'>;
  /** Where other processes let operators in as well: without it each of them would be one more to guess at. */
  readonly sharedLimits?: Pick<SharedLimits, 'takeCall' | 'returnCall'> | undefined;
}
