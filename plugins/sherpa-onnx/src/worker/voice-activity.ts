import { SILERO_WINDOW_SAMPLES } from '@parlance/silero';
import { defineWorker } from '@parlance/worker-kit/worker';
import { assertReadable } from './model-files.ts';
import type { StreamPiece, VoiceActivityAnswer, VoiceActivityInit, VoiceActivityTask } from './tasks.ts';
import { createWindowScorers, type WindowScorer } from './window-scorer.ts';

/** How many scorers are kept for new streams, since creating one with the addon loads the model. */
const MAX_IDLE = 16;

export default defineWorker<VoiceActivityInit, VoiceActivityTask, VoiceActivityAnswer>({
  async load(init) {
    await assertReadable(init.paths);
    const make = await createWindowScorers(init);
    const idle: WindowScorer[] = [make()];
    const streams = new Map<number, WindowScorer>();
    /** Streams whose end overtook their frames: the end has arrived, the frames have not. */
    const overtaken = new Set<number>();
    const scorerOf = ({ streamId, isFresh }: StreamPiece): WindowScorer | undefined => {
      if (overtaken.delete(streamId)) return undefined;
      const known = streams.get(streamId);
      if (!isFresh) return known;
      known?.forget();
      const scorer = known ?? idle.pop() ?? make();
      streams.set(streamId, scorer);
      return scorer;
    };
    const close = (streamId: number): void => {
      const scorer = streams.get(streamId);
      if (scorer === undefined) overtaken.add(streamId);
      streams.delete(streamId);
      if (scorer === undefined || idle.length >= MAX_IDLE) return;
      scorer.forget();
      idle.push(scorer);
    };
    const warm = idle[0];
    if (warm) {
      warm.detect(new Float32Array(SILERO_WINDOW_SAMPLES));
      warm.forget();
    }
    return {
      run(task) {
        switch (task.type) {
          case 'count':
            return streams.size;
          case 'detect':
            return task.pieces.map((piece) => scorerOf(piece)?.detect(piece.samples));
          case 'close':
            close(task.streamId);
            return undefined;
        }
      },
    };
  },
});
