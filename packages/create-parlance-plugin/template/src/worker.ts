import { defineWorker } from '@parlance/worker-kit/worker';
import { speakLetters } from './speech/speak-letters.ts';
import type { SpeakTask, WorkerSettings } from './task.ts';

/** Runs in a worker thread of a child process, so that a crash or a hang affects one unit and not the service. */
export default defineWorker<WorkerSettings, SpeakTask, undefined>({
  // Load your model here: once in each thread.
  load: ({ pitchHz }) => ({
    run(task, { emit }) {
      const samples = speakLetters({ ...task, pitchHz });
      // A text without a sound has no samples. The buffer is transferred to the host without a copy.
      if (samples.length > 0) emit(samples, [samples.buffer]);
      return undefined;
    },
  }),
});
