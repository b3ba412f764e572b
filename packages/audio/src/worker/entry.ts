import { defineWorker } from '@parlance/worker-kit/worker';
import { createInstancePool } from '../codec/instance-pool.ts';
import { createConverter } from '../resample/libsamplerate-instances.ts';
import { decodeFile } from './decode-file.ts';
import type { DecodeResult, DecodeTask } from './decode-task.ts';

export default defineWorker<undefined, DecodeTask, DecodeResult | undefined>({
  load() {
    // The decoders log each damaged frame to the console: thousands of lines for one recording.
    console.error = console.warn = () => {};
    const converters = createInstancePool(createConverter, 1);
    return { run: (task, { isAborted }) => decodeFile(task, converters, isAborted) };
  },
});
