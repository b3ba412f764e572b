import { definePlugin, type SpeechPluginFactory } from '@parlance/core/engine';
import { EspeakNgEngine } from './host/espeak-ng-engine.ts';
import { ENGINE_ID } from './host/voices.ts';
import { type EspeakNgOptions, espeakNgOptions } from './options.ts';

/**
 * A male and a female voice for each language code of the catalogue that eSpeak NG speaks, with no model download. The workers start
 * with the first unit or `warm()`, and end when no unit has come for `idleMs`.
 *
 * @throws SpeechError `INVALID_CONFIG`
 * @example
 * const speech = await createSpeech({ plugins: [espeakNg()] });
 * await writeFile('hei.wav', await speech.speak('Hei maailma.', { voiceCode: 'espeak-fi-fi-female' }).file());
 */
export const espeakNg: SpeechPluginFactory<EspeakNgOptions> = definePlugin({
  id: ENGINE_ID,
  options: espeakNgOptions,
  create: ({ threads, isolation, idleMs }) => ({
    models: [],
    createSynthesis: async (context) => [
      new EspeakNgEngine(
        { threads, idleMs: idleMs ?? context.idleUnloadMs, isolation: isolation ?? context.isolation },
        context,
      ),
    ],
  }),
});
