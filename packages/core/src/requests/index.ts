/** Records and states of requests, idempotency, jobs and how they are retried, the way to addresses that callers name. */
export type { KeyClaim } from './claim-key.ts';
export type { Egress, WebhookAnswer, WebhookMessage } from './egress.ts';
export type {
  Idempotency,
  IdempotencyTable,
  IdempotentAnswer,
  Late,
  SubmitOptions,
  Submitted,
} from './idempotency.ts';
export { MAX_JOB_ATTEMPTS, MAX_JOB_STARTS } from './job-attempts.ts';
export { depthOf, type JobBacklog } from './job-backlog.ts';
export type { JobFailureClass } from './job-failure.ts';
export { JOB_KINDS, type JobKind, perJobKind } from './job-kind.ts';
export type { JobContext, JobHandler, JobQueue, JobWorker, JobWorkOptions } from './job-queue.ts';
export { inLegacyWords } from './legacy-words.ts';
export { createRequestEnds, type RequestEnds } from './request-ends.ts';
export type { RequestFailure, SynthesisKind, SynthesisRecord, SynthesizedAudio } from './synthesis-record.ts';
export type { SynthesisRequestEvent, SynthesisRequestState } from './synthesis-request-state.ts';
export type { TranscriptEvent, TranscriptState } from './transcript-state.ts';
export type { RecordingSource, TranscriptionRecord } from './transcription-record.ts';
export type { WebhookAttempt, WebhookDelivery, WebhookDeliveryState } from './webhook-delivery.ts';
