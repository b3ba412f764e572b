import { definePlugin, type PluginContext, type SpeechPluginFactory } from '@parlance/core/engine';
import type { z } from 'zod';
import { espeakNgAligner } from './host/espeak-ng-aligner.ts';
import { EspeakNgEngine } from './host/espeak-ng-engine.ts';
import { ENGINE_ID } from './host/voices.ts';
import { type EspeakNgOptions, type EspeakNgSettings, espeakNgOptions } from './options.ts';

/**
 * A male and a female voice for each language code of the catalogue that eSpeak NG speaks, and an aligner that finds words in speech,
 * without any model download. Workers start with their first task or `warm()`, and end after `idleMs` without a task.
 *
 * @throws SpeechError `INVALID_CONFIG`
 * @example
 * const speech = await createSpeech({ plugins: [espeakNg()] });
 * await writeFile('hei.wav', await speech.speak('Hei maailma.', { voiceCode: 'espeak-fi-fi-female' }).file());
 */
export const espeakNg: SpeechPluginFactory<EspeakNgOptions> = definePlugin({
  id: ENGINE_ID,
  options: espeakNgOptions,
  create: (options) => ({
    models: [],
    createSynthesis: async (context) => [new EspeakNgEngine(settingsOf(options, context), context)],
    createAlignment: async (context) => espeakNgAligner(settingsOf(options, context), context),
  }),
});

function settingsOf(
  { threads, isolation, idleMs }: z.output<typeof espeakNgOptions>,
  context: PluginContext,
): EspeakNgSettings {
  return { threads, idleUnloadMs: idleMs ?? context.idleUnloadMs, isolation: isolation ?? context.isolation };
}
