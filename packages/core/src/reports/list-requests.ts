import { createListCursors, type Page, type PageQuery, pageOf } from '../input/list-cursor.ts';
import type { Sealer } from '../platform/sealer.ts';
import type { SynthesisRecord } from '../requests/records/synthesis-record.ts';
import type { TranscriptState } from '../requests/records/transcript-state.ts';
import type { TranscriptionRecord } from '../requests/records/transcription-record.ts';
import type { Records } from '../storage/record-store.ts';

export interface ReportQuery {
  readonly appId?: string | undefined;
  /** ISO 8601; `from` inclusive, `to` exclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** One line of the report, for a synthesis or a transcription. */
export interface ReportedRequest {
  readonly requestId: string;
  readonly appId: string;
  readonly type: 'synthesis' | 'transcription';
  readonly kind: 'batch' | 'legacy' | 'live' | 'session';
  readonly status: ReportStatus;
  readonly createdAt: string;
  readonly finishedAt: string | null;
  /** Synthesis: finished code points and all of them; transcription: whole seconds. */
  readonly done: number;
  readonly total: number;
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** As the console groups requests. */
export type ReportStatus = 'processing' | 'success' | 'failed';

export interface RequestListQuery extends ReportQuery, PageQuery {
  readonly status?: ReportStatus | undefined;
}

/** The states of a transcription in each of the console's groups. */
export const TRANSCRIPT_STATES_OF = {
  processing: ['PENDING', 'PROCESSING'],
  success: ['COMPLETED'],
  failed: ['FAILED'],
} as const satisfies Record<ReportStatus, readonly TranscriptState[]>;

/** The state of a synthesis in each of the console's groups. */
export const SYNTHESIS_STATE_OF = {
  processing: 'PROCESSING',
  success: 'COMPLETED',
  failed: 'FAILED',
} as const satisfies Record<ReportStatus, SynthesisRecord['status']>;

const REPORT_STATUS_OF = {
  PENDING: 'processing',
  PROCESSING: 'processing',
  COMPLETED: 'success',
  FAILED: 'failed',
} as const satisfies Record<TranscriptState, ReportStatus>;

/**
 * Syntheses and transcriptions together, newest first.
 *
 * @throws SpeechError `INVALID_INPUT` for a cursor that was altered or belongs to another list
 */
export async function listRequests(
  records: Pick<Records, 'syntheses' | 'transcriptions'>,
  sealer: Sealer,
  query: RequestListQuery,
): Promise<Page<ReportedRequest>> {
  const { appId, status, from, to, limit } = query;
  const filters = [appId ?? null, status ?? null, from ?? null, to ?? null];
  const cursors = createListCursors(sealer, 'requests-cursor', filters);
  const part = { appId, from, to, after: cursors.open(query.cursor), limit: limit + 1 };
  const transcriptStates = status === undefined ? [undefined] : TRANSCRIPT_STATES_OF[status];
  const [syntheses, ...transcriptions] = await Promise.all([
    records.syntheses.list({ ...part, status: status && SYNTHESIS_STATE_OF[status] }),
    ...transcriptStates.map((state) => records.transcriptions.list({ ...part, status: state })),
  ]);
  const reported = [...syntheses.map(reportedSynthesis), ...transcriptions.flat().map(reportedTranscription)];
  const positionOf = ({ createdAt, requestId }: ReportedRequest) => ({ createdAt, id: requestId });
  return pageOf(reported.sort(newestFirst), { limit, cursors, positionOf });
}

/** In the order of the record store: requests of the same time by descending id. */
function newestFirst(one: ReportedRequest, other: ReportedRequest): number {
  if (one.createdAt !== other.createdAt) return one.createdAt > other.createdAt ? -1 : 1;
  return one.requestId > other.requestId ? -1 : 1;
}

/** A synthesis as a line of the report. */
export function reportedSynthesis(record: SynthesisRecord): ReportedRequest {
  const { requestId, appId, kind, createdAt, finishedAt, failure } = record;
  return {
    requestId,
    appId,
    type: 'synthesis',
    kind,
    status: REPORT_STATUS_OF[record.status],
    createdAt,
    finishedAt,
    done: record.doneCharacters,
    total: record.characters,
    error: failure,
  };
}

/** A transcription as a line of the report. */
export function reportedTranscription(record: TranscriptionRecord): ReportedRequest {
  const { transcriptId, appId, kind, status, createdAt, finishedAt, failure } = record;
  return {
    requestId: transcriptId,
    appId,
    type: 'transcription',
    kind,
    status: REPORT_STATUS_OF[status],
    createdAt,
    finishedAt,
    done: status === 'COMPLETED' ? record.audioDurationSeconds : 0,
    total: record.audioDurationSeconds,
    error: failure,
  };
}
