import { createListCursors, type Page, type PageQuery, pageOf } from '../input/list-cursor.ts';
import type { Sealer } from '../platform/sealer.ts';
import type { AuditEntry } from '../storage/admin-records.ts';
import type { RecordKeeping } from '../storage/record-keeping.ts';
import type { Records } from '../storage/record-store.ts';
import type { AdminActor } from './admin-actor.ts';

/** An action, and who did it. */
export interface NotedAction {
  /** Absent: no operator did it, and nothing is logged. */
  readonly by: AdminActor | undefined;
  /** `noun-verb`, such as `app-create`. */
  readonly action: string;
  /** The ID of what was changed; absent: the service. */
  readonly target?: string | null;
}

/** Enough of a session's id to tell sessions apart. */
const SHOWN_SESSION_CHARS = 8;

/**
 * Adds an operator's action to the log. Called inside the transaction of the action, so that both are committed or neither is.
 *
 * @param tables those of the transaction
 */
export async function noteAction(
  { clock, random }: Pick<RecordKeeping, 'clock' | 'random'>,
  tables: Pick<Records, 'audit'>,
  { by, action, target = null }: NotedAction,
): Promise<void> {
  if (by === undefined) return;
  const { actor, sessionId, address } = by;
  await tables.audit.append({
    entryId: random.id(),
    createdAt: new Date(clock.now()).toISOString(),
    actor,
    sessionId: sessionId?.slice(0, SHOWN_SESSION_CHARS) ?? null,
    action,
    target,
    address,
  });
}

/** Newest first. @throws SpeechError `INVALID_INPUT` for a cursor that was altered or belongs to another list */
export async function listActions(
  records: Pick<Records, 'audit'>,
  sealer: Sealer,
  { cursor, limit }: PageQuery,
): Promise<Page<AuditEntry>> {
  const cursors = createListCursors(sealer, 'audit-cursor', null);
  const found = await records.audit.list({ after: cursors.open(cursor), limit: limit + 1 });
  const positionOf = ({ createdAt, entryId }: AuditEntry) => ({ createdAt, id: entryId });
  return pageOf(found, { limit, cursors, positionOf });
}
