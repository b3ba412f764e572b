import type {
  EngineIncident,
  PluginContext,
  RecognitionEngine,
  SpeechPlugin,
  SynthesisEngine,
  TextAligner,
  VoiceActivityDetector,
} from '@parlance/core/engine';
import { fakeModelStore } from './fake-model-store.ts';

export interface FakePluginOptions {
  readonly id?: string;
  readonly models?: readonly string[];
  /** Left out: the plugin has no such member. */
  readonly synthesis?: readonly SynthesisEngine[];
  readonly recognition?: readonly RecognitionEngine[];
  readonly voiceActivity?: VoiceActivityDetector;
  readonly alignment?: TextAligner;
}

/**
 * Wraps engines as a plugin. Like a real one it asks the context's store for each of its models before it hands out
 * an engine, and fails as the store does.
 */
export function fakePlugin(options: FakePluginOptions): SpeechPlugin {
  const { id = 'fake', models = [], synthesis, recognition, voiceActivity, alignment } = options;
  const afterModels =
    <Value>(value: Value) =>
    async (context: PluginContext): Promise<Value> => {
      for (const modelId of models) await context.models.ensure(modelId);
      return value;
    };
  return {
    portVersion: 1,
    id,
    models,
    ...(synthesis && { createSynthesis: afterModels(synthesis) }),
    ...(recognition && { createRecognition: afterModels(recognition) }),
    ...(voiceActivity && { createVoiceActivity: afterModels(voiceActivity) }),
    ...(alignment && { createAlignment: afterModels(alignment) }),
  };
}

export interface FakePluginContext extends PluginContext {
  /** What the plugin told its host, in order. */
  readonly incidents: readonly EngineIncident[];
}

/** A context as the host would give it: an empty model store, threads, and incidents kept for the test. */
export function fakePluginContext(members: Partial<PluginContext> = {}): FakePluginContext {
  const incidents: EngineIncident[] = [];
  return {
    models: fakeModelStore(),
    isolation: 'thread',
    onIncident: (incident) => incidents.push(incident),
    ...members,
    incidents,
  };
}
