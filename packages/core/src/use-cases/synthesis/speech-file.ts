import { contentTypeOf } from '../../domain/audio/choose-format.ts';
import type { AudioFormat } from '../../domain/audio/output-format.ts';
import type { AudioCodec } from '../../ports/audio-codec.ts';
import type { AudioStore } from '../../ports/audio-store.ts';

export interface SpeechFilePorts {
  readonly audio: Pick<AudioStore, 'create'>;
  readonly codec: Pick<AudioCodec, 'openEncoder' | 'openResampler'>;
  /** Lets other work of this thread go first. Absent: nothing else has to. */
  readonly breathe?: (() => Promise<void>) | undefined;
}

export interface SpeechFileOptions {
  readonly objectName: string;
  readonly format: AudioFormat;
  /** Of the samples that are written. */
  readonly sampleRateHz: number;
}

/** A result on its way into the audio store. */
export interface SpeechFile {
  write(samples: Float32Array): Promise<void>;
  /** Ends the file; it is durable once resolved. @returns its size in bytes */
  commit(): Promise<number>;
  /** Leaves nothing behind; safe after `commit`. */
  discard(): Promise<void>;
}

/** Encoding is done on the thread that serves requests: this much at a time takes it some 10 ms. */
const SLICE_SECONDS = 1;

/**
 * Encodes samples into the audio store as they come.
 *
 * @throws SpeechError a storage code, here and from every member
 */
export async function openSpeechFile(
  ports: SpeechFilePorts,
  { objectName, format, sampleRateHz }: SpeechFileOptions,
): Promise<SpeechFile> {
  const resampler = await ports.codec.openResampler(sampleRateHz, format.sampleRateHz);
  const encoder = await ports.codec.openEncoder(format, { streaming: false, hasLateHeader: true });
  const { lateHeader } = encoder;
  const headerBytes = lateHeader?.bytes ?? 0;
  const sink = await ports.audio.create(objectName, { contentType: contentTypeOf(format), headerBytes });
  const sliceSamples = SLICE_SECONDS * sampleRateHz;
  let bytes = headerBytes;
  const send = async (encoded: Uint8Array): Promise<void> => {
    bytes += encoded.byteLength;
    if (encoded.byteLength > 0) await sink.write(encoded);
  };
  return {
    async write(samples) {
      for (let from = 0; from < samples.length; from += sliceSamples) {
        await send(encoder.encode(resampler.resample(samples.subarray(from, from + sliceSamples))));
        await ports.breathe?.();
      }
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
