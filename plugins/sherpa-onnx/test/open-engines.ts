import type {
  PluginContext,
  RecognitionEngine,
  SynthesisEngine,
  SynthesisUnit,
  VoiceActivityDetector,
} from '@parlance/core/engine';
import { fakeModelStore } from '@parlance/testkit';
import { type SherpaOnnxOptions, sherpaOnnx } from '../src/index.ts';
import { modelStore, realContext } from './installed-models.ts';

const ONE_THREAD: SherpaOnnxOptions = { threads: { synthesis: 1, recognition: 1 } };

export async function openSynthesis(
  options = ONE_THREAD,
  context: PluginContext = realContext(),
): Promise<SynthesisEngine> {
  return first(await sherpaOnnx(options).createSynthesis?.(context));
}

export async function openRecognition(
  options = ONE_THREAD,
  context: PluginContext = realContext(),
): Promise<RecognitionEngine> {
  return first(await sherpaOnnx(options).createRecognition?.(context));
}

export async function openDetector(
  options = ONE_THREAD,
  context: PluginContext = realContext(),
): Promise<VoiceActivityDetector> {
  return first([await sherpaOnnx(options).createVoiceActivity?.(context)]);
}

/** Silero under a name that the plugin does not know: it lives in a child process then, since it may need the addon. */
export async function openDetectorInChild(): Promise<VoiceActivityDetector> {
  const models = fakeModelStore({ models: { 'own-silero': await modelStore.ensure('silero-vad') } });
  return openDetector({ ...ONE_THREAD, voiceActivity: { model: 'own-silero' } }, realContext({ models }));
}

function first<Engine>(engines: readonly (Engine | undefined)[] | undefined): Engine {
  const engine = engines?.[0];
  if (!engine) throw new TypeError('The plugin created no engine.');
  return engine;
}

/** Speaks one unit with joe at speed 1 unless told otherwise. @returns all of its samples */
export async function speak(
  engine: SynthesisEngine,
  unit: Pick<SynthesisUnit, 'text'> & Partial<SynthesisUnit>,
): Promise<Float32Array> {
  const chunks = await Array.fromAsync(engine.synthesize({ voiceCode: 'joe', speed: 1, ...unit }));
  return Float32Array.from(chunks.flatMap((chunk) => [...chunk]));
}
