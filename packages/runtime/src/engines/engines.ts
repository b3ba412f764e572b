import type {
  PluginContext,
  RecognitionEngine,
  SpeechPlugin,
  SynthesisEngine,
  TextAligner,
  VoiceActivityDetector,
} from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';

/** The engines of a service. Creating them starts no process and fetches no model: `warm` or the first call does that. */
export interface Engines {
  readonly synthesis: readonly SynthesisEngine[];
  readonly recognition: readonly RecognitionEngine[];
  readonly voiceActivity: VoiceActivityDetector | undefined;
  /** In the order of the plugins. */
  readonly alignment: readonly TextAligner[];
}

/** @throws SpeechError `INVALID_CONFIG` for two engines with the same id; any error of a plugin */
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
  const aligning = await Promise.all(plugins.map((plugin) => plugin.createAlignment?.(context)));
  const alignment = aligning.filter((aligner) => aligner !== undefined);
  const [synthesis, recognition] = [speaking.flat(), hearing.flat()];
  refuseDuplicateIds(synthesis);
  refuseDuplicateIds(recognition);
  refuseDuplicateIds(alignment);
  return { synthesis, recognition, voiceActivity, alignment };
}

function refuseDuplicateIds(engines: readonly { readonly id: string }[]): void {
  const ids = engines.map(({ id }) => id);
  const duplicate = ids.find((id, index) => ids.indexOf(id) < index);
  if (duplicate === undefined) return;
  throw new SpeechError('INVALID_CONFIG', `plugins: two engines have the id ${duplicate}.`, {
    field: 'plugins',
  });
}
