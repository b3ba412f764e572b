/** The part of the addon that the workers use, since it has no types of its own. */
declare module 'sherpa-onnx-node' {
  type Config = Readonly<Record<string, unknown>>;
  interface Waveform {
    readonly samples: Float32Array;
    readonly sampleRate: number;
  }
  class OfflineTts {
    constructor(config: Config);
    readonly sampleRate: number;
    readonly numSpeakers: number;
    generate(request: SpeechRequest): Speech;
    /** On a thread of libuv's pool; several at once are fine. */
    generateAsync(request: SpeechRequest): Promise<Speech>;
  }
  interface SpeechRequest {
    readonly text: string;
    readonly sid: number;
    readonly speed: number;
    readonly enableExternalBuffer: boolean;
    readonly generationConfig?: {
      readonly sid: number;
      readonly speed: number;
      readonly silenceScale: number;
      readonly extra?: Readonly<Record<string, string>>;
    };
  }
  interface Speech {
    readonly samples: Float32Array<ArrayBuffer>;
    readonly sampleRate: number;
  }
  interface Stream {
    acceptWaveform(wave: Waveform): void;
  }
  interface OnlineStream extends Stream {
    inputFinished(): void;
  }
  class OfflineRecognizer {
    constructor(config: Config);
    createStream(): Stream;
    decode(stream: Stream): void;
    /** On a thread of libuv's pool; several at once are fine. */
    decodeAsync(stream: Stream): Promise<void>;
    getResult(stream: Stream): {
      /** The language that a multilingual model detected, otherwise empty. */
      readonly lang?: string;
      readonly text: string;
      readonly tokens: readonly string[];
      readonly timestamps: readonly number[];
      readonly ys_log_probs?: readonly number[];
    };
  }
  class OnlineRecognizer {
    constructor(config: Config);
    createStream(): OnlineStream;
    isReady(stream: OnlineStream): boolean;
    decodeStreams(streams: readonly OnlineStream[]): void;
    getResult(stream: OnlineStream): {
      readonly text: string;
      readonly tokens: readonly string[];
      readonly timestamps: readonly number[];
      readonly ys_probs?: readonly number[];
    };
  }
  class Vad {
    constructor(config: Config, bufferSeconds: number);
    acceptWaveform(samples: Float32Array): void;
    isEmpty(): boolean;
    isDetected(): boolean;
    pop(): void;
    reset(): void;
  }
  const addon: {
    readonly OfflineTts: typeof OfflineTts;
    readonly OfflineRecognizer: typeof OfflineRecognizer;
    readonly OnlineRecognizer: typeof OnlineRecognizer;
    readonly Vad: typeof Vad;
  };
  export default addon;
  export { OfflineRecognizer, OfflineTts, OnlineRecognizer, OnlineStream, Stream, Vad };
}
