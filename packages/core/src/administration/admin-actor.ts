import type { AuditEntry } from '../storage/admin-records.ts';

/** Who acts, for the log of actions. */
export type AdminActor = Pick<AuditEntry, 'actor' | 'sessionId' | 'address'>;

/** Who does what follows, for the log of actions; absent: it is not put there. */
export interface ByOperator {
  readonly by?: AdminActor | undefined;
}
