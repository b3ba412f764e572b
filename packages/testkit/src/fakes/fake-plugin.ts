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
  /** Absent: the plugin has no such member. */
  readonly synthesis?: readonly SynthesisEngine[];
  readonly recognition?: readonly RecognitionEngine[];
  readonly voiceActivity?: VoiceActivityDetector;
  readonly alignment?: TextAligner;
}

/**
 * Wraps engines as a plugin. Like a real plugin it requests each of its models from the context's store before it returns an engine, and fails
 * if the store does.
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
  /** Incidents that the plugin reported, in order. */
  readonly incidents: readonly EngineIncident[];
}

/** A context like that of a host: an empty model store, threads, and a record of incidents. */
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
