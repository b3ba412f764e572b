export * from './config/app-query.ts';
export * from './config/new-app-input.ts';
export * from './config/parse-input.ts';
export * from './config/server-settings.ts';
export * from './config/speech-settings.ts';
export * from './config/synthesis-input.ts';
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
export * from './domain/requests/synthesis-request-state.ts';
export * from './domain/requests/transcript-state.ts';
export * from './domain/requests/transition-table.ts';
export * from './domain/speech/local-agreement.ts';
export * from './domain/speech/segmenter-options.ts';
export * from './domain/speech/speech-segmenter.ts';
export * from './domain/speech/utterance.ts';
export { normalizeForSpeech } from './domain/text/normalize-for-speech.ts';
export * from './domain/text/pause-plan.ts';
export {
  DEFAULT_PAUSES,
  type PauseMark,
  type PausePlan,
} from './domain/text/pause-plan.ts';
export {
  type SegmentBoundary,
  type SegmentOptions,
  type SpeechSegment,
  segmentText,
} from './domain/text/segment-text.ts';
export * from './domain/text/speakable.ts';
export { countChars, isSpeakable } from './domain/text/speakable.ts';
export * from './domain/voices/demo-text.ts';
export * from './domain/voices/language-codes.ts';
export * from './domain/voices/voice.ts';
export * from './domain/voices/voice-catalogue.ts';
export * from './ports/app-store.ts';
export * from './ports/audio-codec.ts';
export * from './ports/audio-reader.ts';
export * from './ports/clock.ts';
export * from './ports/model-store.ts';
export * from './ports/random-source.ts';
export * from './ports/recognition-engine.ts';
export * from './ports/sealer.ts';
export * from './ports/speech-plugin.ts';
export * from './ports/speech-service.ts';
export * from './ports/synthesis-engine.ts';
export * from './ports/token-authority.ts';
export * from './ports/transcoder.ts';
export * from './ports/voice-activity-detector.ts';
export * from './use-cases/authenticate.ts';
export * from './use-cases/create-app.ts';
export * from './use-cases/list-voices.ts';
export * from './use-cases/page-voices.ts';
export * from './use-cases/recognition-event.ts';
export * from './use-cases/recognize-speech.ts';
export * from './use-cases/synthesize-live.ts';
export * from './use-cases/synthesize-speech.ts';
export * from './use-cases/transcribe.ts';
export * from './use-cases/transcribe-live.ts';
