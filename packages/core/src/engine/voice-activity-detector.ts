import type { EngineCallOptions, LoadState } from './synthesis-engine.ts';

/** Detection in one stream of audio. Holds the model's state between calls, also while the detector is warmed or unloads idle workers. */
export interface VoiceActivityStream {
  /**
   * Detects speech in whole frames, in the stream's order; calls need not wait for each other.
   *
   * @param samples mono in [-1, 1] at the detector's rate; the length is a multiple of `frameSamples`. The caller
   * keeps them, and must not change them until the promise resolves
   * @returns one speech probability per frame, 0 to 1. A detector without probabilities returns 0 and 1
   */
  detect(samples: Float32Array): Promise<Float32Array>;
  /** Resets the model's state, as after an utterance. Allowed at any time: it takes effect after the calls made before it, and before later ones. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** Detects where somebody speaks in a signal. Implemented by plugins. */
export interface VoiceActivityDetector {
  readonly id: string;
  /** As `RecognitionEngine.model`. */
  readonly model?: string | undefined;
  readonly sampleRateHz: number;
  readonly frameSamples: number;
  warm(): Promise<void>;
  open(options?: EngineCallOptions): Promise<VoiceActivityStream>;
  /** How many streams have state in its workers at the moment, as counted by the workers. */
  openStreamCount?(): Promise<number>;
  /** As `SynthesisEngine.loadState`. */
  readonly loadState?: LoadState;
  /** As `SynthesisEngine.keepLoaded`. */
  keepLoaded?(): () => void;
  /** As `SynthesisEngine.problem`. */
  problem?(): string | undefined;
  close(): Promise<void>;
}
