import { setImmediate } from 'node:timers/promises';
import { compareVoices, type ModelStore } from '@parlance/core/engine';
import type { SpeechSettings } from '@parlance/core/settings';
import { bestVoiceCode } from '@parlance/core/voices';
import type { ModelStatus } from '@parlance/models';
import { installableStore } from '../library/installed-models.ts';
import type { DefaultChoices } from '../speech/speech-events.ts';
import type { EngineSet } from './engine-set.ts';
import type { HostedRecognition } from './hosted-recognition.ts';
import type { HostedSynthesis } from './hosted-synthesis.ts';

export interface ExpectedDefaults {
  readonly synthesis: HostedSynthesis | undefined;
  readonly recognition: HostedRecognition | undefined;
}

/**
 * The default engines that are expected before the choices of operators are read from the storage. Engines of merely installed models are not known yet: `engines` has only
 * those that the plugins' options declare.
 *
 * @param choices the choices that operators are assumed to have made
 */
export function expectedDefaults(
  engines: Pick<EngineSet, 'synthesis' | 'recognition'>,
  { defaultVoice }: Pick<SpeechSettings, 'defaultVoice'>,
  choices: DefaultChoices,
): ExpectedDefaults {
  const voices = engines.synthesis.flatMap((engine) => engine.voices).toSorted(compareVoices);
  const code = choices.defaultVoice ?? defaultVoice ?? bestVoiceCode({ voices });
  const model = choices.defaultRecognizer;
  return {
    synthesis: engines.synthesis.find((engine) => engine.voices.some((voice) => voice.code === code)),
    recognition: engines.recognition.find((engine) => model === null || engine.model === model),
  };
}

/** The models of a store, to be listed once for all engines: that looks at each of their files. Never rejects. */
export async function listModels(store: ModelStore): Promise<readonly ModelStatus[]> {
  const models = await installableStore(store)
    ?.list()
    .catch(() => []);
  return models ?? [];
}

/**
 * Begins to load an engine if its model and all that the model requires are installed: nothing is fetched. A failure is not reported here; the first call that
 * needs the engine tries to load it again and gets the error.
 *
 * @param listed the result of {@link listModels}
 * @param found resolves when the engine knows where its model is
 * @returns resolves when the engine's process has been started
 */
export async function beginToLoad(
  engine: HostedSynthesis | HostedRecognition | undefined,
  listed: Promise<readonly ModelStatus[]>,
  found: (modelId: string) => Promise<void>,
): Promise<void> {
  const models = await listed;
  const isInstalled = (id: string): boolean => {
    const model = models.find(({ entry }) => entry.id === id);
    return model?.isInstalled === true && (model.entry.requires ?? []).every(isInstalled);
  };
  if (engine?.model === undefined || !isInstalled(engine.model)) return;
  const loading = engine.warm().catch(() => undefined);
  // An engine may never ask for its model: then wait until it is loaded.
  await Promise.race([found(engine.model), loading]);
  // The engine starts its process in the same turn of the event loop in which it gets the model.
  await setImmediate();
}
