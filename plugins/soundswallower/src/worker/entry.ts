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
        // What fails in the midst of it leaves more behind than its memory.
        decoder = undefined;
        const words = await alignWords(current, task);
        decoder = current;
        return words;
      },
    };
  },
});
