export * from './config/app-query.ts';
export * from './config/legacy-synthesis-input.ts';
export * from './config/new-app-input.ts';
export * from './config/parse-input.ts';
export * from './config/report-query.ts';
export * from './config/retention-settings.ts';
export * from './config/server-settings.ts';
export { malformed, parseClientMessage } from './config/session-input.ts';
export * from './config/speech-settings.ts';
export {
  type BatchSynthesisInput,
  batchSynthesisInput,
  type LiveSynthesisInput,
  liveSynthesisInput,
  modeInput,
  type SpeakInput,
  speakInput,
} from './config/synthesis-input.ts';
export * from './config/top-up-input.ts';
export * from './config/transcription-form.ts';
export * from './config/voice-query.ts';
export * from './domain/apps/app.ts';
export * from './domain/apps/app-expiry.ts';
export * from './domain/apps/concurrency-slots.ts';
export * from './domain/apps/credits.ts';
export * from './domain/audio/choose-format.ts';
export * from './domain/audio/output-format.ts';
export * from './domain/audio/pcm-format.ts';
export * from './domain/audio/pcm-framing.ts';
export * from './domain/audio/segment-joins.ts';
export * from './domain/audio/silence-trimmer.ts';
export * from './domain/errors/error-codes.ts';
export * from './domain/errors/speech-error.ts';
export * from './domain/limits.ts';
export * from './domain/metering/decimal.ts';
export * from './domain/metering/insufficient.ts';
export * from './domain/metering/ledger-entry.ts';
export * from './domain/requests/job-attempts.ts';
export * from './domain/requests/job-failure.ts';
export * from './domain/requests/synthesis-record.ts';
export * from './domain/requests/synthesis-request-state.ts';
export * from './domain/requests/transcript-state.ts';
export * from './domain/requests/transcription-record.ts';
export * from './domain/requests/transition-table.ts';
export * from './domain/session/confidence.ts';
export * from './domain/session/session-errors.ts';
export * from './domain/session/session-messages.ts';
export { SESSION_TIMES } from './domain/session/session-table.ts';
export * from './domain/speech/local-agreement.ts';
export * from './domain/speech/segmenter-options.ts';
export * from './domain/speech/speech-segmenter.ts';
export * from './domain/speech/utterance.ts';
export * from './domain/text/normalize-for-speech.ts';
export { DEFAULT_PAUSES, type PauseMark, type PausePlan } from './domain/text/pause-plan.ts';
export * from './domain/text/segment-text.ts';
export { countChars, isSpeakable } from './domain/text/speakable.ts';
export * from './domain/voices/demo-text.ts';
export * from './domain/voices/language-codes.ts';
export * from './domain/voices/voice.ts';
export * from './domain/voices/voice-catalogue.ts';
export * from './domain/webhooks/result-body.ts';
export * from './domain/webhooks/retry-schedule.ts';
export * from './domain/webhooks/signature-content.ts';
export * from './domain/webhooks/webhook-delivery.ts';
export * from './domain/webhooks/webhook-secret.ts';
export * from './ports/app-store.ts';
export * from './ports/audio-codec.ts';
export * from './ports/audio-reader.ts';
export * from './ports/audio-store.ts';
export * from './ports/clock.ts';
export * from './ports/egress.ts';
export * from './ports/job-queue.ts';
export * from './ports/model-store.ts';
export * from './ports/random-source.ts';
export * from './ports/recognition-engine.ts';
export * from './ports/recognition-session.ts';
export * from './ports/record-store.ts';
export * from './ports/sealer.ts';
export * from './ports/speech-plugin.ts';
export * from './ports/speech-service.ts';
export * from './ports/speech-storage.ts';
export * from './ports/spool.ts';
export * from './ports/synthesis-engine.ts';
export * from './ports/token-authority.ts';
export * from './ports/transcoder.ts';
export * from './ports/voice-activity-detector.ts';
export * from './use-cases/audio-links.ts';
export * from './use-cases/authenticate.ts';
export { awaitSynthesis } from './use-cases/await-synthesis.ts';
export * from './use-cases/check-balance.ts';
export * from './use-cases/claim-key.ts';
export * from './use-cases/create-app.ts';
export * from './use-cases/deliver-webhook.ts';
export { endLostLive } from './use-cases/end-lost-live.ts';
export { getBalances, getBalances } from './use-cases/get-balances.ts';
export { getSynthesis } from './use-cases/get-synthesis.ts';
export * from './use-cases/get-transcript.ts';
export * from './use-cases/keep-house.ts';
export * from './use-cases/list-deliveries.ts';
export { listRequests, listRequests } from './use-cases/list-requests.ts';
export * from './use-cases/list-voices.ts';
export { createLiveCredits, type LiveCredits } from './use-cases/live-credits.ts';
export * from './use-cases/open-session.ts';
export * from './use-cases/overview.ts';
export * from './use-cases/page-voices.ts';
export * from './use-cases/plan-delivery.ts';
export * from './use-cases/recognition-event.ts';
export * from './use-cases/recognize-speech.ts';
export * from './use-cases/record-session.ts';
export * from './use-cases/refuse-full-queue.ts';
export * from './use-cases/replay-delivery.ts';
export * from './use-cases/request-ends.ts';
export * from './use-cases/require-app.ts';
export * from './use-cases/rotate-webhook-secret.ts';

  type RunSynthesisJobPorts,
  runSynthesisJob,
  type SynthesisProgress,
} from './use-cases/run-synthesis-job.ts';

export * from './use-cases/run-transcription-job.ts';
export { submitSynthesis } from './use-cases/submit-synthesis.ts';
export * from './use-cases/submit-transcription.ts';
export { checkpointFolder } from './use-cases/synthesis-checkpoints.ts';
export * from './use-cases/synthesize-live.ts';
export * from './use-cases/synthesize-speech.ts';
export { topUp, topUp } from './use-cases/top-up.ts';
export * from './use-cases/transcribe.ts';
export * from './use-cases/transcribe-address.ts';
export * from './use-cases/transcribe-at-once.ts';
export * from './use-cases/transcribe-live.ts';
