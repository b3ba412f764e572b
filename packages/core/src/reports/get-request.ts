import type { AudioFormat } from '../audio/output-format.ts';
import { SpeechError } from '../errors/speech-error.ts';
import type { WebhookDelivery } from '../requests/egress/webhook-delivery.ts';
import type { SynthesisRecord } from '../requests/records/synthesis-record.ts';
import type { TranscriptionRecord } from '../requests/records/transcription-record.ts';
import type { Records } from '../storage/record-store.ts';
import type { AudioLinks } from '../synthesis/results/audio-links.ts';
import { deliveryIdOf } from '../webhooks/plan-delivery.ts';
import { type ReportedRequest, reportedSynthesis, reportedTranscription } from './list-requests.ts';

/** All details of one request. */
export interface RequestDetail extends ReportedRequest {
  /** Code points of the text; `null` for a transcription. */
  readonly characters: number | null;
  readonly voiceCode: string | null;
  readonly format: AudioFormat | null;
  readonly startedAt: string | null;
  /** What it cost, or what is reserved while it runs: decimal strings; `null` if it is charged in the other unit. */
  readonly credits: string | null;
  readonly seconds: string | null;
  readonly deliveries: readonly WebhookDelivery[];
  /** Signed now; an absolute address or a path, like {@link SynthesisView.audioLink}. `null`: there is no audio. */
  readonly audioLink: string | null;
}

const SHOWN_ID_CHARS = 64;

/** Everything that an operator may see of one request, which does not include its texts. @throws SpeechError `NOT_FOUND` */
export async function getRequest(
  records: Pick<Records, 'syntheses' | 'transcriptions' | 'deliveries'>,
  links: Pick<AudioLinks, 'linkTo'>,
  requestId: string,
): Promise<RequestDetail> {
  const synthesis = await records.syntheses.get(requestId);
  if (synthesis !== undefined) {
    const { audio } = synthesis;
    const audioLink = audio === null ? null : await links.linkTo(audio.objectName);
    return { ...detailOfSynthesis(synthesis), deliveries: await deliveriesOf(records, requestId), audioLink };
  }
  const transcription = await records.transcriptions.get(requestId);
  if (transcription !== undefined) {
    const deliveries = await deliveriesOf(records, requestId);
    return { ...detailOfTranscription(transcription), deliveries, audioLink: null };
  }
  throw new SpeechError('NOT_FOUND', `There is no request ${requestId.slice(0, SHOWN_ID_CHARS)}.`);
}

type DetailOfRecord = Omit<RequestDetail, 'deliveries' | 'audioLink'>;

function detailOfSynthesis(record: SynthesisRecord): DetailOfRecord {
  const { characters, voiceCode, format, startedAt, credits } = record;
  return {
    ...reportedSynthesis(record),
    characters,
    voiceCode,
    format,
    startedAt,
    // What was reserved for a failed batch has been released.
    credits: record.status === 'FAILED' ? '0' : credits,
    seconds: null,
  };
}

function detailOfTranscription(record: TranscriptionRecord): DetailOfRecord {
  const { startedAt, audioDurationSeconds } = record;
  return {
    ...reportedTranscription(record),
    characters: null,
    voiceCode: null,
    format: null,
    startedAt,
    credits: null,
    seconds: record.status === 'FAILED' ? '0' : String(audioDurationSeconds),
  };
}

async function deliveriesOf(
  records: Pick<Records, 'deliveries'>,
  requestId: string,
): Promise<readonly WebhookDelivery[]> {
  const events = ['success', 'failure'] as const;
  const found = events.map((event) => records.deliveries.get(deliveryIdOf(requestId, event)));
  return (await Promise.all(found)).filter((delivery) => delivery !== undefined);
}
