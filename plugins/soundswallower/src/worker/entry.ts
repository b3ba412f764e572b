import type { AlignedWord } from '@parlance/core/engine';
import { defineWorker } from '@parlance/worker-kit/worker';
import type { AlignTask } from './align-task.ts';
import { alignWords } from './align-words.ts';
import { createDecoder, type Decoder } from './decoder.ts';

export default defineWorker<undefined, AlignTask, readonly AlignedWord[]>({
  async load() {
    let decoder: Decoder | undefined = await createDecoder();
    return {
      async run(task) {
        const current = decoder ?? (await createDecoder());
        // A failure may leave more behind than its memory, so the next task gets a new decoder.
        decoder = undefined;
        const words = await alignWords(current, task);
        decoder = current;
        return words;
      },
    };
  },
});
