import addon from 'sherpa-onnx-node';
import { type Scorer, THRESHOLD, WINDOW_SAMPLES } from './scorer.ts';

/** Seconds of the addon's buffer, as in the plugin. */
const BUFFER_SECONDS = 61;

/** By sherpa-onnx's own detector, which has a copy of the model for each stream and takes one window a call. */
export async function openAddonScorer(modelPath: string): Promise<Scorer<InstanceType<typeof addon.Vad>>> {
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
