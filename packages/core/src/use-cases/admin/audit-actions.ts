import type { AuditEntry } from '../../ports/admin-records.ts';
import type { AdminService } from '../../ports/admin-service.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RandomSource } from '../../ports/random-source.ts';
import type { Records } from '../../ports/record-store.ts';
import type { Sealer } from '../../ports/sealer.ts';
import type { Page, PageQuery } from '../../ports/speech-service.ts';
import { createListCursors, pageOf } from '../reports/list-cursor.ts';

export interface AuditPorts {
  readonly records: Pick<Records, 'audit'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<RandomSource, 'id'>;
  readonly sealer: Sealer;
}

/** Enough of a session's id to tell sessions apart. */
const SHOWN_SESSION_CHARS = 8;

/** Puts an operator's action on the log. */
export async function recordAction(
  { records, clock, random }: AuditPorts,
  ...[{ actor, sessionId, address }, { action, target = null }]: Parameters<AdminService['recordAction']>
): Promise<void> {
  await records.audit.append({
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
  { records, sealer }: AuditPorts,
  { cursor, limit }: PageQuery,
): Promise<Page<AuditEntry>> {
  const cursors = createListCursors(sealer, 'audit-cursor', null);
  const found = await records.audit.list({ after: cursors.open(cursor), limit: limit + 1 });
  const positionOf = ({ createdAt, entryId }: AuditEntry) => ({ createdAt, id: entryId });
  return pageOf(found, { limit, cursors, positionOf });
}
