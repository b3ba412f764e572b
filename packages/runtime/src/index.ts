export type { Recognition, SpeechPlugin, Voice } from '@parlance/core/engine';
export type { SpeechErrorCode } from '@parlance/core/errors';
export { SpeechError } from '@parlance/core/errors';
export type { RecognitionEvent } from '@parlance/core/recognition';
export type { SpeechService } from '@parlance/core/service';
export { createKeyRing, type KeyRing } from './auth/key-ring.ts';
export { type FallbackOptions, fallback } from './engines/fallback/fallback.ts';
export { defaultPlugins, ESPEAK_PLUGIN } from './plugins/default-plugins.ts';
export { DEFAULT_PLUGINS, type PluginChoice } from './plugins/load-plugins.ts';
export { resolvePlugin } from './plugins/resolve-plugin.ts';
export { createSpeech } from './speech/create-speech.ts';
export type { CreateSpeechOptions, ModelOptions } from './speech/create-speech-options.ts';
export type {
  ListenOptions,
  PcmPiece,
  PcmSource,
  SpeakOptions,
  Speech,
  SpeechTranscript,
  TranscribeSource,
  TranscribeSpeechOptions,
} from './speech/speech.ts';
export type {
  DefaultChoices,
  RequestEnd,
  RequestStart,
  SpeechEventMap,
  SpeechEvents,
} from './speech/speech-events.ts';
export type { SpokenAudio } from './speech/spoken-audio.ts';
export type { SpeechPart } from './speech/warmth.ts';
export { findVoicePacks } from './voices/voice-packs.ts';
