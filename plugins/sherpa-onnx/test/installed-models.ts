import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PluginContext } from '@parlance/core/engine';
import { createModelStore, defaultModelDirectory } from '@parlance/models';
import { type FakePluginContext, fakePluginContext } from '@parlance/testkit';

const directory = process.env.PARLANCE_MODELS_DIR ?? defaultModelDirectory();
const MODEL_IDS = ['piper-en-us-joe-medium', 'moonshine-tiny-en', 'silero-vad', 'espeak-ng-data'];

/** Models are not fetched by tests: `parlance models pull` does that. */
export const hasModels = MODEL_IDS.every((id) => existsSync(join(directory, id)));
if (!hasModels) {
  process.stderr.write(
    `Skipped: the default models are not installed in PARLANCE_MODELS_DIR or the user's cache; run "parlance models pull".\n`,
  );
}

/** A true streaming model. None can be had from a package registry, so it is tried where somebody put it. */
export const ONLINE_MODEL_ID = 'streaming-zipformer-en';
export const hasOnlineModel = existsSync(join(directory, ONLINE_MODEL_ID));
if (!hasOnlineModel) {
  process.stderr.write(
    `Skipped: the contract of streaming recognizers; ${ONLINE_MODEL_ID} is not installed.\n`,
  );
}

/** 93 MB to download and slow to speak: tried where somebody pulled it. */
export const KOKORO_MODEL_ID = 'kokoro-v1.0-int8';
export const hasKokoro = existsSync(join(directory, KOKORO_MODEL_ID));
if (!hasKokoro) {
  process.stderr.write(
    `Skipped: speech with Kokoro; to run it, run "parlance models pull ${KOKORO_MODEL_ID}".\n`,
  );
}

export const modelStore = createModelStore({ directory, offline: true });

/** A host with the installed models and child processes. */
export function realContext(members: Partial<PluginContext> = {}): FakePluginContext {
  return fakePluginContext({ models: modelStore, isolation: 'process', ...members });
}
