import {
  createSpeech as createRuntimeSpeech,
  type CreateSpeechOptions as RuntimeSpeechOptions,
  type Speech,
} from '@parlance/runtime';
import { createDownloadLine } from './download-line.ts';

export interface CreateSpeechOptions extends RuntimeSpeechOptions {
  /**
   * Whether a line on stderr shows how far missing models are downloaded. Absent: where stderr is a terminal, as long as nothing
   * listens to `model-progress`.
   */
  readonly downloadProgress?: boolean | undefined;
}

/**
 * Puts a speech service together in this process, with the voices of sherpa-onnx and Flite and a recognizer. It is quick: a model is
 * downloaded, unless the user's cache has it, and loaded by the first call that needs it, or by {@link Speech.warm}.
 *
 * @example
 * const speech = await createSpeech();
 * await writeFile('hello.wav', await speech.speak('Hello world.').file());
 *
 * @throws SpeechError `INVALID_CONFIG` listing every fault of the options
 */
export async function createSpeech(options: CreateSpeechOptions = {}): Promise<Speech> {
  const { downloadProgress, pluginFolders = [], ...others } = options;
  const speech = await createRuntimeSpeech({
    ...others,
    // The default plugins are dependencies of this package: package managers that hoist nothing let only it find them.
    pluginFolders: [...pluginFolders, import.meta.dirname],
  });
  if (downloadProgress ?? process.stderr.isTTY) {
    const line = createDownloadLine(process.stderr);
    speech.on('model-progress', (progress) => {
      const isHeardByOthers = speech.events.listenerCount('model-progress') > 1;
      if (downloadProgress === true || !isHeardByOthers) line.show(progress);
    });
    speech.on('request-end', () => line.end());
  }
  return speech;
}
