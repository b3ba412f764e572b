import { definePlugin, type SpeechPluginFactory } from '@parlance/core/engine';
import { soundSwallowerAligner } from './host/soundswallower-aligner.ts';
import { type SoundSwallowerOptions, soundSwallowerOptions } from './options.ts';

/**
 * An aligner that finds the words of a text in English speech with an acoustic model that was trained on human speech and is part of the package.
 * Workers start with their first task or `warm()`, and end after `idleMs` without a task.
 *
 * @throws SpeechError `INVALID_CONFIG`
 * @example
 * const speech = await createSpeech({ plugins: [sherpaOnnx(), soundSwallower()] });
 * const { utterances } = await speech.transcribe('talk.wav', { words: true });
 */
export const soundSwallower: SpeechPluginFactory<SoundSwallowerOptions> = definePlugin({
  id: 'soundswallower',
  options: soundSwallowerOptions,
  create: ({ threads, isolation, idleMs }) => ({
    models: [],
    createAlignment: async (context) =>
      soundSwallowerAligner(
        {
          threads,
          isolation: isolation ?? context.isolation,
          idleUnloadMs: idleMs ?? context.idleUnloadMs,
        },
        context,
      ),
  }),
});
