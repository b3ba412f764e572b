/** What a plugin implements: engines, voices, models, `definePlugin`. */
export { checkAlignmentTask } from './check-alignment-task.ts';
export { definePlugin, type OptionsSchema, type PluginDefinition, parseOptions } from './define-plugin.ts';
export { ENGINE_MOVES, type EngineEvent, type EngineState, takesWork } from './engine-state.ts';
export type { LoadListening } from './load-listening.ts';
export type { EnsureModelOptions, InstalledModel, ModelProgress, ModelStore } from './model-store.ts';
export { type Pronunciation, plainIpa, type SpokenSound, splitSounds } from './pronunciation.ts';
export type {
  Recognition,
  RecognitionCapabilities,
  RecognitionEngine,
  RecognitionStream,
  RecognizedToken,
} from './recognition-engine.ts';
export {
  type EngineIncident,
  type EngineSource,
  type InstalledModelEntry,
  type Isolation,
  type ModelLoad,
  type PluginContext,
  PORT_VERSION,
  type SourceEngines,
  type SpeechPlugin,
  type SpeechPluginFactory,
  type VoicePack,
} from './speech-plugin.ts';
export type {
  EngineCallOptions,
  LoadState,
  SynthesisCapabilities,
  SynthesisEngine,
  SynthesisUnit,
} from './synthesis-engine.ts';
export type {
  AlignedWord,
  AlignmentCapabilities,
  AlignmentTask,
  TextAligner,
  WordRange,
} from './text-aligner.ts';
export { mannerOf, type UnitManner } from './unit-manner.ts';
export {
  compareVoices,
  defaultRateHz,
  GENDERS,
  type Gender,
  isVisibleTo,
  VOICE_OWNERSHIPS,
  VOICE_QUALITIES,
  type Voice,
  type VoiceOwnership,
  type VoicePosition,
  type VoiceQuality,
  voiceRatesHz,
} from './voice.ts';
export type { VoiceActivityDetector, VoiceActivityStream } from './voice-activity-detector.ts';
export { isPackPath, type VoicePackManifest, voicePackManifest } from './voice-pack.ts';
