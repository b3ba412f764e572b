import { PCM_BYTES_PER_SAMPLE } from '../audio/pcm-format.ts';
import { SPEECH_ERRORS, type SpeechErrorCode } from '../errors/error-codes.ts';
import type { SynthesisRecord } from '../requests/records/synthesis-record.ts';
import { SYNTHESIS_WEBHOOK_STATUS } from '../requests/records/synthesis-request-state.ts';
import type { TranscriptionRecord } from '../requests/records/transcription-record.ts';

/** A webhook's body without the members that are created for each attempt. */
export type ResultBody = Readonly<Record<string, unknown>>;

/**
 * The webhook body for a batch synthesis, and the result of the legacy endpoint: all of the interface's members except
 * `audio_link`. After a failure it also has `error_code` and `error_message`.
 */
export function synthesisResultBody(record: SynthesisRecord): ResultBody {
  const { format, failure } = record;
  return {
    app_id: record.appId,
    request_id: record.requestId,
    characters: record.characters,
    voice_code: record.voiceCode,
    audio_type: format.container,
    speed_rate: record.speed,
    sample_rate: String(format.sampleRateHz),
    bitrate: format.container === 'mp3' ? format.bitrateKbps : pcmBitrateKbps(format.sampleRateHz),
    created_at: record.createdAt,
    status: SYNTHESIS_WEBHOOK_STATUS[record.status],
    ...(failure === null
      ? {}
      : { error_code: synthesisFailureCode(failure.code), error_message: failure.message }),
  };
}

/** Errors that the operator has to fix although nothing is broken: to the caller they are internal errors. */
const OPERATOR_FAULTS: ReadonlySet<SpeechErrorCode> = new Set([
  'INVALID_CONFIG',
  'MODEL_NOT_FOUND',
  'MODEL_NOT_INSTALLED',
  'STORAGE_NOT_WRITABLE',
  'TRANSCODER_UNAVAILABLE',
]);

/** @returns the interface's code for a failed synthesis job, the same in a webhook and in Get request */
export function synthesisFailureCode(code: SpeechErrorCode): 'BAD_REQUEST' | 'INTERNAL_SERVER_ERROR' {
  const isCallers = SPEECH_ERRORS[code].fault === 'caller' && !OPERATOR_FAULTS.has(code);
  return isCallers ? 'BAD_REQUEST' : 'INTERNAL_SERVER_ERROR';
}

/** The webhook body for a transcription. After a failure it has `errorMessage` instead of a transcript. */
export function transcriptionResultBody(record: TranscriptionRecord): ResultBody {
  const { transcriptId, status, failure } = record;
  const audioDuration = record.audioDurationSeconds;
  if (failure !== null) return { transcriptId, status, errorMessage: failure.message, audioDuration };
  return {
    transcriptId,
    status,
    transcript: record.transcript,
    utterances: record.utterances,
    ...(record.language !== null && { language: record.language }),
    audioDuration,
  };
}

/** The bitrate of uncompressed mono audio. */
function pcmBitrateKbps(sampleRateHz: number): number {
  return (sampleRateHz * PCM_BYTES_PER_SAMPLE * 8) / 1000;
}
