import { SpeechError } from '@parlance/core/errors';
import { createModelStore } from '@parlance/models';
import sherpaOnnx from '@parlance/plugin-sherpa-onnx';
import { segmentsOf } from './speech-segments.ts';

export interface BareRecognizer {
  /** Segments as the service cuts them. */
  cut(samples: Float32Array): Promise<readonly Float32Array[]>;
  /** Decodes them, as many at once as there are cores. @returns how long that took, in milliseconds */
  decode(segments: readonly Float32Array[]): Promise<number>;
  close(): Promise<void>;
}

/** The recognizer in a loop, without a service around it. */
export async function openBareRecognizer(lane: 'batch' | 'sync'): Promise<BareRecognizer> {
  const context = { models: createModelStore(), isolation: 'process', onIncident: () => undefined } as const;
  const plugin = sherpaOnnx();
  const [recognizer] = (await plugin.createRecognition?.(context)) ?? [];
  const voiceActivity = await plugin.createVoiceActivity?.(context);
  if (recognizer === undefined || voiceActivity === undefined) {
    throw new SpeechError('INTERNAL', 'The plugin recognizes nothing.');
  }
  await Promise.all([recognizer.warm(), voiceActivity.warm()]);
  return {
    cut: (samples) => segmentsOf(samples, recognizer, voiceActivity),
    async decode(segments) {
      const startedAtMs = performance.now();
      const remaining = segments.values();
      const worker = async (): Promise<void> => {
        for (const segment of remaining) await recognizer.recognize(segment.slice(), { lane });
      };
      await Promise.all(Array.from({ length: recognizer.capabilities.concurrency }, worker));
      return performance.now() - startedAtMs;
    },
    close: async () => void (await Promise.all([recognizer.close(), voiceActivity.close()])),
  };
}
