import { SpeechError } from '@parlance/core/errors';
import { defineWorker } from '@parlance/worker-kit/worker';
import addon from 'sherpa-onnx-node';
import { assertReadable } from './model-files.ts';
import { OnlineSessions } from './online-sessions.ts';
import type { OnlineInit, OnlineTask, RawRecognition } from './tasks.ts';

export default defineWorker<OnlineInit, OnlineTask, RawRecognition | undefined>({
  async load({ config, paths, tailSamples }) {
    await assertReadable(paths);
    const sessions = new OnlineSessions(new addon.OnlineRecognizer(config), { tailSamples });
    const isOpen = async (decoding: Promise<RawRecognition> | undefined) => {
      if (decoding !== undefined) return decoding;
      throw new SpeechError('ENGINE_FAILED', 'The recognition stream is not open.');
    };
    return {
      run(task) {
        switch (task.type) {
          case 'open':
            sessions.open(task.streamId);
            return undefined;
          case 'accept':
            return isOpen(sessions.accept(task.streamId, task.samples));
          case 'end':
            return isOpen(sessions.end(task.streamId));
          case 'close':
            sessions.close(task.streamId);
            return undefined;
          case 'recognize':
            return sessions.recognize(task.samples);
        }
      },
    };
  },
});
