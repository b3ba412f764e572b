import type { AudioCodec, AudioReader, AudioRecording } from '@parlance/core';
import type { WavJudgeOptions } from '../wav/wav-header-scanner.ts';
import { openWav, type WavRecording } from '../wav/wav-recording.ts';
import { createAudioCodec } from './audio-codec.ts';

export interface AudioReaderOptions extends WavJudgeOptions {
  /** Whose resamplers are used; one of its own when absent. */
  readonly codec?: Pick<AudioCodec, 'openResampler'>;
}

/** Opens WAV recordings for the core, at whatever rate the caller wants the samples. */
export function createAudioReader(options: AudioReaderOptions = {}): AudioReader {
  const codec = options.codec ?? createAudioCodec();
  return {
    open: async (source): Promise<AudioRecording> => {
      const wav = await openWav(source, options);
      const { sampleRateHz, channels } = wav.header;
      return {
        sampleRateHz,
        channels,
        frames: wav.frames,
        samples: (rateHz) => resampleWindows(wav, rateHz, codec),
        close: wav.close,
      };
    },
  };
}

/**
 * Decodes any accepted WAV for recognition: mono at `rateHz`, in windows of at most a second; the file is freed at the end
 * or when the loop is left.
 *
 * @param source a whole WAV file, or the path of one
 * @throws SpeechError `AUDIO_NOT_READABLE`, `ABORTED`
 */
export async function* decodeWavForRecognition(
  source: Uint8Array | string,
  rateHz: number,
  options: AudioReaderOptions & { readonly signal?: AbortSignal } = {},
): AsyncGenerator<Float32Array, void, undefined> {
  const wav = await openWav(source, options);
  try {
    yield* resampleWindows(wav, rateHz, options.codec ?? createAudioCodec(), options.signal);
  } finally {
    await wav.close();
  }
}

async function* resampleWindows(
  wav: WavRecording,
  rateHz: number,
  codec: Pick<AudioCodec, 'openResampler'>,
  signal?: AbortSignal,
): AsyncGenerator<Float32Array, void, undefined> {
  const windows = wav.windows(signal === undefined ? {} : { signal });
  if (wav.header.sampleRateHz === rateHz) return yield* windows;
  const resampler = await codec.openResampler(wav.header.sampleRateHz, rateHz);
  try {
    for await (const window of windows) {
      const samples = resampler.resample(window);
      if (samples.length > 0) yield samples;
    }
    const tail = resampler.finish();
    if (tail.length > 0) yield tail;
  } finally {
    resampler.dispose();
  }
}
