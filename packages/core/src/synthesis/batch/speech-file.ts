import { concatBytes } from '../../audio/concat-bytes.ts';
import type { AudioFormat } from '../../audio/output-format.ts';
import { createPcm16Decoder, PCM_BYTES_PER_SAMPLE } from '../../audio/pcm-format.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import { contentTypeOf } from '../request/choose-format.ts';
import { pacedSlices, sliceSamplesFor } from '../speech/paced-slices.ts';
import type { SynthesisWork } from './synthesis-work.ts';

/** The largest size that a WAV header can state, without the header. */
const MAX_WAV_DATA_BYTES = 0xffff_ffff - 44;

export interface SpeechFileOptions {
  readonly objectName: string;
  readonly format: AudioFormat;
  /** Rate of the samples that are written. */
  readonly sampleRateHz: number;
}

/** A result that is being written to the audio store. */
export interface SpeechFile {
  /** @param pcm 16-bit, in chunks of any size; ownership passes to the file */
  write(pcm: Uint8Array): Promise<void>;
  /** Ends the file; it is durable once resolved. @returns its size in bytes */
  commit(): Promise<number>;
  /** Leaves nothing behind; safe to call after `commit`. */
  discard(): Promise<void>;
}

/**
 * Encodes samples into the audio store as they arrive. If the format has the same samples, they are written unchanged.
 *
 * @throws SpeechError a storage code, here and from every member
 */
export async function openSpeechFile(
  { audio, codec, yieldToEventLoop }: Pick<SynthesisWork, 'audio' | 'codec' | 'yieldToEventLoop'>,
  { objectName, format, sampleRateHz }: SpeechFileOptions,
): Promise<SpeechFile> {
  const resampler = await codec.openResampler(sampleRateHz, format.sampleRateHz);
  const encoder = await codec.openEncoder(format, { streaming: false, hasLateHeader: true });
  const { lateHeader } = encoder;
  const headerBytes = lateHeader?.bytes ?? 0;
  const sink = await audio.create(objectName, { contentType: contentTypeOf(format), headerBytes });
  const decoder = createPcm16Decoder();
  const isSameRate = sampleRateHz === format.sampleRateHz;
  const { following } = sliceSamplesFor(format, sampleRateHz);
  const sliceSamples = { first: following, following };
  let bytes = headerBytes;
  const send = async (encoded: Uint8Array): Promise<void> => {
    bytes += encoded.byteLength;
    if (encoded.byteLength > 0) await sink.write(encoded);
  };
  return {
    async write(pcm) {
      if (isSameRate && encoder.encodePcm16 !== undefined) {
        await send(encoder.encodePcm16(pcm));
        return;
      }
      const encoded: Uint8Array[] = [];
      for await (const slice of pacedSlices(decoder.decode(pcm), sliceSamples, yieldToEventLoop)) {
        encoded.push(encoder.encode(isSameRate ? slice : resampler.resample(slice)));
      }
      await send(concatBytes(encoded));
    },
    async commit() {
      await send(encoder.encode(resampler.finish()));
      await send(encoder.finish());
      await sink.commit(lateHeader?.make());
      return bytes;
    },
    async discard() {
      resampler.dispose();
      encoder.dispose();
      await sink.abort();
    },
  };
}

/** @throws SpeechError `AUDIO_TOO_LONG` if a file of the format cannot have that many seconds */
export function requireRoom({ container, sampleRateHz }: AudioFormat, seconds: number): void {
  if (container !== 'wav') return;
  if (seconds * sampleRateHz * PCM_BYTES_PER_SAMPLE <= MAX_WAV_DATA_BYTES) return;
  const limitSeconds = Math.floor(MAX_WAV_DATA_BYTES / PCM_BYTES_PER_SAMPLE / sampleRateHz);
  throw new SpeechError(
    'AUDIO_TOO_LONG',
    `The speech lasts longer than a WAV file of ${sampleRateHz} Hz can hold, ${limitSeconds} seconds. Use mp3.`,
    { field: 'outputFormat', limitSeconds },
  );
}
