import type { AudioCodec, AudioReader, AudioRecording } from '@parlance/core/audio';
import { nameOfOtherFormat } from '../recording/recording-format.ts';
import { wavRefusal } from '../wav/wav-header.ts';
import type { WavInspectionOptions } from '../wav/wav-header-scanner.ts';
import { openWav } from '../wav/wav-recording.ts';
import { createAudioCodec } from './audio-codec.ts';
import { resampled } from './resampled.ts';

export interface AudioReaderOptions extends WavInspectionOptions {
  /** The codec whose resamplers are used. Absent: a new one. */
  readonly codec?: Pick<AudioCodec, 'openResampler'>;
  /** A hint for callers that send another format than WAV: where that can be read. */
  readonly otherFormatsHint?: string;
}

/** Opens WAV recordings for the core, and no others, with samples at any rate that the caller requests. */
export function createAudioReader(options: AudioReaderOptions = {}): AudioReader {
  const codec = options.codec ?? createAudioCodec();
  const open = async (source: Uint8Array | string): Promise<AudioRecording> => {
    const wav = await openWav(source, options).catch((error: unknown) => refuse(error, source, options));
    const { sampleRateHz, channels } = wav.header;
    return {
      sampleRateHz,
      channels,
      frames: wav.frames,
      samples: (toHz, { channel } = {}) =>
        resampled(wav.windows({ channel }), { codec, fromHz: sampleRateHz, toHz }),
      close: wav.close,
    };
  };
  return {
    open,
    async measure(path) {
      const recording = await open(path);
      await recording.close();
      return recording;
    },
  };
}

/** For an MP3, naming its format helps more than the message that it is not WAV. */
async function refuse(
  error: unknown,
  source: Uint8Array | string,
  { otherFormatsHint }: AudioReaderOptions,
): Promise<never> {
  const name = otherFormatsHint === undefined ? undefined : await nameOfOtherFormat(source);
  if (name === undefined) throw error;
  throw wavRefusal('other-format', `The recording is ${name}; WAV is read here. ${otherFormatsHint}`);
}

/**
 * Decodes any accepted WAV for recognition: mono at `rateHz`, in windows of at most a second. The file is closed at the end
 * or when the loop is left.
 *
 * @param source the bytes of a WAV file, or its path
 * @throws SpeechError `AUDIO_NOT_READABLE`, `ABORTED`
 */
export async function* decodeWavForRecognition(
  source: Uint8Array | string,
  rateHz: number,
  options: AudioReaderOptions & { readonly signal?: AbortSignal } = {},
): AsyncGenerator<Float32Array, void, undefined> {
  const wav = await openWav(source, options);
  try {
    const { signal, codec = createAudioCodec() } = options;
    const windows = wav.windows(signal === undefined ? {} : { signal });
    yield* resampled(windows, { codec, fromHz: wav.header.sampleRateHz, toHz: rateHz });
  } finally {
    await wav.close();
  }
}
