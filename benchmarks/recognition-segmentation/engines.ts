import { createAudioReader } from '@parlance/audio';
import { concatSamples } from '@parlance/core/audio';
import type { RecognitionEngine, VoiceActivityDetector } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { LIMITS } from '@parlance/core/limits';
import { createModelStore } from '@parlance/models';
import sherpaOnnx from '@parlance/plugin-sherpa-onnx';

/** The engines below the service, for what the service does not offer. */
export interface BareEngines {
  readonly recognizer: RecognitionEngine;
  readonly voiceActivity: VoiceActivityDetector;
  close(): Promise<void>;
}

export async function openBareEngines(): Promise<BareEngines> {
  const plugin = sherpaOnnx();
  const context = { models: createModelStore(), isolation: 'process', onIncident: () => undefined } as const;
  const [recognizer] = (await plugin.createRecognition?.(context)) ?? [];
  const voiceActivity = await plugin.createVoiceActivity?.(context);
  if (recognizer === undefined || voiceActivity === undefined) {
    throw new SpeechError(
      'ENGINE_UNAVAILABLE',
      'The plugin gave no recognizer or no voice activity detector.',
    );
  }
  await Promise.all([recognizer.warm(), voiceActivity.warm()]);
  return {
    recognizer,
    voiceActivity,
    async close() {
      await Promise.all([recognizer.close(), voiceActivity.close()]);
    },
  };
}

/** Takes recordings of every rate that voices have, 24 kHz too. @returns the whole of it, mono at the rate asked for */
export async function readWhole(path: string, rateHz: number): Promise<Float32Array> {
  const recording = await createAudioReader({ sampleRatesHz: LIMITS.synthesis.sampleRatesHz }).open(path);
  try {
    return concatSamples(await Array.fromAsync(recording.samples(rateHz)));
  } finally {
    await recording.close();
  }
}
