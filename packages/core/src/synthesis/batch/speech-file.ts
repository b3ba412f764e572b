import { concatBytes } from '../../audio/concat-bytes.ts';
import type { AudioFormat } from '../../audio/output-format.ts';
import { createPcm16Decoder } from '../../audio/pcm-format.ts';
import { contentTypeOf } from '../request/choose-format.ts';
import { pacedSlices, sliceSamplesFor } from '../speech/paced-slices.ts';
import type { SynthesisWork } from './synthesis-work.ts';

export interface SpeechFileOptions {
  readonly objectName: string;
  readonly format: AudioFormat;
  /** Of the samples that are written. */
  readonly sampleRateHz: number;
}

/** A result on its way into the audio store. */
export interface SpeechFile {
  /** @param pcm 16-bit, cut anywhere; the caller gives it away */
  write(pcm: Uint8Array): Promise<void>;
  /** Ends the file; it is durable once resolved. @returns its size in bytes */
  commit(): Promise<number>;
  /** Leaves nothing behind; safe after `commit`. */
  discard(): Promise<void>;
}

/**
 * Encodes samples into the audio store as they come. Where the file holds the very samples, they go there as they are.
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
