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
export type { AudioStoreOperation, LeaseKind, Measurement, OnMeasurement } from './measurement.ts';
export type { ManagedModel, ModelAdmin, ModelOverview } from './model-admin.ts';
export type { DependencyProblems, Readiness, ServiceCapability } from './readiness.ts';
export { SERVICE_CAPABILITIES } from './readiness.ts';
export type { SpeechService } from './speech-service.ts';
export type { UsableModel } from './usable-model.ts';
export type {
  AddVoicePackOptions,
  ManagedVoicePack,
  UploadedPackFile,
  VoicePackAdmin,
} from './voice-pack-admin.ts';
export type {
  Backlog,
  EngineFigures,
  EngineIncidentCount,
  SegmentCacheFigures,
  Workload,
} from './workload.ts';
