import { defineWorker } from '@parlance/worker-kit/worker';
import { speakLetters } from './speech/speak-letters.ts';
import type { SpeakTask, WorkerSettings } from './task.ts';

/** Runs in a worker thread of a child process: what crashes or hangs here costs one unit, never the service. */
export default defineWorker<WorkerSettings, SpeakTask, undefined>({
  // Load your model here: once in each thread.
  load: ({ pitchHz }) => ({
    run(task, { emit }) {
      const samples = speakLetters({ ...task, pitchHz });
      // A text without a sound gives no samples at all. The buffer moves to the host without a copy.
      if (samples.length > 0) emit(samples, [samples.buffer]);
      return undefined;
    },
  }),
});
