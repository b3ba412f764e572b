/** Records and states of requests, idempotency, jobs and how they are retried, the way to addresses that callers name. */
export type { KeyClaim } from './claim-key.ts';
export type { Egress, WebhookAnswer, WebhookMessage } from './egress.ts';
export { createEndWriter, type EndFigures, type EndWriter } from './end-writer.ts';
export type {
  Idempotency,
  IdempotencyTable,
  IdempotentAnswer,
  Late,
  SubmitOptions,
  Submitted,
} from './idempotency.ts';
export { depthOf, type JobBacklog } from './job-backlog.ts';
export { JOB_KINDS, type JobKind, perJobKind } from './job-kind.ts';
export type { JobContext, JobHandler, JobQueue, JobWorker, JobWorkOptions } from './job-queue.ts';
export {
  FIRST_RETRY_DELAY_MS,
  type JobFailureClass,
  LONGEST_RETRY_DELAY_MS,
  MAX_JOB_ATTEMPTS,
  MAX_JOB_STARTS,
  retryDelayMs,
} from './job-retries.ts';
export { inLegacyWords } from './legacy-words.ts';
export { createRequestEnds, type RequestEnds } from './request-ends.ts';
export type { RequestFailure, SynthesisKind, SynthesisRecord, SynthesizedAudio } from './synthesis-record.ts';
export type { SynthesisRequestEvent, SynthesisRequestState } from './synthesis-request-state.ts';
export type { TranscriptEvent, TranscriptState } from './transcript-state.ts';
export type { RecordingSource, TranscriptionRecord } from './transcription-record.ts';
export type { WebhookAttempt, WebhookDelivery, WebhookDeliveryState } from './webhook-delivery.ts';
