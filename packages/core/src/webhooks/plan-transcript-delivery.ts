import type { TranscriptionRecord } from '../requests/records/transcription-record.ts';
import type { Records } from '../storage/record-store.ts';
import { planDelivery } from './plan-delivery.ts';
import { transcriptionResultBody } from './result-body.ts';

/**
 * {@link planDelivery} for a transcription that has ended, if it has a webhook.
 *
 * @param members added to the body
 */
export async function planTranscriptDelivery(
  tables: Pick<Records, 'deliveries' | 'jobs'>,
  record: TranscriptionRecord,
  members: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { transcriptId, appId, webhookUrl, failure, finishedAt, createdAt } = record;
  if (webhookUrl === null) return;
  await planDelivery(tables, {
    appId,
    requestId: transcriptId,
    url: webhookUrl,
    event: failure === null ? 'success' : 'failure',
    body: { ...members, ...transcriptionResultBody(record) },
    audioObjectName: null,
    atIso: finishedAt ?? createdAt,
  });
}
