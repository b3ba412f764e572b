import type { AuditEntry } from '../storage/admin-records.ts';

/** The operator who acts, for the log of actions. */
export type AdminActor = Pick<AuditEntry, 'actor' | 'sessionId' | 'address'>;

/** Which operator acts, for the log of actions; absent: the action is not logged. */
export interface ByOperator {
  readonly by?: AdminActor | undefined;
}
