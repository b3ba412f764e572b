/** The voices of a service: catalogue, pages, personal and real-time voices, voice packs. */
export { assignVoices } from './assign-voices.ts';
export { demoTextOf } from './demo-text.ts';
export { filterVoices, type VoiceFilter, type VoicePage, type VoicePageRequest } from './list-voices.ts';
export { pageVoices, type VoicePageWithCursors } from './page-voices.ts';
export { assignPersonalVoices } from './personal-voices.ts';
export { bestVoiceCode, DEFAULT_REALTIME_VOICES, type RealtimeVoices } from './realtime-voices.ts';
export { packObjectName, type StoredPackFile, type StoredVoicePack } from './stored-voice-pack.ts';
export { createVoiceCatalogue, type VoiceCatalogue } from './voice-catalogue.ts';
export { voiceOwnerInput } from './voice-owner-input.ts';
export { voicePackInput } from './voice-pack-input.ts';
export { type VoiceQuery, voiceQueryInput } from './voice-query.ts';
