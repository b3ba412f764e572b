import type { VoiceActivityDetector, VoiceActivityStream } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';

export interface FakeVoiceActivityOptions {
  readonly id?: string;
  /** Default 16 000. */
  readonly sampleRateHz?: number;
  /** Default 512, as in Silero at 16 kHz. */
  readonly frameSamples?: number;
  /** Minimum root mean square of a frame of speech, in [0, 1]. Default 0.01. */
  readonly threshold?: number;
}

export interface FakeVoiceActivityDetector extends VoiceActivityDetector {
  readonly openStreams: number;
  /** Number of resets of all streams. */
  readonly resets: number;
  readonly isClosed: boolean;
}

/** A detector that takes any loud frame for speech, and returns 1 or 0. It has no state between frames. */
export function fakeVoiceActivityDetector(options: FakeVoiceActivityOptions = {}): FakeVoiceActivityDetector {
  const { id = 'fake', sampleRateHz = 16_000, frameSamples = 512, threshold = 0.01 } = options;
  const streams = new Set<VoiceActivityStream>();
  let resets = 0;
  let isClosed = false;

  function openStream(signal: AbortSignal | undefined): VoiceActivityStream {
    const stream: VoiceActivityStream = {
      detect: async (samples) => {
        if (!streams.has(stream)) throw new SpeechError('SHUTTING_DOWN', 'The stream is closed.');
        refuseParts(samples.length, frameSamples);
        // Answered in a later turn, as by a worker, so that a call can be aborted.
        await Promise.resolve();
        if (signal?.aborted) throw SpeechError.aborted(signal);
        return detectFrames(samples, frameSamples, threshold);
      },
      reset: async () => {
        resets += 1;
      },
      close: async () => {
        streams.delete(stream);
      },
    };
    streams.add(stream);
    return stream;
  }

  return {
    id,
    sampleRateHz,
    frameSamples,
    get openStreams() {
      return streams.size;
    },
    get resets() {
      return resets;
    },
    get isClosed() {
      return isClosed;
    },
    warm: async () => {},
    open: async ({ signal } = {}) => {
      if (isClosed) throw new SpeechError('SHUTTING_DOWN', 'The detector is closed.');
      if (signal?.aborted) throw SpeechError.aborted(signal);
      return openStream(signal);
    },
    close: async () => {
      isClosed = true;
      streams.clear();
    },
  };
}

function refuseParts(lengthSamples: number, frameSamples: number): void {
  if (lengthSamples % frameSamples === 0) return;
  throw new SpeechError(
    'INVALID_INPUT',
    `${lengthSamples} samples are not a multiple of the frame of ${frameSamples} samples.`,
    { lengthSamples, frameSamples },
  );
}

function detectFrames(samples: Float32Array, frameSamples: number, threshold: number): Float32Array {
  return Float32Array.from({ length: samples.length / frameSamples }, (_, frame) => {
    const part = samples.subarray(frame * frameSamples, (frame + 1) * frameSamples);
    const energy = part.reduce((sum, sample) => sum + sample * sample, 0) / frameSamples;
    return Math.sqrt(energy) >= threshold ? 1 : 0;
  });
}
