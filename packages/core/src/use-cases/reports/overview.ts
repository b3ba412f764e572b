import type { Records } from '../../ports/record-store.ts';
import type { Overview, ReportQuery, ReportStatus } from '../../ports/speech-service.ts';
import { SYNTHESIS_STATE_OF, TRANSCRIPT_STATES_OF } from './list-requests.ts';

/** How many requests of each group were created in the time. */
export async function overview(
  { records }: { readonly records: Pick<Records, 'syntheses' | 'transcriptions'> },
  query: ReportQuery,
): Promise<Overview> {
  const [syntheses, transcriptions] = await Promise.all([
    records.syntheses.count(query),
    records.transcriptions.count(query),
  ]);
  return {
    synthesis: grouped((status) => syntheses[SYNTHESIS_STATE_OF[status]] ?? 0),
    transcription: grouped((status) =>
      TRANSCRIPT_STATES_OF[status].reduce((sum, state) => sum + (transcriptions[state] ?? 0), 0),
    ),
  };
}

function grouped(count: (status: ReportStatus) => number): Readonly<Record<ReportStatus, number>> {
  return { processing: count('processing'), success: count('success'), failed: count('failed') };
}
