import type { VoiceActivityDetector, VoiceActivityStream } from '@parlance/core/engine';
import { fakeVoiceActivityDetector } from '../src/fakes/fake-voice-activity-detector.ts';
import { crashSwitch } from './crash-switch.ts';
import { unloading } from './unloading.ts';

export const worker = crashSwitch();

export function sound(): VoiceActivityDetector {
  const detector = fakeVoiceActivityDetector();
  // Only the port's members, without the fake's getters for tests.
  const { id, sampleRateHz, frameSamples, warm, close } = detector;
  const members: VoiceActivityDetector = {
    id,
    sampleRateHz,
    frameSamples,
    warm,
    close,
    openStreamCount: async () => detector.openStreams,
    open: (options) => worker.during(detector.open(options)),
  };
  return unloading(members, 'open');
}

export const changed =
  (change: (detector: VoiceActivityDetector) => Partial<VoiceActivityDetector>) =>
  (): VoiceActivityDetector => {
    const detector = sound();
    return { ...detector, ...change(detector) };
  };

/** Changes each stream. */
export const streaming = (change: (stream: VoiceActivityStream) => Partial<VoiceActivityStream>) =>
  changed((detector) => ({
    open: async (options) => {
      const stream = await detector.open(options);
      return { ...stream, ...change(stream) };
    },
  }));

/** Changes each list of probabilities. */
export const detecting = (change: (frames: Float32Array) => Float32Array) =>
  streaming((stream) => ({ detect: async (samples) => change(await stream.detect(samples)) }));

/** Counts frames of speech, and takes the next frames for speech too if there were many. */
export function hangover(
  memory: { frames: number },
  stream: VoiceActivityStream,
): VoiceActivityStream['detect'] {
  return async (samples) => {
    const frames = await stream.detect(samples);
    return frames.map((frame) => {
      memory.frames = frame === 1 ? 5 : Math.max(0, memory.frames - 1);
      return memory.frames > 0 ? 1 : 0;
    });
  };
}

/** Hears nothing any more on a stream that got so many frames. */
export const deafAfter = (maxFrames: number) =>
  streaming((stream) => {
    let count = 0;
    return {
      detect: async (samples) => {
        const frames = await stream.detect(samples);
        return frames.map((frame) => (count++ < maxFrames ? frame : 0));
      },
    };
  });

export const oneMemory = changed((detector) => {
  const memory = { frames: 0 };
  return {
    open: async (options) => {
      const stream = await detector.open(options);
      return { ...stream, detect: hangover(memory, stream) };
    },
  };
});
