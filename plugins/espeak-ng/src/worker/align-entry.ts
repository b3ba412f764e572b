import type { AlignedWord } from '@parlance/core/engine';
import { defineWorker } from '@parlance/worker-kit/worker';
import type { AlignTask } from './align-task.ts';
import { alignWords } from './align-words.ts';
import { createSpeaker, type Speaker } from './speaker.ts';
import type { EspeakInit } from './task.ts';

export default defineWorker<EspeakInit, AlignTask, readonly AlignedWord[]>({
  async load({ sampleRateHz }) {
    let speaker: Speaker | undefined = await createSpeaker(sampleRateHz);
    return {
      async run(task) {
        const current = speaker ?? (await createSpeaker(sampleRateHz));
        // As for synthesis: a failure may leave more behind than its memory, so the next task gets a new speaker.
        speaker = undefined;
        const words = alignWords(current, task);
        speaker = current;
        return words;
      },
    };
  },
});
