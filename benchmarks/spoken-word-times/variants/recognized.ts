import type { SpeechPlugin } from '@parlance/core/engine';
import sherpaOnnx from '@parlance/plugin-sherpa-onnx';
import { createSpeech } from '@parlance/runtime';
import type { Variant } from '../../runner/contract.ts';
import { measured } from '../measured.ts';
import type { AnnotatedRecording } from '../recordings.ts';
import { errorOf, pairSame } from '../word-errors.ts';

/** Moonshine hears what is said, and the aligner of a plugin finds that: words that were heard right count. */
export const recognizedWith = (plugin: SpeechPlugin): Variant =>
  measured(async () => {
    const speech = await createSpeech({ plugins: [sherpaOnnx(), plugin] });
    return {
      async timesOf({ path, words }: AnnotatedRecording) {
        const { utterances } = await speech.transcribe(path, { words: true });
        const heard = utterances.flatMap((utterance) =>
          (utterance.words ?? []).map(({ text, startTime, endTime }) => ({
            text,
            startSeconds: startTime,
            endSeconds: endTime,
          })),
        );
        return pairSame(words, heard).map(([due, found]) => errorOf(found, due));
      },
      close: () => speech.close(),
    };
  });
