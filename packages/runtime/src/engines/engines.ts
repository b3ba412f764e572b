import {
  type PluginContext,
  type RecognitionEngine,
  SpeechError,
  type SpeechPlugin,
  type SynthesisEngine,
  type Voice,
  type VoiceActivityDetector,
} from '@parlance/core';

/** The engines of a service. They come into being cold: no process is started and no model fetched before `warm` or use. */
export interface Engines {
  readonly synthesis: readonly SynthesisEngine[];
  readonly recognition: readonly RecognitionEngine[];
  readonly voiceActivity: VoiceActivityDetector | undefined;
}

/** @throws SpeechError `INVALID_CONFIG` for two engines of one id; what a plugin throws */
export async function createEngines(
  plugins: readonly SpeechPlugin[],
  context: PluginContext,
): Promise<Engines> {
  const speaking = await Promise.all(
    plugins.map(async (plugin) => (await plugin.createSynthesis?.(context)) ?? []),
  );
  const hearing = await Promise.all(
    plugins.map(async (plugin) => (await plugin.createRecognition?.(context)) ?? []),
  );
  const detecting = plugins.find((plugin) => plugin.createVoiceActivity !== undefined);
  const voiceActivity = await detecting?.createVoiceActivity?.(context);
  const [synthesis, recognition] = [speaking.flat(), hearing.flat()];
  refuseTwins(synthesis);
  refuseTwins(recognition);
  return { synthesis, recognition, voiceActivity };
}

function refuseTwins(engines: readonly { readonly id: string }[]): void {
  const ids = engines.map(({ id }) => id);
  const twin = ids.find((id, index) => ids.indexOf(id) < index);
  if (twin === undefined) return;
  throw new SpeechError('INVALID_CONFIG', `plugins: two engines are called ${twin}.`, { field: 'plugins' });
}

/** @returns the engine that declared the voice */
export function synthesisEngineOf(engines: Engines, voice: Voice): SynthesisEngine {
  const engine = engines.synthesis.find(({ id }) => id === voice.engine);
  if (engine === undefined) {
    throw new SpeechError('INTERNAL', `Voice ${voice.code} belongs to an engine that is not there.`, {
      voiceCode: voice.code,
    });
  }
  return engine;
}

/**
 * @param language BCP 47, such as `en-US`; `undefined` takes the first recognizer
 * @param model id of a model: where a recognizer runs it, that one is taken or none
 * @throws SpeechError `ENGINE_UNAVAILABLE` when no plugin recognizes, `LANGUAGE_NOT_SUPPORTED`
 */
export function recognizerFor(engines: Engines, language?: string, model?: string): RecognitionEngine {
  if (engines.recognition.length === 0) {
    throw new SpeechError(
      'ENGINE_UNAVAILABLE',
      'No plugin of this service recognizes speech; add one to plugins.',
    );
  }
  const primary = language?.split('-')[0];
  const named = engines.recognition.filter((engine) => model !== undefined && engine.model === model);
  const candidates = named.length > 0 ? named : engines.recognition;
  const engine = candidates.find(
    ({ capabilities }) =>
      primary === undefined ||
      capabilities.languages.includes(primary) ||
      capabilities.languages.includes('*'),
  );
  if (engine === undefined) {
    const known = [...new Set(candidates.flatMap(({ capabilities }) => capabilities.languages))];
    throw new SpeechError(
      'LANGUAGE_NOT_SUPPORTED',
      `language ${String(language)} is not recognized ${named.length > 0 ? `by ${model}` : 'here'}; the languages are ${known.join(', ')}.`,
      { field: 'language' },
    );
  }
  return engine;
}

/** @throws SpeechError `ENGINE_UNAVAILABLE` */
export function voiceActivityOf(engines: Engines): VoiceActivityDetector {
  if (engines.voiceActivity === undefined) {
    throw new SpeechError(
      'ENGINE_UNAVAILABLE',
      'No plugin of this service detects voice activity; add one to plugins.',
    );
  }
  return engines.voiceActivity;
}
