import type { AudioCodec, AudioFormat, EncoderOptions, StreamEncoder } from '@parlance/core/audio';
import { lameInstances } from '../mp3/lame-instances.ts';
import { type Mp3Instance, openMp3Encoder } from '../mp3/mp3-encoder.ts';
import { createPcmEncoder } from '../pcm/pcm-encoder.ts';
import { createConverter } from '../resample/libsamplerate-instances.ts';
import { openStreamResampler } from '../resample/stream-resampler.ts';
import { createTimeStretcher } from '../stretch/time-stretcher.ts';
import {
  createLateHeaderWavEncoder,
  createStreamingWavEncoder,
  createWholeWavEncoder,
} from '../wav/wav-encoder.ts';
import { createInstancePool, type InstancePool } from './instance-pool.ts';

/** The maximum number of idle instances of each kind that are kept for later streams. */
const MAX_IDLE_INSTANCES = 4;

/**
 * Creates the audio codecs for the core. Nothing is loaded before the first stream or `warm`; its streams are
 * independent of each other.
 *
 * @example
 * const codec = createAudioCodec();
 * const encoder = await codec.openEncoder({ container: 'mp3', sampleRateHz: 22_050, bitrateKbps: 64 }, { streaming: true });
 */
export function createAudioCodec(): AudioCodec {
  const createLame = lameInstances();
  const lame = createInstancePool<Mp3Instance>(
    async () => ({ lame: await createLame() }),
    MAX_IDLE_INSTANCES,
  );
  const converters = createInstancePool(createConverter, MAX_IDLE_INSTANCES);
  return {
    openEncoder: (format, options) => openEncoder(format, options, lame),
    openResampler: (fromHz, toHz) => openStreamResampler(fromHz, toHz, converters),
    openStretcher: createTimeStretcher,
    warm: async () => {
      await Promise.all([lame.warm(1), converters.warm(1)]);
    },
  };
}

async function openEncoder(
  format: AudioFormat,
  { streaming, hasLateHeader = false }: EncoderOptions,
  lame: InstancePool<Mp3Instance>,
): Promise<StreamEncoder> {
  switch (format.container) {
    case 'mp3':
      return openMp3Encoder(format, lame);
    case 'pcm':
      return createPcmEncoder();
    case 'wav':
      if (streaming) return createStreamingWavEncoder(format.sampleRateHz);
      return hasLateHeader
        ? createLateHeaderWavEncoder(format.sampleRateHz)
        : createWholeWavEncoder(format.sampleRateHz);
  }
}
