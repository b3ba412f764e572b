import { isTerminal, transition } from '../../platform/transition-table.ts';
import type { RequestEnds } from '../../requests/jobs/request-ends.ts';
import { creditRows } from '../../requests/records/reserved-credits.ts';
import type {
  RequestFailure,
  SynthesisRecord,
  SynthesizedAudio,
} from '../../requests/records/synthesis-record.ts';
import { SYNTHESIS_REQUEST_MOVES } from '../../requests/records/synthesis-request-state.ts';
import type { DatedRecords } from '../../storage/record-keeping.ts';
import type { Records } from '../../storage/record-store.ts';
import { planDelivery } from '../../webhooks/plan-delivery.ts';
import { synthesisResultBody } from '../../webhooks/result-body.ts';

export type SynthesisOutcome =
  | { readonly audio: SynthesizedAudio; readonly failure: null }
  | { readonly audio: null; readonly failure: RequestFailure };

/** The record of a request in progress; `undefined`: it has ended or was deleted, and nothing is left to do. */
export async function openSynthesis(
  records: Pick<Records, 'syntheses'>,
  requestId: string,
): Promise<SynthesisRecord | undefined> {
  const record = await records.syntheses.getForUpdate(requestId);
  return record === undefined || isTerminal(SYNTHESIS_REQUEST_MOVES, record.status) ? undefined : record;
}

/**
 * Ends a batch synthesis for good, in one transaction: its record, its credits, its webhook. If it has ended already, nothing
 * changes, so it does not matter if two workers call this.
 *
 * @returns whether this call ended it
 */
export async function endSynthesis(
  { records: store, clock, ends }: DatedRecords & { readonly ends: Pick<RequestEnds, 'announce'> },
  requestId: string,
  outcome: SynthesisOutcome,
): Promise<boolean> {
  const finishedAt = new Date(clock.now()).toISOString();
  const hasEnded = await store.transact(async (records) => {
    const record = await openSynthesis(records, requestId);
    if (record === undefined) return false;
    await writeEnd(records, record, { ...outcome, finishedAt });
    return true;
  });
  ends.announce(requestId);
  return hasEnded;
}

async function writeEnd(
  records: Records,
  record: SynthesisRecord,
  { audio, failure, finishedAt }: SynthesisOutcome & { readonly finishedAt: string },
): Promise<void> {
  const { requestId, appId, webhookUrl, credits } = record;
  const change = {
    status: transition(SYNTHESIS_REQUEST_MOVES, record.status, failure === null ? 'succeed' : 'fail'),
    text: '',
    vocabulary: null,
    doneCharacters: failure === null ? record.characters : record.doneCharacters,
    finishedAt,
    audio,
    failure,
  };
  await records.syntheses.update(requestId, change);
  if (failure !== null) {
    for (const row of creditRows('release', record, { amount: credits, at: finishedAt })) {
      await records.ledger.append(row);
    }
  }
  if (webhookUrl === null) return;
  await planDelivery(records, {
    appId,
    requestId,
    url: webhookUrl,
    event: failure === null ? 'success' : 'failure',
    body: synthesisResultBody({ ...record, ...change }),
    audioObjectName: audio?.objectName ?? null,
    atIso: finishedAt,
  });
}
