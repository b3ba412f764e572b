export type { VocabularyTerm } from '@parlance/core/vocabulary';
export { appIdOf } from './app-id.ts';
export { type ClientOptions, createParlanceClient, type ParlanceClient } from './client.ts';
export type { RequestOptions } from './http/call.ts';
export type { SpeakOptions, SpokenAnswer } from './http/speak.ts';
export type { SpeechRequest, SpeechRequestRecord } from './http/speech-requests.ts';
export type { TranscribeOptions, Transcript, WavSource } from './http/transcripts.ts';
export type { CatalogueVoice, VoiceFilter, VoicePage } from './http/voices.ts';
export type { AudioSource, ListenOptions } from './live/listen.ts';
export type { ListenToEvent, ListenToOptions } from './live/listen-to.ts';
export { type AudioStretch, LiveAudio } from './live/live-audio.ts';
export type { LiveEvent, LiveSession } from './live/live-session.ts';
export type {
  SpeakStreamOptions,
  SpeechStream,
  SpeechStreamEvent,
  StreamedAudio,
} from './live/speak-stream.ts';
export { ParlanceError, type ParlanceErrorDetails } from './parlance-error.ts';
export { type ReconnectOptions, reconnectDelayMs } from './reconnect-delay.ts';
