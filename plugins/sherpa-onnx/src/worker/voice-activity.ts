import { defineWorker } from '@parlance/worker-kit/worker';
import { VAD_WINDOW_SAMPLES } from '../families/vad-window.ts';
import { assertReadable } from './model-files.ts';
import type { StreamPiece, VoiceActivityAnswer, VoiceActivityInit, VoiceActivityTask } from './tasks.ts';
import { createWindowJudges, type WindowJudge } from './window-judge.ts';

/** Judges kept for the next stream: the addon's load the model anew. */
const MAX_IDLE = 16;

export default defineWorker<VoiceActivityInit, VoiceActivityTask, VoiceActivityAnswer>({
  async load(init) {
    await assertReadable(init.paths);
    const make = await createWindowJudges(init);
    const idle: WindowJudge[] = [make()];
    const streams = new Map<number, WindowJudge>();
    /** Streams whose end overtook their frames on the way: the one has been, the others are still to come. */
    const overtaken = new Set<number>();
    const judgeOf = ({ streamId, isFresh }: StreamPiece): WindowJudge | undefined => {
      if (overtaken.delete(streamId)) return undefined;
      const known = streams.get(streamId);
      if (!isFresh) return known;
      known?.forget();
      const judge = known ?? idle.pop() ?? make();
      streams.set(streamId, judge);
      return judge;
    };
    const close = (streamId: number): void => {
      const judge = streams.get(streamId);
      if (judge === undefined) overtaken.add(streamId);
      streams.delete(streamId);
      if (judge === undefined || idle.length >= MAX_IDLE) return;
      judge.forget();
      idle.push(judge);
    };
    const warm = idle[0];
    if (warm) {
      warm.judge(new Float32Array(VAD_WINDOW_SAMPLES));
      warm.forget();
    }
    return {
      run(task) {
        switch (task.type) {
          case 'count':
            return streams.size;
          case 'judge':
            return task.pieces.map((piece) => judgeOf(piece)?.judge(piece.samples));
          case 'close':
            close(task.streamId);
            return undefined;
        }
      },
    };
  },
});
