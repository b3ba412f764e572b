import type { EngineCallOptions, LoadState } from './synthesis-engine.ts';

/** The detector's view of one stream of audio. Holds the model's state between calls. */
export interface VoiceActivityStream {
  /**
   * Detects speech in whole frames, in the stream's order.
   *
   * @param samples mono in [-1, 1] at the detector's rate; the length is a multiple of `frameSamples`. They stay
   * the caller's, who does not change them until the answer is there
   * @returns one speech probability a frame, 0 to 1. A detector that only decides gives 0 and 1.
   */
  detect(samples: Float32Array): Promise<Float32Array>;
  /** Forgets what was heard, as after an utterance. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** Says where in a signal somebody speaks. Implemented by plugins. */
export interface VoiceActivityDetector {
  readonly id: string;
  /** As `RecognitionEngine.model`. */
  readonly model?: string | undefined;
  readonly sampleRateHz: number;
  readonly frameSamples: number;
  warm(): Promise<void>;
  open(options?: EngineCallOptions): Promise<VoiceActivityStream>;
  /** Streams whose state its workers hold at the moment, as the workers themselves count them. */
  openStreamCount?(): Promise<number>;
  /** As `SynthesisEngine.loadState`. */
  readonly loadState?: LoadState;
  /** As `SynthesisEngine.keepLoaded`. */
  keepLoaded?(): () => void;
  /** As `SynthesisEngine.problem`. */
  problem?(): string | undefined;
  close(): Promise<void>;
}
