import { defineWorker } from '@parlance/worker-kit/worker';
import { VAD_WINDOW_SAMPLES } from '../families/vad-window.ts';
import { engineError } from './engine-error.ts';
import { assertReadable } from './model-files.ts';
import type { VoiceActivityAnswer, VoiceActivityInit, VoiceActivityTask } from './tasks.ts';
import { createWindowJudges, type WindowJudge } from './window-judge.ts';

/** Judges kept for the next stream: the addon's load the model anew. */
const MAX_IDLE = 16;

export default defineWorker<VoiceActivityInit, VoiceActivityTask, VoiceActivityAnswer>({
  async load(init) {
    await assertReadable(init.paths);
    const make = await createWindowJudges(init);
    const idle: WindowJudge[] = [make()];
    const streams = new Map<number, WindowJudge>();
    const streamOf = async (streamId: number) => {
      const judge = streams.get(streamId);
      if (judge !== undefined) return judge;
      throw await engineError('ENGINE_FAILED', 'The voice activity stream is not open.');
    };
    const warm = idle[0];
    if (warm) {
      warm.judge(new Float32Array(VAD_WINDOW_SAMPLES));
      warm.forget();
    }
    return {
      async run(task) {
        if (task.type === 'count') return streams.size;
        if (task.type === 'judge') {
          return task.pieces.map(({ streamId, samples }) => {
            const judge = streams.get(streamId);
            return judge?.judge(samples);
          });
        }
        const { streamId } = task;
        switch (task.type) {
          case 'open':
            streams.set(streamId, idle.pop() ?? make());
            return undefined;
          case 'reset':
            (await streamOf(streamId)).forget();
            return undefined;
          case 'close': {
            const judge = streams.get(streamId);
            streams.delete(streamId);
            if (judge === undefined || idle.length >= MAX_IDLE) return undefined;
            judge.forget();
            idle.push(judge);
            return undefined;
          }
        }
      },
    };
  },
});
