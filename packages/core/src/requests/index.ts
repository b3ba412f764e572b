/** Records and states of requests, idempotency, jobs and how they are retried, the way to addresses that callers name. */

export type { Egress, WebhookAnswer, WebhookMessage } from './egress/egress.ts';
export type { WebhookAttempt, WebhookDelivery, WebhookDeliveryState } from './egress/webhook-delivery.ts';
export type { KeyClaim } from './idempotency/claim-key.ts';
export type {
  Idempotency,
  IdempotencyTable,
  IdempotentAnswer,
  Late,
  SubmitOptions,
  Submitted,
} from './idempotency/idempotency.ts';
export { depthOf, type JobBacklog } from './jobs/job-backlog.ts';
export { JOB_KINDS, type JobKind, perJobKind } from './jobs/job-kind.ts';
export { isJobLost, jobLost } from './jobs/job-lost.ts';
export type { JobContext, JobHandler, JobQueue, JobWorker, JobWorkOptions } from './jobs/job-queue.ts';
export {
  FIRST_RETRY_DELAY_MS,
  type JobFailureClass,
  LONGEST_RETRY_DELAY_MS,
  MAX_JOB_ATTEMPTS,
  MAX_JOB_STARTS,
  retryDelayMs,
} from './jobs/job-retries.ts';
export { createRequestEnds, type RequestEnds } from './jobs/request-ends.ts';
export { inLegacyWords } from './legacy-words.ts';
export { createEndWriter, type EndFigures, type EndWriter } from './records/end-writer.ts';
export type {
  RequestFailure,
  SynthesisKind,
  SynthesisRecord,
  SynthesizedAudio,
} from './records/synthesis-record.ts';
export type { SynthesisRequestEvent, SynthesisRequestState } from './records/synthesis-request-state.ts';
export type { TranscriptEvent, TranscriptState } from './records/transcript-state.ts';
export type { RecordingSource, TranscriptionRecord } from './records/transcription-record.ts';
