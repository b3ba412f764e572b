import { createRequire } from 'node:module';
import { type Scorer, THRESHOLD, WINDOW_SAMPLES } from './scorer.ts';

/** What is used of the addon, which is a dependency of the plugin alone. */
interface Vad {
  acceptWaveform(samples: Float32Array): void;
  isDetected(): boolean;
  isEmpty(): boolean;
  pop(): void;
}

const addon = createRequire(import.meta.url)('sherpa-onnx-node') as {
  readonly Vad: new (config: object, bufferSeconds: number) => Vad;
};

/** Seconds of the addon's buffer, as in the plugin. */
const BUFFER_SECONDS = 61;

/** By sherpa-onnx's own detector, which has a copy of the model for each stream and takes one window a call. */
export async function openAddonScorer(modelPath: string): Promise<Scorer<Vad>> {
  const config = {
    sileroVad: {
      model: modelPath,
      threshold: THRESHOLD,
      windowSize: WINDOW_SAMPLES,
      minSilenceDuration: 0.01,
      minSpeechDuration: 0.01,
      maxSpeechDuration: 60,
    },
    sampleRate: 16_000,
    numThreads: 1,
    provider: 'cpu',
    debug: false,
  };
  return {
    installMib: 0,
    open: () => new addon.Vad(config, BUFFER_SECONDS),
    score: async (pieces) =>
      pieces.map(({ stream, samples }) =>
        Array.from({ length: samples.length / WINDOW_SAMPLES }, (_, window) => {
          stream.acceptWaveform(samples.subarray(window * WINDOW_SAMPLES, (window + 1) * WINDOW_SAMPLES));
          // Or its memory would grow with the audio.
          while (!stream.isEmpty()) stream.pop();
          return stream.isDetected();
        }),
      ),
  };
}
