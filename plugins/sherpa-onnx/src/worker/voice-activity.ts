import { defineWorker } from '@parlance/worker-kit/worker';
import addon, { type Vad } from 'sherpa-onnx-node';
import { VAD_WINDOW_SAMPLES } from '../families/vad-window.ts';
import { engineError } from './engine-error.ts';
import { assertReadable } from './model-files.ts';
import type { ModelInit, VoiceActivityAnswer, VoiceActivityTask } from './tasks.ts';

/** The addon keeps the samples of the speech that goes on; the buffer doubles, with a line on stderr, when it is longer. */
const BUFFER_SECONDS = 61;
/** Detectors kept for the next stream: making one loads the model anew. */
const MAX_IDLE = 16;

export default defineWorker<ModelInit, VoiceActivityTask, VoiceActivityAnswer>({
  async load({ config, paths }) {
    await assertReadable(paths);
    const make = () => new addon.Vad(config, BUFFER_SECONDS);
    const idle: Vad[] = [make()];
    const streams = new Map<number, Vad>();
    const streamOf = async (streamId: number) => {
      const vad = streams.get(streamId);
      if (vad !== undefined) return vad;
      throw await engineError('ENGINE_FAILED', 'The voice activity stream is not open.');
    };
    const warm = idle[0];
    if (warm) {
      judge(warm, new Float32Array(VAD_WINDOW_SAMPLES));
      forget(warm);
    }
    return {
      async run(task) {
        if (task.type === 'count') return streams.size;
        if (task.type === 'judge') {
          return task.pieces.map(({ streamId, samples }) => {
            const vad = streams.get(streamId);
            return vad && judge(vad, samples);
          });
        }
        const { streamId } = task;
        switch (task.type) {
          case 'open':
            streams.set(streamId, idle.pop() ?? make());
            return undefined;
          case 'reset':
            forget(await streamOf(streamId));
            return undefined;
          case 'close': {
            const vad = streams.get(streamId);
            streams.delete(streamId);
            if (vad === undefined || idle.length >= MAX_IDLE) return undefined;
            forget(vad);
            idle.push(vad);
            return undefined;
          }
        }
      },
    };
  },
});

/** One decision a window. What the addon cut out as segments is thrown away, or its memory would grow with the audio. */
function judge(vad: Vad, samples: Float32Array): Float32Array {
  const decisions = new Float32Array(samples.length / VAD_WINDOW_SAMPLES);
  for (let frame = 0; frame < decisions.length; frame += 1) {
    const start = frame * VAD_WINDOW_SAMPLES;
    vad.acceptWaveform(samples.subarray(start, start + VAD_WINDOW_SAMPLES));
    decisions[frame] = vad.isDetected() ? 1 : 0;
    dropSegments(vad);
  }
  return decisions;
}

function forget(vad: Vad): void {
  vad.reset();
  dropSegments(vad);
}

function dropSegments(vad: Vad): void {
  while (!vad.isEmpty()) vad.pop();
}
