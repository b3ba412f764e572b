/** What adapters call: `SpeechService` and `AdminService`. */

export type {
  AdminService,
  EngineLoad,
  LatencyPercentiles,
  LiveState,
  ServiceStatus,
  VocabularyTrials,
} from './admin-service.ts';
export { admitCaller, issueToken } from './app-access.ts';
export {
  growingSpeakCallInput,
  listenCallInput,
  speakCallInputs,
  transcribeCallInput,
  voiceFilterInput,
} from './call-input.ts';
export type { AudioStoreOperation, LeaseKind, Measurement } from './measurement.ts';
export type { ManagedModel, ModelAdmin, ModelOverview } from './model-admin.ts';
export type {
  Backlog,
  DependencyProblems,
  EngineFigures,
  EngineIncidentCount,
  OnMeasurement,
  Readiness,
  SegmentCacheFigures,
  ServiceCapability,
  SpeechService,
  UsableModel,
  Workload,
} from './speech-service.ts';
export { SERVICE_CAPABILITIES } from './speech-service.ts';
export type {
  AddVoicePackOptions,
  ManagedVoicePack,
  UploadedPackFile,
  VoicePackAdmin,
} from './voice-pack-admin.ts';
