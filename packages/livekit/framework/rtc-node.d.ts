/** The types of `@livekit/rtc-node` that the plugin uses; the workspace does not install it. A test compiles the plugin against the real one. */
export class AudioFrame {
  readonly data: Int16Array;
  readonly sampleRate: number;
  readonly channels: number;
  readonly samplesPerChannel: number;
  constructor(data: Int16Array, sampleRate: number, channels: number, samplesPerChannel: number);
}

export class AudioResampler {
  constructor(inputRate: number, outputRate: number);
  push(data: AudioFrame): AudioFrame[];
  flush(): AudioFrame[];
  close(): void;
}

export function combineAudioFrames(buffer: AudioFrame | AudioFrame[]): AudioFrame;
