export * from './config/app-query.ts';
export * from './config/legacy-synthesis-input.ts';
export * from './config/new-app-input.ts';
export * from './config/parse-input.ts';
export * from './config/report-query.ts';
export * from './config/retention-settings.ts';
export * from './config/server-settings.ts';
export { type SessionClientMessageType, sessionClientMessages } from './config/session-client-messages.ts';
export { malformed, parseClientMessage } from './config/session-input.ts';
export { type SessionServerMessageType, sessionServerMessages } from './config/session-server-messages.ts';
export * from './config/speech-settings.ts';
export {
  type BatchSynthesisInput,
  batchSynthesisInput,
  type LiveSynthesisInput,
  liveSynthesisInput,
  modeInput,
  type SpeakInput,
  speakInput,
  speed as speedInput,
  trimmedText,
  voiceCode as voiceCodeInput,
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
export * from './domain/scheduling/lanes.ts';
export * from './domain/scheduling/unit-queue.ts';
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
export * from './ports/admin-records.ts';
export * from './ports/admin-service.ts';
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
export * from './use-cases/apps/authenticate.ts';
export * from './use-cases/apps/check-balance.ts';
export * from './use-cases/apps/claim-key.ts';
export * from './use-cases/apps/create-app.ts';
export { getBalances } from './use-cases/apps/get-balances.ts';
export { requireApp } from './use-cases/apps/require-app.ts';
export { topUp } from './use-cases/apps/top-up.ts';
export { createDecodePace, type DecodePace } from './use-cases/recognition/decode-pace.ts';
export * from './use-cases/recognition/recognition-event.ts';
export * from './use-cases/recognition/recognize-speech.ts';
export { listRequests } from './use-cases/reports/list-requests.ts';
export * from './use-cases/reports/overview.ts';
export * from './use-cases/reports/request-ends.ts';
export * from './use-cases/sessions/open-session.ts';
export * from './use-cases/sessions/record-session.ts';
export * from './use-cases/synthesis/audio-links.ts';
export { awaitSynthesis } from './use-cases/synthesis/await-synthesis.ts';
export { getSynthesis } from './use-cases/synthesis/get-synthesis.ts';
export { createLiveCredits, type LiveCredits } from './use-cases/synthesis/live-credits.ts';
export {
  type RunSynthesisJobPorts,
  runSynthesisJob,
  type SynthesisProgress,
} from './use-cases/synthesis/run-synthesis-job.ts';
export { submitSynthesis } from './use-cases/synthesis/submit-synthesis.ts';
export { checkpointFolder } from './use-cases/synthesis/synthesis-checkpoints.ts';
export * from './use-cases/synthesis/synthesize-live.ts';
export * from './use-cases/synthesis/synthesize-speech.ts';
export * from './use-cases/synthesis/synthesize-stream.ts';
export * from './use-cases/transcription/get-transcript.ts';
export * from './use-cases/transcription/run-transcription-job.ts';
export * from './use-cases/transcription/submit-transcription.ts';
export * from './use-cases/transcription/transcribe.ts';
export * from './use-cases/transcription/transcribe-address.ts';
export * from './use-cases/transcription/transcribe-at-once.ts';
export * from './use-cases/transcription/transcribe-live.ts';
export * from './use-cases/transcription/transcribe-recording.ts';
export { endLostLive } from './use-cases/upkeep/end-lost-live.ts';
export * from './use-cases/upkeep/keep-house.ts';
export * from './use-cases/upkeep/refuse-full-queue.ts';
export * from './use-cases/voices/list-voices.ts';
export * from './use-cases/voices/page-voices.ts';
export * from './use-cases/webhooks/deliver-webhook.ts';
export * from './use-cases/webhooks/list-deliveries.ts';
export * from './use-cases/webhooks/plan-delivery.ts';
export * from './use-cases/webhooks/replay-delivery.ts';
export * from './use-cases/webhooks/rotate-webhook-secret.ts';
