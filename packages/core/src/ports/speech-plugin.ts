import type { ModelStore } from './model-store.ts';
import type { RecognitionEngine } from './recognition-engine.ts';
import type { SynthesisEngine } from './synthesis-engine.ts';
import type { VoiceActivityDetector } from './voice-activity-detector.ts';

/** Where a plugin runs its native code: supervised child processes, or threads of this process alone. */
export type Isolation = 'process' | 'thread';

/** What the host gives a plugin when it creates an engine. */
export interface PluginContext {
  readonly models: ModelStore;
  readonly isolation: Isolation;
  /** Told of trouble that heals itself, such as a worker that died and was replaced. */
  readonly onIncident: (incident: EngineIncident) => void;
}

export interface EngineIncident {
  readonly engine: string;
  readonly kind: 'worker-died' | 'worker-hung' | 'worker-restarted' | 'breaker-open' | 'breaker-closed';
  readonly message: string;
}

/**
 * A plugin is a value made by a factory, `sherpaOnnx(options)`. Importing it registers nothing and loads no native code;
 * engines come into being when the host calls a `create…` member.
 */
export interface SpeechPlugin {
  readonly portVersion: 1;
  readonly id: string;
  /** Catalogue ids that `create…` will ask the store for. */
  readonly models: readonly string[];
  createSynthesis?(context: PluginContext): Promise<readonly SynthesisEngine[]>;
  createRecognition?(context: PluginContext): Promise<readonly RecognitionEngine[]>;
  createVoiceActivity?(context: PluginContext): Promise<VoiceActivityDetector>;
}
