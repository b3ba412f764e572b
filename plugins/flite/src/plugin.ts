import { definePlugin, type SpeechPluginFactory } from '@parlance/core/engine';
import { FliteEngine } from './host/flite-engine.ts';
import { ENGINE_ID } from './host/voices.ts';
import { type FliteOptions, fliteOptions } from './options.ts';

/**
 * Five small English voices that need no model download: `kal`, `kal16`, `awb`, `rms`, `slt`. They run as WebAssembly in
 * worker threads; a thread reads the 21 MB module with the first unit or `warm()`.
 *
 * @throws SpeechError `INVALID_CONFIG`
 * @example
 * const speech = await createSpeech({ plugins: [flite({ threads: 1 })] });
 */
export const flite: SpeechPluginFactory<FliteOptions> = definePlugin({
  id: ENGINE_ID,
  options: fliteOptions,
  create: ({ threads, isolation }) => ({
    models: [],
    createSynthesis: async (context) => [
      new FliteEngine(
        { threads, isolation: isolation ?? context.isolation, sandboxed: isolation === undefined },
        context,
      ),
    ],
  }),
});
