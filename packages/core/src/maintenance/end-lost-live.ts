import { SpeechError } from '../errors/speech-error.ts';
import type { RecordPosition } from '../input/list-cursor.ts';
import { transition } from '../platform/transition-table.ts';
import { requestFailureOf } from '../requests/records/request-failure.ts';
import { creditRows } from '../requests/records/reserved-credits.ts';
import { SYNTHESIS_REQUEST_MOVES } from '../requests/records/synthesis-request-state.ts';
import type { DatedRecords } from '../storage/record-keeping.ts';
import type { RecordStore } from '../storage/record-store.ts';
import { openSynthesis } from '../synthesis/results/end-synthesis.ts';

/** No live synthesis takes this long, however slowly it is read. */
const LOST_AFTER_MS = 3_600_000;
const PAGE_RECORDS = 100;

/** Ends live syntheses whose process was killed, and releases the credits reserved for them. A part of housekeeping. */
export async function endLostLive({ records, clock }: DatedRecords): Promise<void> {
  const nowMs = clock.now();
  const to = new Date(nowMs - LOST_AFTER_MS).toISOString();
  let after: RecordPosition | undefined;
  for (;;) {
    const page = await records.syntheses.list({ status: 'PROCESSING', to, after, limit: PAGE_RECORDS });
    for (const { kind, requestId } of page) {
      if (kind === 'live') await endLost(records, requestId, new Date(nowMs).toISOString());
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_RECORDS) return;
    after = { createdAt: last.createdAt, id: last.requestId };
  }
}

async function endLost(records: RecordStore, requestId: string, at: string): Promise<void> {
  await records.transact(async (tables) => {
    const record = await openSynthesis(tables, requestId);
    if (record === undefined) return;
    await tables.syntheses.update(requestId, {
      status: transition(SYNTHESIS_REQUEST_MOVES, record.status, 'fail'),
      credits: '0',
      finishedAt: at,
      failure: requestFailureOf(new SpeechError('INTERNAL', 'The process that spoke it was killed.')),
    });
    for (const row of creditRows('release', record, { amount: record.credits, at })) {
      await tables.ledger.append(row);
    }
  });
}
